package search

import (
	"encoding/json"
	"math/big"
	"testing"
)

func TestFigureJSON(t *testing.T) {
	list := []*Figure{NewFigure(7), FigureOf(big.NewRat(6, 14)), nil}
	text, err := json.Marshal(list)
	if want := `[7,"3/7",null]`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

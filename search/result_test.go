package search

import (
	"encoding/json"
	"testing"

	"coterie/bounds"
)

func TestExactJSON(t *testing.T) {
	list := []json.RawMessage{exact(new(bounds.Integer(7))), exact(new(bounds.FractionOf(6, 14))), exact(nil)}
	text, err := json.Marshal(list)
	if want := `[7,"3/7",null]`; err != nil || string(text) != want {
		t.Errorf("%s, %v; want %s", text, err, want)
	}
}

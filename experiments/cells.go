package experiments

import (
	"coterie/internal/table"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

const BilliardPaper = "Agrawal, Eğecioğlu, El Abbadi 1997"

// textOr, knownSize and knownBig make an empty cell of what is not there.
func TextOr(text string) table.Cell {
	if text == "" {
		return table.Empty()
	}
	return table.Text(text)
}

func KnownSize(size int) table.Cell {
	if size == 0 {
		return table.Empty()
	}
	return table.Int(size)
}

func KnownBig(v *big.Int) table.Cell {
	if v == nil {
		return table.Empty()
	}
	return table.Big(v)
}

func FloatRat(x *big.Rat) float64 {
	v, _ := x.Float64()
	return v
}

// ReadChance reads a crash probability of the parameters, a fraction between 0 and 1.
func ReadChance(text string) (*big.Rat, error) {
	p, ok := new(big.Rat).SetString(text)
	if !ok || p.Sign() <= 0 || p.Cmp(big.NewRat(1, 1)) >= 0 {
		return nil, fmt.Errorf("crash probability %q: want a fraction between 0 and 1", text)
	}
	return p, nil
}

func JoinInts(list []int) string {
	words := make([]string, len(list))
	for i, x := range list {
		words[i] = strconv.Itoa(x)
	}
	return strings.Join(words, ", ")
}

// FromTo prints a range, and one number where it is that.
func FromTo(least, greatest int) string {
	if least == greatest {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, greatest)
}

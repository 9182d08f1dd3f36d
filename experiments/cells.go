package experiments

import (
	"fmt"
	"math/big"
	"strconv"

	"coterie/internal/words/show"
)

// BilliardPaper is the source of the claims of the billiard paper.
const BilliardPaper = "Agrawal, Eğecioğlu, El Abbadi 1997"

// FloatRat returns the float64 nearest to x.
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

// ReadChances reads several crash probabilities.
func ReadChances(texts []string) (list []*big.Rat, err error) {
	defer caught(&err)
	for _, text := range texts {
		list = append(list, Must(ReadChance(text)))
	}
	return list, nil
}

// JoinInts formats a list of integers for a cell.
func JoinInts(list []int) string {
	return show.Join(list, ", ", strconv.Itoa)
}

// FromTo prints a range, and a single number if both ends are equal.
func FromTo(least, greatest int) string {
	if least == greatest {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, greatest)
}

package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/quorum"
)

// fractions reads a list of exact numbers, as fraction reads each.
func fractions(flag string, texts []string) ([]bounds.Fraction, error) {
	var list []bounds.Fraction
	for _, text := range texts {
		f, err := fraction(flag, text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// fraction reads one number as people write them: a decimal, a fraction or a percentage. It is the
// one reader of probabilities and shares, whichever flag asks for them.
func fraction(flag, text string) (bounds.Fraction, error) {
	const longest = 40 // digits; a number such as 1e999999 would fill the memory
	text = strings.TrimSpace(text)
	number, percent := strings.CutSuffix(text, "%")
	number = strings.TrimRight(number, " ")
	plain := strings.IndexFunc(number, func(r rune) bool { return !strings.ContainsRune("+-0123456789./", r) }) < 0
	r, ok := new(big.Rat), false
	if small(number) || plain && len(number) <= longest {
		r, ok = r.SetString(number)
	}
	if !ok {
		return bounds.Fraction{}, hinted{fmt.Errorf("--%s %q: want a number", flag, text), "numbers from 0 to 1, such as 0.01, 1%, 1e-6 or 1/100, separated by commas"}
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return bounds.NewFraction(r), nil
}

// small reports whether text is a float in scientific form with a small exponent.
func small(text string) bool {
	mantissa, exponent, ok := strings.Cut(strings.ToLower(text), "e")
	e, err := strconv.Atoi(exponent)
	return ok && err == nil && e >= -400 && e <= 0 && len(mantissa) <= 30 && !strings.ContainsAny(mantissa, "xXpP_/")
}

// nodeNamed finds a node by its name or by its number; a name that is the number of another node
// goes first.
func nodeNamed(name string, s quorum.Known) (v int, ok bool) {
	if v = slices.Index(s.Names, name); v >= 0 {
		return v, true
	}
	var node quorum.Node
	if err := node.UnmarshalJSON([]byte(name)); err != nil || int(node) >= s.Nodes || node < 0 {
		return 0, false
	}
	return int(node), true
}

func nodesHint(s quorum.Known) string {
	if s.Names == nil {
		return fmt.Sprintf("nodes are 1..%d", s.Nodes)
	}
	names := s.Names
	if len(names) > 12 {
		names = append(slices.Clone(names[:12]), "...")
	}
	for i, name := range names {
		if i == 0 {
			names = slices.Clone(names)
		}
		names[i] = printable(name)
	}
	return "nodes are " + strings.Join(names, ", ") + ", or their numbers; a pair with a comma stands in quotes"
}

package main

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"coterie/bounds"
	"coterie/internal/show"
	"coterie/quorum"
)

// fractions reads a list of exact numbers, as fraction reads each.
func fractions(flag string, texts []string) ([]bounds.Fraction, error) {
	if err := decimalComma(flag, texts); err != nil {
		return nil, err
	}
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

// decimalComma refuses the parts of a number that was typed with a comma, as in 0,01: they would be
// taken for the numbers 0 and 1.
func decimalComma(flag string, texts []string) error {
	for i := 1; i < len(texts); i++ {
		before, after := strings.TrimSpace(texts[i-1]), strings.TrimRight(strings.TrimSpace(texts[i]), "%")
		digits := len(after) > 1 && strings.Trim(after, "0123456789") == ""
		if !digits || after[0] != '0' && before != "0" {
			continue
		}
		meant := before + "." + strings.TrimSpace(texts[i])
		hint := fmt.Sprintf("did you mean %s?", show.Brief(meant))
		if r, ok := new(big.Rat).SetString(meant); ok && len(meant) <= 12 {
			percent := strings.TrimRight(r.Mul(r, big.NewRat(100, 1)).FloatString(10), "0")
			hint = fmt.Sprintf("did you mean %s (%s%%)?", meant, strings.TrimRight(percent, "."))
		}
		return hinted{fmt.Errorf("--%s %s: a comma separates numbers", flag, show.Brief(strings.Join(texts, ","))), hint}
	}
	return nil
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
	if parts := strings.Split(text, ","); !ok && len(parts) > 1 { // the flag takes no list
		if err := decimalComma(flag, parts); err != nil {
			return bounds.Fraction{}, err
		}
		return bounds.Fraction{}, hinted{fmt.Errorf("--%s %s: want one number", flag, show.Brief(text)), "such as 0.01 or 1%"}
	}
	if !ok {
		return bounds.Fraction{}, hinted{fmt.Errorf("--%s %s: want a number", flag, show.Value(text)), "numbers from 0 to 1, such as 0.01, 1%, 1e-6 or 1/100, separated by commas"}
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	return bounds.NewFraction(r), nil
}

// numbersFor is the argument check of verbs whose main flags are numbers: coterie search group 11 5
// says --n 11 --m 5.
func numbersFor(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for i, text := range args {
			if _, err := strconv.Atoi(text); err != nil || i == len(names) {
				return noArgs(cmd, args[i:])
			}
			if name := names[i]; cmd.Flags().Changed(name) {
				return hinted{fmt.Errorf("%s: --%s is given twice, as %s too", cmd.CommandPath(), name, show.Brief(text)), "numbers without a flag are, in this order, --" + strings.Join(names, ", --")}
			}
		}
		for i, text := range args {
			if err := cmd.Flags().Set(names[i], text); err != nil {
				return fmt.Errorf("--%s %s: want a whole number", names[i], show.Brief(text))
			}
		}
		return nil
	}
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

// nodesOf reads nodes as people name them, by name or number.
func nodesOf(flag string, texts []string, s quorum.Known) ([]int, error) {
	var list []int
	for i, text := range texts {
		if text = strings.TrimSpace(text); text == "" {
			return nil, fmt.Errorf("--%s %s: number %v is empty: want a node", flag, show.Brief(strings.Join(texts, ",")), quorum.Index(i))
		}
		v, ok := nodeNamed(text, s)
		if !ok {
			return nil, hinted{fmt.Errorf("--%s %s: there is no node %s", flag, show.Brief(strings.Join(texts, ",")), show.Value(text)), nodesHint(s)}
		}
		list = append(list, v)
	}
	return list, nil
}

func nodesHint(s quorum.Known) string {
	if s.Names == nil {
		return fmt.Sprintf("nodes are 1..%d", s.Nodes)
	}
	list := labelList(s.Names, 12)
	if len(s.Names) > 12 {
		list += ", ..."
	}
	return "nodes are " + list + ", or their numbers; a pair with a comma stands in quotes"
}

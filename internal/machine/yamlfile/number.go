package yamlfile

import (
	"math/big"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

var one = big.NewRat(1, 1)

// MostBits bounds the numerator and the denominator of every number of a file: nineteen digits.
const MostBits = 64

var (
	numberForm   = regexp.MustCompile(`^([0-9]+/[0-9]+|(?:[0-9]+|[0-9]*\.[0-9]+)(?:[eE]-?[0-9]{1,2})?)( ?%)?$`)
	durationForm = regexp.MustCompile(`^([0-9]+/[0-9]+|[0-9]+|[0-9]*\.[0-9]+) ?(ns|us|µs|μs|ms|s|min|h|d|y)$`)
)

// units are the seconds of the times that a text may count.
var units = map[string]*big.Rat{
	"ns": big.NewRat(1, 1_000_000_000), "us": big.NewRat(1, 1_000_000), "µs": big.NewRat(1, 1_000_000),
	"μs": big.NewRat(1, 1_000_000), "ms": big.NewRat(1, 1000), "s": one, "min": big.NewRat(60, 1),
	"h": big.NewRat(3600, 1), "d": big.NewRat(86400, 1), "y": big.NewRat(365*86400, 1),
}

// longestNumber is the most bytes of a number that is read.
const longestNumber = 64

// Rat returns scale times the number in a text. If the text is no legal number, problem says why.
func Rat(text string, scale *big.Rat) (r *big.Rat, problem string) {
	if len(text) > longestNumber {
		return new(big.Rat), "which has too many digits"
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return new(big.Rat), "which divides by 0"
	}
	r.Mul(r, scale)
	if r.Num().BitLen() > MostBits || r.Denom().BitLen() > MostBits {
		return new(big.Rat), "which has too many digits"
	}
	return r, ""
}

var percent = big.NewRat(1, 100)

// Number returns a number that is not negative.
func (p *Reader) Number(n *yaml.Node, what, advice string) *big.Rat {
	text := p.Text(n, what)
	m := numberForm.FindStringSubmatch(text)
	if m == nil {
		p.Fail(n, advice, "%s is %s, which is no number from 0 up", what, show.Value(text))
	}
	scale := one
	if m[2] != "" {
		scale = percent
	}
	r, problem := Rat(m[1], scale)
	if problem != "" {
		p.Fail(n, "", "%s is %s, %s", what, show.Value(text), problem)
	}
	return r
}

// Positive returns a number above 0, nil by default.
func (p *Reader) Positive(n *yaml.Node, what string) *big.Rat {
	if n == nil {
		return nil
	}
	r := p.Number(n, what, "a number such as 4000, 0.5, 3/7 or 70%")
	if r.Sign() == 0 {
		p.Fail(n, "", "%s has to be more than 0", what)
	}
	return r
}

// Probability returns a number from 0 to 1, nil by default.
func (p *Reader) Probability(n *yaml.Node, what string) *big.Rat {
	if n == nil {
		return nil
	}
	advice := "a number from 0 to 1, such as 0.01, 1% or 1/100"
	r := p.Number(n, what, advice)
	if r.Cmp(one) > 0 {
		if meant := n.Value + "%"; r.Cmp(big.NewRat(100, 1)) <= 0 && numberForm.MatchString(meant) {
			advice = "did you mean " + meant + "?"
		}
		p.Fail(n, advice, "%s is %s, more than 1", what, show.Value(n.Value))
	}
	return r
}

// Seconds returns a time, nil by default.
func (p *Reader) Seconds(n *yaml.Node, what string) *big.Rat { return p.SecondsIn(n, what, "ms") }

// SecondsIn is Seconds with the unit that is meant where none is written.
func (p *Reader) SecondsIn(n *yaml.Node, what, unit string) *big.Rat {
	if n == nil {
		return nil
	}
	text := p.Text(n, what)
	if text == "0" {
		return new(big.Rat)
	}
	m := durationForm.FindStringSubmatch(text)
	if m == nil {
		advice := "a number with its unit, such as 500us, 1.5ms, 2s or 1min"
		if numberForm.MatchString(text) && !strings.Contains(text, "%") {
			advice = "did you mean " + text + unit + "?"
		}
		p.Fail(n, advice, "%s is %s, which is no time", what, show.Value(text))
	}
	r, problem := Rat(m[1], units[m[2]])
	if problem != "" {
		p.Fail(n, "", "%s is %s, %s", what, show.Value(text), problem)
	}
	return r
}

// NumberText writes a number as a short decimal, or as a fraction if it has none.
func NumberText(r *big.Rat) string {
	if places, exact := r.FloatPrec(); exact && places <= longestText {
		if text := r.FloatString(places); len(text) <= longestText {
			return text
		}
	}
	return r.RatString()
}

const longestText = 20

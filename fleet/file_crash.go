package fleet

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

const (
	crashAdvice = "crash: 1%, or crash: {afr: 4%, repair: 6h}"
	rateAdvice  = "afr: 4%, or by age afr: [{at: 0y, rate: 8%}, {at: 1y, rate: 2%}]"
)

// crash returns the probability that something is down in the long run, and its life where rates
// are given; 0 where nothing is given.
func (p *reader) crash(n *yaml.Node, of string) (*big.Rat, Life) {
	if n == nil || n.Kind == yaml.ScalarNode {
		return cmp.Or(p.Probability(n, "the crash probability of "+of), new(big.Rat)), Life{}
	}
	keys := p.Fields(n, "the crash of "+of, crashKeys)
	if keys["afr"] == nil {
		p.Fail(n, crashAdvice, "the crash of %s has no afr", of)
	}
	l := Life{p.rates(keys["afr"], "the afr of "+of), p.SecondsIn(keys["repair"], "the repair of "+of, "h")}
	switch {
	case l.crashes() && p.lived != "" && p.mended != (l.Repair != nil):
		p.Fail(n, "give repair to all that have an afr, or to none", "of %s and %s one is repaired and the other never", p.lived, of)
	case l.Repair == nil:
	case l.Repair.Sign() == 0:
		p.Fail(keys["repair"], crashAdvice, "the repair of %s has to take time", of)
	case len(l.Rates) > 1:
		p.Fail(keys["repair"], "leave repair out, or give one rate such as afr: 4%", "%s has rates by age and is repaired, so that no state lasts", of)
	}
	if l.crashes() {
		p.lived, p.mended = of, l.Repair != nil
	}
	return l.down(), l
}

// rates reads a rate, or rates by age.
func (p *reader) rates(n *yaml.Node, what string) []Rate {
	if n.Kind == yaml.ScalarNode {
		return []Rate{{new(big.Rat), p.perYear(n, what)}}
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 || len(n.Content) > mostPercentiles {
		p.Fail(n, rateAdvice, "%s has to be a rate, or a list of 1 to %d rates by age", what, mostPercentiles)
	}
	var out []Rate
	for i, item := range n.Content {
		keys := p.Fields(item, "a rate by age", rateKeys)
		if keys["at"] == nil || keys["rate"] == nil {
			p.Fail(item, rateAdvice, "%s has no age, or no rate, here", what)
		}
		from := p.SecondsIn(keys["at"], "the age", "y")
		if i == 0 && from.Sign() > 0 || i > 0 && from.Cmp(out[i-1].From) <= 0 {
			p.Fail(keys["at"], rateAdvice, "%s has ages that begin with 0 and ascend, not %s", what, keys["at"].Value)
		}
		out = append(out, Rate{from, p.perYear(keys["rate"], what)})
	}
	return out
}

// year is 365 days, in seconds.
var year = big.NewRat(365*86400, 1)

// perYear returns a rate, given for a year, for a second.
func (p *reader) perYear(n *yaml.Node, what string) *big.Rat {
	r := p.Number(n, what, "crashes in a year, such as 4%, 0.04 or 150%")
	if r.Cmp(big.NewRat(1, 1)) > 0 && !strings.Contains(n.Value, "%") {
		p.Fail(n, fmt.Sprintf("did you mean %s%%? more than one crash in a year is written with %%, too", n.Value), "%s is %s crashes in a year", what, show.Value(n.Value))
	}
	return r.Quo(r, year)
}

// needRepair refuses a question about the availability where something is never repaired.
func (p *reader) needRepair(n *yaml.Node) {
	if what := p.fleet.unrepaired(); n != nil && what != "" {
		p.Fail(n, crashAdvice, "an availability needs repairs, and %s crashes for ever", what)
	}
}

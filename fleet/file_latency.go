package fleet

import (
	"math/big"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
)

var (
	percent     = big.NewRat(1, 100)
	percentForm = regexp.MustCompile(`^p([0-9]+|[0-9]*\.[0-9]+)$`)
)

const (
	latencyExample = "{p0: 800us, p50: 1ms, p99: 20ms, p100: 50ms}"
	latencyAdvice  = "a time such as 1ms, or percentiles such as " + latencyExample
)

// latency returns a time, or its percentiles; 0 where nothing is given.
func (p *reader) latency(n *yaml.Node, what string) Latency {
	if n == nil {
		return fixed(new(big.Rat))
	}
	if n.Kind == yaml.ScalarNode {
		return fixed(p.Seconds(n, what))
	}
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		p.Fail(n, latencyAdvice, "%s has to be a time, or percentiles of it", what)
	}
	if count := len(n.Content) / 2; count > mostPercentiles {
		p.Fail(n, "", "%s has %d percentiles; at most %d are taken", what, count, mostPercentiles)
	}
	type point struct {
		key      *yaml.Node
		at, time *big.Rat
	}
	var points []point
	for key, value := range yamlfile.Pairs(n) {
		m := percentForm.FindStringSubmatch(key.Value)
		if m == nil {
			p.Fail(key, latencyAdvice, "%s has no percentile %s", what, show.Value(key.Value))
		}
		at, problem := yamlfile.Rat(m[1], percent)
		if problem != "" || at.Cmp(one) > 0 {
			p.Fail(key, "", "%s: percentiles are p0 to p100, not %s", what, show.Value(key.Value))
		}
		points = append(points, point{key, at, p.Seconds(value, what+", "+key.Value)})
	}
	slices.SortStableFunc(points, func(a, b point) int { return a.at.Cmp(b.at) })
	var l Latency
	for i, x := range points {
		if i > 0 && x.at.Cmp(points[i-1].at) == 0 {
			p.Fail(x.key, "", "%s has the percentile %s twice", what, x.key.Value)
		}
		if i > 0 && x.time.Cmp(points[i-1].time) < 0 {
			p.Fail(x.key, "percentiles ascend, as in "+latencyExample, "%s is less at %s than at %s", what, x.key.Value, points[i-1].key.Value)
		}
		l.At, l.Time = append(l.At, x.at), append(l.Time, x.time)
	}
	if _, ok := l.Fixed(); ok {
		p.Fail(points[0].key, "a time that is always the same is written as one, "+latencyAdvice, "%s has p100 alone", what)
	}
	if len(points) == 1 && points[0].at.Sign() == 0 {
		p.Fail(points[0].key, latencyAdvice, "%s has p0 alone", what)
	}
	return l
}

func fixed(seconds *big.Rat) Latency {
	return Latency{At: []*big.Rat{big.NewRat(1, 1)}, Time: []*big.Rat{seconds}}
}

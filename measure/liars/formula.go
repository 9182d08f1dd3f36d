package liars

import (
	"context"
	"errors"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// both is what two formulas over the same nodes have: the least |Q∩R|, the least 2|Q∩R| - |R|, and
// the greatest |R|, for a quorum Q of the first and R of the second.
type both struct{ least, slack, largest int }

var errNoForm = errors.New("the quorums are not listed, and have no formulas that read each node once in parts with the same nodes")

// ofFormulas has the closed form of one formula, or of two, where the nodes of a set do not count.
func ofFormulas[Q quorum.Quorums](ctx context.Context, families []Q, out quorum.Set) (Shared, error) {
	var formulas []quorum.Formula
	for _, q := range families {
		f, ok := q.Formula()
		if !ok || !f.ReadOnce() {
			return Shared{}, &quorum.LimitError{Cause: errNoForm}
		}
		formulas = append(formulas, f)
	}
	if len(formulas) > 2 {
		return Shared{}, &quorum.LimitError{Cause: errNoForm}
	}
	f, g := formulas[0], formulas[len(formulas)-1]
	unit := true
	value, pair, err := share(ctx, f, g, out, &unit)
	if err != nil {
		return Shared{}, err
	}
	s := Shared{Least: value.least, Pair: quorum.Witness{Sets: pair[:]}, Slack: value.slack}
	if len(formulas) == 2 { // the other way round
		value, _, err = share(ctx, g, f, out, &unit)
		s.Slack = min(s.Slack, value.slack)
		s.Pair.Cartels = []quorum.Index{0, 1}
	}
	if !unit {
		s.Open = errors.New("a gate of the formula has different votes")
	}
	return s, err
}

// mostStates bounds the sums of votes at a gate.
const mostStates = 20_000_000

// share returns what two formulas have, and two quorums that share the least. unit becomes false at
// votes that differ, where the slack is no more than a bound.
//
// Parts are independent: of the parts with a quorum in both, the least counts as often as their
// votes force it, and a part of one alone adds nothing to |Q∩R|.
func share(ctx context.Context, f, g quorum.Formula, out quorum.Set, unit *bool) (value both, pair [2]quorum.Set, err error) {
	if v, ok := f.Leaf(); ok {
		if u, same := g.Leaf(); same && u == v {
			if value = (both{1, 1, 1}); out.Has(v) {
				value.least = 0
			}
			return value, [2]quorum.Set{quorum.SetOf(v), quorum.SetOf(v)}, nil
		}
	}
	if err := par.Ended(ctx); err != nil {
		return value, pair, err
	}
	n := f.Len()
	if n == 0 || n != g.Len() {
		return value, pair, &quorum.LimitError{Cause: errNoForm}
	}
	parts, pairs, alike := make([]both, n), make([][2]quorum.Set, n), true
	for i := range n {
		if parts[i], pairs[i], err = share(ctx, f.Part(i), g.Part(i), out, unit); err != nil {
			return value, pair, err
		}
		alike = alike && parts[i] == parts[0]
	}
	*unit = *unit && f.UnitVotes() && g.UnitVotes()
	a, _ := f.Quota()
	b, _ := g.Quota()
	var in [2][]bool
	if p := parts[0]; alike && f.UnitVotes() && g.UnitVotes() {
		low, high := max(0, a+b-n), min(a, b)
		slack := func(c int) int { return c*p.slack - (b-c)*p.largest }
		value = both{low * p.least, min(slack(low), slack(high)), b * p.largest}
		in = [2][]bool{make([]bool, n), make([]bool, n)}
		for i := range n {
			in[0][i], in[1][i] = i < a, i >= n-b
		}
	} else if value, in, err = chosen(ctx, f, g, a, b, parts); err != nil {
		return value, pair, err
	}
	for i := range n {
		switch {
		case in[0][i] && in[1][i]:
			pair[0], pair[1] = pair[0].Union(pairs[i][0]), pair[1].Union(pairs[i][1])
		case in[0][i]:
			pair[0] = pair[0].Union(pairs[i][0])
		case in[1][i]:
			pair[1] = pair[1].Union(pairs[i][1])
		}
	}
	return value, pair, nil
}

// chosen goes through the sums of votes of two gates, part by part.
func chosen(ctx context.Context, f, g quorum.Formula, a, b int, parts []both) (value both, in [2][]bool, err error) {
	n, states := len(parts), (a+1)*(b+1)
	if states > mostStates/n {
		return value, in, &quorum.LimitError{Cause: errors.New("a gate of the formula has too many sums of votes")}
	}
	if err := memory.Ask(ctx, "the sums of votes", states, 4*n+48); err != nil {
		return value, in, err
	}
	const none = 1 << 40
	unit := f.UnitVotes() && g.UnitVotes()
	empty := slices.Repeat([]both{{none, none, -none}}, states)
	now, from := slices.Clone(empty), make([][]int32, n) // 4 times the sums before, and the step
	now[0] = both{}
	poll := par.NewPoll(ctx)
	for i, p := range parts {
		next := slices.Clone(empty)
		from[i] = make([]int32, states)
		for s, old := range now {
			if err := poll.Work(4); err != nil {
				return value, in, err
			}
			if old.least == none {
				continue
			}
			for step := range 4 { // bit 0: a quorum of the first, bit 1: of the second
				x, y, add := s/(b+1), s%(b+1), both{}
				needless := unit && (step&1 != 0 && x == a || step&2 != 0 && y == b) // no least quorum has it
				if step&1 != 0 {
					x = min(a, x+f.PartVotes(i))
				}
				if step&2 != 0 {
					y, add = min(b, y+g.PartVotes(i)), both{0, -p.largest, p.largest}
				}
				if step == 3 {
					add.least, add.slack = p.least, p.slack
				}
				k := x*(b+1) + y
				if to := &next[k]; old.least+add.least < to.least {
					to.least, from[i][k] = old.least+add.least, int32(4*s+step)
				}
				if to := &next[k]; old.slack < none && !needless {
					to.slack, to.largest = min(to.slack, old.slack+add.slack), max(to.largest, old.largest+add.largest)
				}
			}
		}
		now = next
	}
	in = [2][]bool{make([]bool, n), make([]bool, n)}
	for i, s := n-1, int32(states-1); i >= 0; i-- {
		in[0][i], in[1][i] = from[i][s]&1 != 0, from[i][s]&2 != 0
		s = from[i][s] / 4
	}
	return now[states-1], in, nil
}

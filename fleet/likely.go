package fleet

import (
	"cmp"
	"context"
	"maps"
	"math/big"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// likely is a family of sets of nodes that is best for the availability. It is closed upwards, and
// does not tell apart nodes or zones that are alike. It is kept by states: a state says how many
// nodes of each crash probability are alive in each zone, with alike zones sorted.
type likely struct {
	kinds  []zoneKind
	zones  []*zoneKind // the zones, kind by kind
	states [][]uint16  // for each state, the nodes alive in each zone
	index  map[string]int
	above  [][]int    // the states with one node more
	gain   []*big.Int // w(S) - w(V∖S) over all sets of the state, times whole
	whole  *big.Int
	live   []bool
	by     string
}

// zoneKind is a class of zones that are alike. A node of no zone, or of a zone that never fails, is
// a zone.
type zoneKind struct {
	zones  [][][]int // of each zone, the nodes by crash probability
	sizes  []int     // how many nodes of each crash probability
	states int
	weight []*big.Int // indexed by the state
	whole  *big.Int
}

// counts returns how many nodes of each crash probability are alive at a state of a zone.
func (k *zoneKind) counts(state int) []int {
	out := make([]int, len(k.sizes))
	for i, s := range k.sizes {
		out[i], state = state%(s+1), state/(s+1)
	}
	return out
}

// alive returns how many nodes are alive at a state of a zone.
func (k *zoneKind) alive(state uint16) int {
	sum := 0
	for _, c := range k.counts(int(state)) {
		sum += c
	}
	return sum
}

// maxLikely is the greatest number of states.
const maxLikely = 20_000

// kindsOf returns the zones of a fleet, grouped by kind: zones of one kind are alike.
func kindsOf(f *Fleet) []zoneKind {
	crash, failing := f.crashes()
	kinds := map[string]*zoneKind{}
	for nodes, down := range f.together(failing) {
		slices.SortStableFunc(nodes, func(a, b int) int { return crash[a].Cmp(crash[b]) })
		var classes [][]int
		name := down.RatString()
		for i, v := range nodes {
			if i == 0 || crash[v].Cmp(crash[nodes[i-1]]) != 0 {
				classes = append(classes, nil)
			}
			name += " " + crash[v].RatString()
			classes[len(classes)-1] = append(classes[len(classes)-1], v)
		}
		if kinds[name] == nil {
			k, steps := &zoneKind{states: 1}, []int{}
			for _, c := range classes {
				k.sizes = append(k.sizes, len(c))
				steps = append(steps, slices.Repeat([]int{k.states}, len(c))...)
				k.states *= len(c) + 1
			}
			k.weight, k.whole = living(nodes, steps, crash, down)
			kinds[name] = k
		}
		kinds[name].zones = append(kinds[name].zones, classes)
	}
	var out []zoneKind
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		out = append(out, *kinds[name])
	}
	return out
}

// newLikely lists the states; nil if there are too many.
func newLikely(ctx context.Context, f *Fleet) (*likely, error) {
	l := &likely{kinds: kindsOf(f), index: map[string]int{}, whole: big.NewInt(1)}
	number := big.NewInt(1)
	for i := range l.kinds {
		k := &l.kinds[i]
		m := int64(len(k.zones))
		l.zones = append(l.zones, slices.Repeat([]*zoneKind{k}, len(k.zones))...)
		number.Mul(number, new(big.Int).Binomial(int64(k.states)+m-1, m))
		l.whole.Mul(l.whole, new(big.Int).Exp(k.whole, big.NewInt(m), nil))
	}
	if number.Cmp(big.NewInt(maxLikely)) > 0 {
		return nil, nil
	}
	if err := memory.Ask(ctx, "sets of survivors", int(number.Int64()), 200+8*f.N()); err != nil {
		return nil, err
	}
	state := make([]uint16, len(l.zones))
	var list func(at int)
	list = func(at int) {
		if at == len(l.zones) {
			l.index[key(state)] = len(l.states)
			l.states = append(l.states, slices.Clone(state))
			return
		}
		from := 0
		if at > 0 && l.zones[at] == l.zones[at-1] {
			from = int(state[at-1])
		}
		for s := from; s < l.zones[at].states; s++ {
			state[at] = uint16(s)
			list(at + 1)
		}
	}
	list(0)
	weights := make([]*big.Int, len(l.states))
	for i, s := range l.states {
		weights[i] = l.weigh(s)
	}
	for i, s := range l.states {
		if err := par.Ended(ctx); err != nil {
			return nil, err
		}
		l.gain = append(l.gain, new(big.Int).Sub(weights[i], weights[l.place(l.complement(s))]))
		l.above = append(l.above, l.next(s))
	}
	return l, nil
}

func key(state []uint16) string {
	b := make([]byte, 0, 2*len(state))
	for _, s := range state {
		b = append(b, byte(s), byte(s>>8))
	}
	return string(b)
}

// place returns the number of a state, whose zones it sorts.
func (l *likely) place(state []uint16) int {
	rest := state
	for _, k := range l.kinds {
		slices.Sort(rest[:len(k.zones)])
		rest = rest[len(k.zones):]
	}
	return l.index[key(state)]
}

// weigh returns the probability of all sets of a state, times whole.
func (l *likely) weigh(state []uint16) *big.Int {
	w := big.NewInt(1)
	alike, run := int64(0), int64(0) // zones of this kind so far, and how many of them are at this state
	for at, k := range l.zones {
		if at == 0 || k != l.zones[at-1] {
			alike, run = 0, 0
		} else if state[at] != state[at-1] {
			run = 0
		}
		alike, run = alike+1, run+1
		w.Mul(w, k.weight[state[at]])
		w.Mul(w, big.NewInt(alike)) // the arrangements of one more zone follow from those without it
		w.Quo(w, big.NewInt(run))
	}
	return w
}

func (l *likely) complement(state []uint16) []uint16 {
	out := make([]uint16, len(state))
	for at, k := range l.zones {
		out[at] = uint16(k.states-1) - state[at]
	}
	return out
}

func (l *likely) next(state []uint16) []int {
	var out []int
	for at, k := range l.zones {
		step := 1
		for i, alive := range k.counts(int(state[at])) {
			if alive < k.sizes[i] {
				more := slices.Clone(state)
				more[at] += uint16(step)
				out = append(out, l.place(more))
			}
			step *= k.sizes[i] + 1
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// solve sets live to the least of the families that are closed upwards and have the greatest gain,
// and returns 1 plus that gain.
func (l *likely) solve(ctx context.Context) (*big.Rat, error) {
	l.by = "likelihood rule"
	l.live = make([]bool, len(l.states))
	order := make([]int, len(l.states))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.alive(a), l.alive(b)) })
	closed := true
	for _, i := range order {
		if l.live[i] = l.live[i] || l.gain[i].Sign() > 0; !l.live[i] {
			continue
		}
		closed = closed && l.gain[i].Sign() >= 0
		for _, j := range l.above[i] {
			l.live[j] = true
		}
	}
	if !closed {
		l.by = "minimum cut of the sets of survivors"
		var err error
		if l.live, err = maxClosure(ctx, l.gain, l.above); err != nil {
			return nil, err
		}
	}
	sum := new(big.Int).Set(l.whole)
	for i, live := range l.live {
		if live {
			sum.Add(sum, l.gain[i])
		}
	}
	return new(big.Rat).SetFrac(sum, l.whole), nil
}

// alive returns how many nodes are alive at state i.
func (l *likely) alive(i int) int {
	sum := 0
	for at, k := range l.zones {
		sum += k.alive(l.states[i][at])
	}
	return sum
}

// patterns returns how many nodes of each zone are alive at the minimal live states.
func (l *likely) patterns() [][]int {
	least := slices.Clone(l.live)
	for i, live := range l.live {
		if live {
			for _, j := range l.above[i] {
				least[j] = false
			}
		}
	}
	var out [][]int
	for i, here := range least {
		if !here {
			continue
		}
		var pattern []int
		for at, k := range l.zones {
			pattern = append(pattern, k.alive(l.states[i][at]))
		}
		slices.SortFunc(pattern, func(a, b int) int { return b - a })
		out = append(out, pattern)
	}
	slices.SortFunc(out, slices.Compare)
	return slices.CompactFunc(out, slices.Equal)
}

// table returns the family over the nodes.
func (l *likely) table(n int) sets.Table {
	t := sets.NewTable(n)
	for x := range 1 << n {
		var state []uint16
		for _, k := range l.kinds {
			for _, zone := range k.zones {
				s, step := 0, 1
				for i, nodes := range zone {
					for _, v := range nodes {
						s += step * (x >> v & 1)
					}
					step *= k.sizes[i] + 1
				}
				state = append(state, uint16(s))
			}
		}
		if l.live[l.place(state)] {
			t.Add(x)
		}
	}
	return t
}

// floors returns a function that rounds a number down to one of some of the given numbers, no more
// than most. The least given number is among them.
func floors(of []*big.Rat, most int) func(*big.Rat) *big.Rat {
	sorted := slices.Clone(of)
	slices.SortFunc(sorted, (*big.Rat).Cmp)
	sorted = slices.CompactFunc(sorted, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	var keep []*big.Rat
	for i := range min(most, len(sorted)) {
		keep = append(keep, sorted[i*len(sorted)/min(most, len(sorted))])
	}
	return func(x *big.Rat) *big.Rat {
		i := len(keep) - 1
		for keep[i].Cmp(x) > 0 {
			i--
		}
		return keep[i]
	}
}

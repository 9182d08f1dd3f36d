package readonce

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// maxFormulaProducts bounds the products of big numbers in one measurement of live sets or
// availability, in units of about a nanosecond.
const maxFormulaProducts = 8e9

var errFormulaProducts = errors.New("the products over the votes of its gates take too long")

// Live counts the live node sets of a read-once formula by size, exactly.
//
// The generating function Σ_s counts[s]·z^s of the sets on which a gate holds is, the parts being
// on disjoint node sets,
//
//	Σ over sets S of parts with the quota of Π_{x∈S} live_x(z) · Π_{x∉S} ((1+z)^{n_x} - live_x(z)),
//
// summed by dynamic programming over the number of votes; parts with equal votes and equal
// functions are taken together, by binomial coefficients. Polynomials are computed as their values
// at z = 2^(n+1): every coefficient counts different sets of nodes, so it is at most 2^n, and can
// be read off the digits (Kronecker). Nodes that do not occur in the formula multiply by 1+z.
//
// The error is that of Check, or names the limit that was met, or says that ctx has ended.
func Live(ctx context.Context, f quorum.Formula) ([]*big.Int, error) {
	if err := Check(f); err != nil {
		return nil, err
	}
	n := f.N()
	if n > maxLiveNodes {
		return nil, fmt.Errorf("more than %d nodes", maxLiveNodes)
	}
	z := new(big.Int).Lsh(big.NewInt(1), uint(n+1))
	one := big.NewInt(1)
	c := &stateCounter{ctx: ctx, poll: par.NewPoll(ctx), leaf: func(int) (live, dead *big.Int) { return z, one }}
	live := c.count(f).live
	if c.err != nil {
		return nil, c.err
	}
	unused := n
	for range f.Leaves() {
		unused--
	}
	if unused > 0 {
		live = new(big.Int).Mul(live, new(big.Int).Exp(new(big.Int).Add(z, one), big.NewInt(int64(unused)), nil))
	}
	counts := make([]*big.Int, n+1)
	mask := new(big.Int).Sub(z, one)
	digits := new(big.Int)
	for i := range counts {
		if err := par.Ended(ctx); err != nil {
			return nil, err
		}
		digits.Rsh(live, uint(i*(n+1)))
		counts[i] = new(big.Int).And(digits, mask)
	}
	return counts, nil
}

// Availability returns the probability that the nodes that survive contain a quorum, where node v
// fails with probability fail[v], independently of the others: exactly, by the recursion of
// Live with the numbers 1 - p_v and p_v in the place of z and 1. It panics unless fail has one
// number in 0..1 for each node.
//
// The error is that of Check, or says that it would take too long or that ctx has ended.
func Availability(ctx context.Context, f quorum.Formula, fail []*big.Rat) (*big.Rat, error) {
	if len(fail) != f.N() {
		panic(fmt.Sprintf("readonce: Availability: %d probabilities for %d nodes", len(fail), f.N()))
	}
	poll := par.NewPoll(ctx)
	for _, p := range fail {
		if poll.Err() != nil {
			return nil, par.Ended(ctx)
		}
		if p.Sign() < 0 || p.Num().Cmp(p.Denom()) > 0 {
			panic(fmt.Sprintf("readonce: Availability: %v is no probability", p))
		}
	}
	if err := cmp.Or(fits(ctx, f), Check(f)); err != nil {
		return nil, err
	}
	// Numerators alone are multiplied; live and dead have the same denominator, their sum.
	c := &stateCounter{ctx: ctx, poll: par.NewPoll(ctx), leaf: func(v int) (live, dead *big.Int) {
		return new(big.Int).Sub(fail[v].Denom(), fail[v].Num()), fail[v].Num()
	}}
	s := c.count(f)
	if c.err != nil {
		return nil, c.err
	}
	return new(big.Rat).SetFrac(s.live, new(big.Int).Add(s.live, s.dead)), nil
}

// stateCounter adds up products of numbers of live and of dead parts. Once there is an error, all
// its products are 0.
type stateCounter struct {
	ctx  context.Context
	poll par.Poll
	leaf func(v int) (live, dead *big.Int)
	cost float64
	err  error
}

// state holds the contributions of a part: live if it holds, and dead if it does not.
type state struct{ live, dead *big.Int }

// product returns a·b.
func (c *stateCounter) product(a, b *big.Int) *big.Int {
	p := new(big.Int)
	if c.err != nil {
		return p
	}
	x, y := float64(a.BitLen()/64+1), float64(b.BitLen()/64+1)
	small, large := min(x, y), max(x, y)
	c.cost += 30 + large/small*math.Pow(small, 1.585) // Karatsuba's, piece by piece
	if c.cost > maxFormulaProducts {
		c.err = errFormulaProducts
	} else {
		c.err = par.Ended(c.ctx)
	}
	if c.err == nil {
		p.Mul(a, b)
	}
	return p
}

// addProduct adds a·b to sum.
func (c *stateCounter) addProduct(sum, a, b *big.Int) { sum.Add(sum, c.product(a, b)) }

// power returns a^k.
func (c *stateCounter) power(a *big.Int, k int) *big.Int {
	p := big.NewInt(1)
	square := a
	for ; k > 0; k >>= 1 {
		if k&1 == 1 {
			p = c.product(p, square)
		}
		if k > 1 {
			square = c.product(square, square)
		}
	}
	return p
}

func (c *stateCounter) count(f quorum.Formula) state {
	if v, ok := f.Leaf(); ok {
		live, dead := c.leaf(v)
		return state{live, dead}
	}
	byVotes := map[int][]state{}
	all, rest := big.NewInt(1), 0
	for i := range f.Len() {
		byVotes[f.PartVotes(i)] = append(byVotes[f.PartVotes(i)], c.count(f.Part(i)))
		rest += f.PartVotes(i)
		if c.err == nil && c.poll.Err() != nil {
			c.err = par.Ended(c.ctx)
		}
		if c.err != nil {
			return state{new(big.Int), new(big.Int)}
		}
	}
	quota, _ := f.Quota()
	live := new(big.Int)
	before := map[int]*big.Int{0: big.NewInt(1)} // by the votes of live parts, below the quota
	type part struct {
		votes int
		class *stateClass
	}
	var classes []part
	for _, votes := range slices.Backward(slices.Sorted(maps.Keys(byVotes))) {
		class := c.class(byVotes[votes])
		classes = append(classes, part{votes, class})
		all = c.product(all, class.all)
	}
	for k, p := range classes {
		rest -= p.votes * p.class.size
		others := big.NewInt(1) // of the classes to come, in any state
		for _, q := range classes[k+1:] {
			others = c.product(others, q.class.all)
		}
		after, won := map[int]*big.Int{}, new(big.Int)
		for _, s := range slices.Sorted(maps.Keys(before)) {
			last := (quota - s + p.votes - 1) / p.votes
			if last <= p.class.size {
				c.addProduct(won, before[s], p.class.atLeast(c, last))
			}
			for j := max(0, (quota-rest-s+p.votes-1)/p.votes); j < last && j <= p.class.size && c.err == nil; j++ {
				to := s + j*p.votes
				if after[to] == nil {
					after[to] = new(big.Int)
				}
				c.addProduct(after[to], before[s], p.class.exactly(c, j))
			}
		}
		c.addProduct(live, won, others)
		before = after
	}
	return state{live, new(big.Int).Sub(all, live)}
}

// stateClass holds the parts of a gate with equal votes.
type stateClass struct {
	size  int
	kinds []stateKind
	all   *big.Int   // Π (live + dead)
	table []*big.Int // if there are several kinds, of each number of live parts
	exact map[int]*big.Int
	tails map[int]*big.Int
}

// stateKind is a state with the number of parts that have it.
type stateKind struct {
	state
	size int
}

func (c *stateCounter) class(states []state) *stateClass {
	class := &stateClass{size: len(states), all: big.NewInt(1), exact: map[int]*big.Int{}, tails: map[int]*big.Int{}}
	place := map[string]int{}
	for _, s := range states {
		key := string(s.live.Bytes()) + "/" + string(s.dead.Bytes())
		k, ok := place[key]
		if !ok {
			k = len(class.kinds)
			place[key] = k
			class.kinds = append(class.kinds, stateKind{state: s})
		}
		class.kinds[k].size++
	}
	for _, k := range class.kinds {
		class.all = c.product(class.all, c.power(new(big.Int).Add(k.live, k.dead), k.size))
	}
	return class
}

// exactly returns the sum for j live parts of the class.
func (t *stateClass) exactly(c *stateCounter, j int) *big.Int {
	if len(t.kinds) > 1 {
		if t.table == nil {
			t.tabulate(c)
		}
		if c.err != nil {
			return new(big.Int)
		}
		return t.table[j]
	}
	if v := t.exact[j]; v != nil {
		return v
	}
	k := t.kinds[0]
	v := c.product(c.power(k.live, j), c.power(k.dead, t.size-j))
	v = c.product(v, new(big.Int).Binomial(int64(t.size), int64(j)))
	t.exact[j] = v
	return v
}

// tabulate adds the parts one after the other. The table is cut off where there is an error.
func (t *stateClass) tabulate(c *stateCounter) {
	t.table = []*big.Int{big.NewInt(1)}
	for _, k := range t.kinds {
		for range k.size {
			if c.err != nil {
				return
			}
			next := make([]*big.Int, len(t.table)+1)
			for j := range next {
				next[j] = new(big.Int)
			}
			for j, v := range t.table {
				c.addProduct(next[j], v, k.dead)
				c.addProduct(next[j+1], v, k.live)
			}
			t.table = next
		}
	}
}

// atLeast returns the sum for j live parts or more.
func (t *stateClass) atLeast(c *stateCounter, j int) *big.Int {
	if v := t.tails[j]; v != nil {
		return v
	}
	v := new(big.Int)
	switch {
	case j <= 0:
		v = t.all
	case len(t.kinds) > 1:
		if t.exactly(c, j); c.err != nil {
			return v
		}
		for _, e := range t.table[j:] {
			v.Add(v, e)
		}
	default:
		// Horner: Σ_{i>=j} C(m,i) live^i dead^(m-i) = live^j · (... (C(m,m)·live +
		// C(m,m-1)·dead)·live + ...).
		k := t.kinds[0]
		dead := big.NewInt(1)
		v.SetInt64(1)
		binomial := big.NewInt(1)
		for i := t.size - 1; i >= j && c.err == nil; i-- {
			dead = c.product(dead, k.dead)
			v = c.product(v, k.live)
			binomial.Mul(binomial, big.NewInt(int64(i+1))) // C(m, i) = C(m, i+1)·(i+1)/(m-i)
			binomial.Quo(binomial, big.NewInt(int64(t.size-i)))
			c.addProduct(v, binomial, dead)
		}
		v = c.product(v, c.power(k.live, j))
	}
	t.tails[j] = v
	return v
}

package readonce

import (
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
// at z = 2^(n+1): all coefficients that occur count different sets of nodes, and so are at most
// 2^n, and can be read off the digits (Kronecker). Nodes that do not occur in the formula multiply
// by 1+z.
//
// The error is that of Check, or says what limit was met or that ctx has ended.
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
	s, err := c.count(f)
	if err != nil {
		return nil, err
	}
	live := s.live
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
	if err := fits(ctx, f); err != nil {
		return nil, err
	}
	if err := Check(f); err != nil {
		return nil, err
	}
	// Numerators alone are multiplied; live and dead have the same denominator, their sum.
	c := &stateCounter{ctx: ctx, poll: par.NewPoll(ctx), leaf: func(v int) (live, dead *big.Int) {
		return new(big.Int).Sub(fail[v].Denom(), fail[v].Num()), fail[v].Num()
	}}
	s, err := c.count(f)
	if err != nil {
		return nil, err
	}
	return new(big.Rat).SetFrac(s.live, new(big.Int).Add(s.live, s.dead)), nil
}

// stateCounter adds up products of numbers of live and of dead parts.
type stateCounter struct {
	ctx  context.Context
	poll par.Poll
	leaf func(v int) (live, dead *big.Int)
	cost float64
}

// state is what a part contributes where it holds, and where it does not.
type state struct{ live, dead *big.Int }

// spend accounts for a product of numbers of so many bits.
func (c *stateCounter) spend(a, b *big.Int) error {
	x, y := float64(a.BitLen()/64+1), float64(b.BitLen()/64+1)
	small, large := min(x, y), max(x, y)
	c.cost += 30 + large/small*math.Pow(small, 1.585) // Karatsuba's, piece by piece
	if c.cost > maxFormulaProducts {
		return errFormulaProducts
	}
	return par.Ended(c.ctx)
}

func (c *stateCounter) product(a, b *big.Int) (*big.Int, error) {
	if err := c.spend(a, b); err != nil {
		return nil, err
	}
	return new(big.Int).Mul(a, b), nil
}

// addProduct adds a·b to sum.
func (c *stateCounter) addProduct(sum, a, b *big.Int) error {
	p, err := c.product(a, b)
	if err == nil {
		sum.Add(sum, p)
	}
	return err
}

// power returns a^k.
func (c *stateCounter) power(a *big.Int, k int) (*big.Int, error) {
	p := big.NewInt(1)
	square := a
	for ; k > 0; k >>= 1 {
		var err error
		if k&1 == 1 {
			if p, err = c.product(p, square); err != nil {
				return nil, err
			}
		}
		if k > 1 {
			if square, err = c.product(square, square); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

func (c *stateCounter) count(f quorum.Formula) (state, error) {
	if v, ok := f.Leaf(); ok {
		live, dead := c.leaf(v)
		return state{live, dead}, nil
	}
	byVotes := map[int][]state{}
	all, rest := big.NewInt(1), 0
	for i := range f.Len() {
		s, err := c.count(f.Part(i))
		if err == nil && c.poll.Err() != nil {
			err = par.Ended(c.ctx)
		}
		if err != nil {
			return state{}, err
		}
		byVotes[f.PartVotes(i)] = append(byVotes[f.PartVotes(i)], s)
		rest += f.PartVotes(i)
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
		class, err := c.class(byVotes[votes])
		if err != nil {
			return state{}, err
		}
		classes = append(classes, part{votes, class})
		if all, err = c.product(all, class.all); err != nil {
			return state{}, err
		}
	}
	for k, p := range classes {
		rest -= p.votes * p.class.size
		others := big.NewInt(1) // of the classes to come, in any state
		for _, q := range classes[k+1:] {
			var err error
			if others, err = c.product(others, q.class.all); err != nil {
				return state{}, err
			}
		}
		after, won := map[int]*big.Int{}, new(big.Int)
		for _, s := range slices.Sorted(maps.Keys(before)) {
			last := (quota - s + p.votes - 1) / p.votes
			if last <= p.class.size {
				tail, err := p.class.atLeast(c, last)
				if err != nil {
					return state{}, err
				}
				if err := c.addProduct(won, before[s], tail); err != nil {
					return state{}, err
				}
			}
			for j := max(0, (quota-rest-s+p.votes-1)/p.votes); j < last && j <= p.class.size; j++ {
				e, err := p.class.exactly(c, j)
				if err != nil {
					return state{}, err
				}
				to := s + j*p.votes
				if after[to] == nil {
					after[to] = new(big.Int)
				}
				if err := c.addProduct(after[to], before[s], e); err != nil {
					return state{}, err
				}
			}
		}
		if err := c.addProduct(live, won, others); err != nil {
			return state{}, err
		}
		before = after
	}
	return state{live, new(big.Int).Sub(all, live)}, nil
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

func (c *stateCounter) class(states []state) (*stateClass, error) {
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
		p, err := c.power(new(big.Int).Add(k.live, k.dead), k.size)
		if err == nil {
			class.all, err = c.product(class.all, p)
		}
		if err != nil {
			return nil, err
		}
	}
	return class, nil
}

// exactly returns the sum for j live parts of the class.
func (t *stateClass) exactly(c *stateCounter, j int) (*big.Int, error) {
	if len(t.kinds) > 1 {
		if t.table == nil {
			if err := t.tabulate(c); err != nil {
				return nil, err
			}
		}
		return t.table[j], nil
	}
	if v := t.exact[j]; v != nil {
		return v, nil
	}
	k := t.kinds[0]
	live, err := c.power(k.live, j)
	if err != nil {
		return nil, err
	}
	dead, err := c.power(k.dead, t.size-j)
	if err != nil {
		return nil, err
	}
	v, err := c.product(live, dead)
	if err == nil {
		v, err = c.product(v, new(big.Int).Binomial(int64(t.size), int64(j)))
	}
	t.exact[j] = v
	return v, err
}

// tabulate adds the parts one after the other.
func (t *stateClass) tabulate(c *stateCounter) error {
	t.table = []*big.Int{big.NewInt(1)}
	for _, k := range t.kinds {
		for range k.size {
			next := make([]*big.Int, len(t.table)+1)
			for j := range next {
				next[j] = new(big.Int)
			}
			for j, v := range t.table {
				if err := c.addProduct(next[j], v, k.dead); err != nil {
					return err
				}
				if err := c.addProduct(next[j+1], v, k.live); err != nil {
					return err
				}
			}
			t.table = next
		}
	}
	return nil
}

// atLeast returns the sum for j live parts or more.
func (t *stateClass) atLeast(c *stateCounter, j int) (*big.Int, error) {
	if v := t.tails[j]; v != nil {
		return v, nil
	}
	v := new(big.Int)
	switch {
	case j <= 0:
		v = t.all
	case len(t.kinds) > 1:
		if _, err := t.exactly(c, j); err != nil {
			return nil, err
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
		for i := t.size - 1; i >= j; i-- {
			var err error
			if dead, err = c.product(dead, k.dead); err != nil {
				return nil, err
			}
			if v, err = c.product(v, k.live); err != nil {
				return nil, err
			}
			binomial.Mul(binomial, big.NewInt(int64(i+1))) // C(m, i) = C(m, i+1)·(i+1)/(m-i)
			binomial.Quo(binomial, big.NewInt(int64(t.size-i)))
			if err := c.addProduct(v, binomial, dead); err != nil {
				return nil, err
			}
		}
		front, err := c.power(k.live, j)
		if err != nil {
			return nil, err
		}
		if v, err = c.product(v, front); err != nil {
			return nil, err
		}
	}
	t.tails[j] = v
	return v, nil
}

package quorum

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
)

// FormulaShape holds figures of the quorums of a formula that need no list.
type FormulaShape struct {
	Quorums              *big.Int   // how many there are
	MinQuorum, MaxQuorum int        // their least and greatest size
	Responsibilities     []*big.Int // of each node, the number of quorums that it is in; not to be written to
}

// maxShapeWork bounds the big-number products of Shape; some seconds' worth of them.
const maxShapeWork = 4_000_000

// Shape returns the figures of a read-once formula. It is an error if a node occurs twice,
// or if votes take more than 4,000,000 products of big numbers (the parts of one gate
// times its quota is a bound of half their number, and parts of equal votes and equal
// numbers of quorums count as one product: majority of 20,000 is one product).
//
// At a gate whose parts have c_i quorums, and disjoint nodes, the number of quorums is Σ
// Π_{i∈S} c_i over the minimal coalitions S (see MinimalSets). In the order from the most
// votes to the fewest a coalition is minimal iff it lacks the quota without its last part.
// So with the parts in classes of equal votes w, the heaviest class first, and with e_j
// the elementary symmetric function of the c_i of a class,
//
//	B_1(0) = 1,  B_{k+1}(s + jw) = Σ_j B_k(s)·e_j over s + jw < quota,
//	quorums = Σ_k Σ_s B_k(s)·e_j,  j the least with s + jw >= quota,
//
// and the quorums with a node of part i are those with the node in part i, times the
// number of ways to complete it: the same sums with part i fixed. Sizes are found in the
// same way, by the j smallest or largest parts of a class.
//
// The error is a *memory.Error where the figures of all gates do not fit, or the cause of ctx.
func (f Formula) Shape(ctx context.Context) (FormulaShape, error) {
	sizes, err := f.sizes(ctx)
	if err != nil {
		return FormulaShape{}, err
	}
	c := &counter{work: maxShapeWork, poll: par.NewPoll(ctx)}
	t := c.count(f.gate)
	if c.work <= 0 {
		return FormulaShape{}, unfinished(ctx)
	}
	s := FormulaShape{Quorums: t.quorums, MinQuorum: sizes.least, MaxQuorum: sizes.greatest, Responsibilities: make([]*big.Int, f.n)}
	c.responsibilities(t, big.NewInt(1), s.Responsibilities)
	if c.work <= 0 {
		return FormulaShape{}, unfinished(ctx)
	}
	for v, r := range s.Responsibilities {
		if r == nil {
			s.Responsibilities[v] = new(big.Int)
		}
	}
	return s, nil
}

// counter counts the quorums of gates; work is the number of products that are left, none once ctx
// has ended.
type counter struct {
	work int
	poll par.Poll
}

// spend counts products of numbers, the largest of so many words, and reports whether to go on.
func (c *counter) spend(products int, of *big.Int) bool {
	if c.work -= products; c.work <= 0 || c.poll.Work(products*(of.BitLen()+64)) != nil {
		c.work = min(c.work, 0)
	}
	return c.work > 0
}

// counted is a gate with the figures of its parts.
type counted struct {
	gate    *gate
	quorums *big.Int
	parts   []*counted
	classes []voteClass
	rest    []int // rest[k] is the number of votes of the classes from k on
}

// voteClass holds the parts of a gate that have equal votes.
type voteClass struct {
	votes   int
	members []int // places in parts
	kinds   []kind
	table   []*big.Int // e_j, if there is more than one kind
}

// kind counts the members of a class with the same number of quorums.
type kind struct {
	quorums *big.Int
	members []int
}

// classesOf returns the parts of a gate in classes of equal votes, the most votes first,
// and the number of votes of the classes from k on, for each k and for none.
func (g *gate) classesOf() ([]voteClass, []int) {
	by := map[int][]int{}
	for i := range g.parts {
		by[g.vote(i)] = append(by[g.vote(i)], i)
	}
	var classes []voteClass
	for _, v := range slices.Backward(slices.Sorted(maps.Keys(by))) {
		classes = append(classes, voteClass{votes: v, members: by[v]})
	}
	rest := make([]int, len(classes)+1)
	for k := len(classes) - 1; k >= 0; k-- {
		rest[k] = rest[k+1] + classes[k].votes*len(classes[k].members)
	}
	return classes, rest
}

// fewest returns how many parts of class k it takes so that s votes, with all later classes,
// still reach the quota; most is how many of them reach it alone.
func fewest(quota, s, votes, rest int) (fewest, most int) {
	return max(0, (quota-rest-s+votes-1)/votes), (quota - s + votes - 1) / votes
}

func (c *counter) count(g *gate) *counted {
	t := &counted{gate: g}
	if g.isLeaf() {
		t.quorums = big.NewInt(1)
		return t
	}
	t.parts = make([]*counted, len(g.parts))
	for i, p := range g.parts {
		if t.parts[i] = c.count(p); c.poll.Err() != nil {
			c.work = 0
		}
		if c.work <= 0 {
			t.quorums = new(big.Int)
			return t
		}
	}
	t.classes, t.rest = g.classesOf()
	for k := range t.classes {
		t.classes[k].kinds = t.kindsOf(t.classes[k].members)
	}
	t.quorums = new(big.Int)
	if c.work <= 0 {
		return t
	}
	before := map[int]*big.Int{0: big.NewInt(1)}
	for k := range t.classes {
		before = c.step(t, k, before, t.quorums)
	}
	return t
}

// kindsOf sorts members by their number of quorums.
func (t *counted) kindsOf(members []int) []kind {
	var kinds []kind
	place := map[string]int{}
	for _, i := range members {
		q := t.parts[i].quorums
		key := string(q.Bytes())
		k, ok := place[key]
		if !ok {
			k = len(kinds)
			place[key] = k
			kinds = append(kinds, kind{quorums: q})
		}
		kinds[k].members = append(kinds[k].members, i)
	}
	return kinds
}

// step goes over class k: it adds the coalitions that end in it to ended, and returns the
// ways to reach each number of votes below the quota that can still lead to it.
func (c *counter) step(t *counted, k int, before map[int]*big.Int, ended *big.Int) map[int]*big.Int {
	class := &t.classes[k]
	after := map[int]*big.Int{}
	var product big.Int
	for s, b := range before {
		from, last := fewest(t.gate.quota, s, class.votes, t.rest[k+1])
		if last <= len(class.members) {
			ended.Add(ended, product.Mul(b, c.elementary(class, last)))
		}
		for j := from; j < last && j <= len(class.members); j++ {
			if !c.spend(1, b) {
				return after
			}
			to := s + j*class.votes
			if after[to] == nil {
				after[to] = new(big.Int)
			}
			after[to].Add(after[to], product.Mul(b, c.elementary(class, j)))
		}
	}
	return after
}

// elementary returns e_j of the members' numbers of quorums.
func (c *counter) elementary(class *voteClass, j int) *big.Int {
	if len(class.kinds) == 1 {
		return c.power(class.kinds[0], j)
	}
	if class.table == nil {
		class.table = []*big.Int{big.NewInt(1)}
		for _, k := range class.kinds {
			factor := make([]*big.Int, len(k.members)+1)
			for i := range factor {
				if factor[i] = new(big.Int); c.work > 0 {
					factor[i] = c.power(k, i)
				}
			}
			class.table = c.multiplied(class.table, factor)
		}
	}
	if j >= len(class.table) { // the work ran out
		return new(big.Int)
	}
	return class.table[j]
}

// power returns e_j of members of one kind, C(members, j)·quorums^j.
func (c *counter) power(k kind, j int) *big.Int {
	c.spend(1, k.quorums)
	p := new(big.Int).Binomial(int64(len(k.members)), int64(j))
	if k.quorums.BitLen() > 1 {
		p.Mul(p, new(big.Int).Exp(k.quorums, big.NewInt(int64(j)), nil))
	}
	return p
}

// multiplied returns the product of two polynomials.
func (c *counter) multiplied(a, b []*big.Int) []*big.Int {
	out := make([]*big.Int, len(a)+len(b)-1)
	for i := range out {
		out[i] = new(big.Int)
	}
	var product big.Int
	for i, x := range a {
		if !c.spend(len(b), x) {
			break
		}
		for j, y := range b {
			out[i+j].Add(out[i+j], product.Mul(x, y))
		}
	}
	return out
}

// responsibilities enters the responsibilities of the nodes of a gate. The quorums of the formula
// contain each quorum of the gate as often as times says.
func (c *counter) responsibilities(t *counted, times *big.Int, dst []*big.Int) {
	if c.poll.Err() != nil {
		c.work = 0
	}
	if t.gate.isLeaf() {
		dst[t.gate.node] = times
		return
	}
	before := map[int]*big.Int{0: big.NewInt(1)}
	memo := make([]map[int]*big.Int, len(t.classes))
	for k := range t.classes {
		class := &t.classes[k]
		for x, kd := range class.kinds {
			if c.work <= 0 {
				return
			}
			fewer := voteClass{votes: class.votes, members: class.members[1:], kinds: slices.Clone(class.kinds)}
			fewer.kinds[x].members = kd.members[1:]
			r := c.with(t, k, &fewer, before, memo)
			r.Mul(r, times)
			for _, i := range kd.members {
				c.responsibilities(t.parts[i], r, dst)
			}
		}
		if k+1 < len(t.classes) {
			before = c.step(t, k, before, new(big.Int))
		}
	}
}

// with counts the coalitions that hold one given part of class k, without the quorums of the part
// itself. fewer is the class without the part; before holds the ways to reach the class.
func (c *counter) with(t *counted, k int, fewer *voteClass, before map[int]*big.Int, memo []map[int]*big.Int) *big.Int {
	sum := new(big.Int)
	var product big.Int
	w := fewer.votes
	for s, b := range before {
		from, last := fewest(t.gate.quota, s, w, t.rest[k+1])
		for j := max(from, 1); j <= min(last, len(fewer.members)+1); j++ { // with j-1 others of the class
			if !c.spend(1, b) {
				return sum
			}
			product.Mul(b, c.elementary(fewer, j-1))
			sum.Add(sum, product.Mul(&product, c.ways(t, k+1, s+j*w, memo)))
		}
	}
	return sum
}

// ways returns the number of ways to go on to a minimal coalition from s votes with the
// classes from k on; 1 if s is the quota or more.
func (c *counter) ways(t *counted, k, s int, memo []map[int]*big.Int) *big.Int {
	q := t.gate.quota
	switch {
	case s >= q:
		return big.NewInt(1)
	case k == len(t.classes) || c.work <= 0:
		return new(big.Int)
	}
	if v := memo[k][s]; v != nil {
		return v
	}
	sum := new(big.Int)
	class := &t.classes[k]
	var product big.Int
	from, last := fewest(q, s, class.votes, t.rest[k+1])
	for j := from; j <= min(last, len(class.members)); j++ {
		if !c.spend(1, sum) {
			break
		}
		sum.Add(sum, product.Mul(c.elementary(class, j), c.ways(t, k+1, s+j*class.votes, memo)))
	}
	if memo[k] == nil {
		memo[k] = map[int]*big.Int{}
	}
	memo[k][s] = sum
	return sum
}

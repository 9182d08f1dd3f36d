package composed

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"coterie/internal/machine/par"
	"coterie/internal/solve/packing"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Composition is a composition of group or ordinary systems whose figures are sought.
type Composition struct {
	Outer      Part
	Inner      []Part          // the different inner systems
	At         func(v int) int // the index in Inner of the system in the place of the outer node v; -1 if v stays
	Everywhere bool            // whether no outer node stays
	Group      bool            // whether it is a group quorum system
	Groups     int             // its number of cartels
}

// Part is one of the systems that a composition is made of, with the figures of its listed quorums.
type Part struct {
	Figures
	Nodes   int
	Group   bool // whether it is a group quorum system
	Chooses int  // the size of the quorums where these are all sets of that size; else 0
	Cartels func(context.Context) ([]quorum.Family, error)
}

// ordinary reports whether all inner systems are ordinary ones.
func (c *Composition) ordinary() bool {
	return !slices.ContainsFunc(c.Inner, func(p Part) bool { return p.Group })
}

// Figures multiplies the figures of the parts where this is enough. Otherwise it counts on the
// listed outer quorums.
func (c *Composition) Figures(ctx context.Context) (Figures, error) {
	if c.multiplies() {
		size := c.Outer.Chooses
		switch {
		case len(c.Inner) == 1 && c.Outer.MinQuorum == c.Outer.MaxQuorum:
			return Product(c.Outer.Figures, c.Inner[0].Figures), nil
		case len(c.Inner) > 1 && size > 0 && c.Outer.Nodes <= maxChoosing:
			return c.choosingFigures(ctx, size)
		}
	}
	return c.Counted(ctx)
}

// multiplies reports whether ordinary systems with known figures are everywhere.
func (c *Composition) multiplies() bool {
	return c.Everywhere && c.ordinary() && c.Outer.Unknown == "" && !slices.ContainsFunc(c.Inner, func(p Part) bool { return p.Unknown != "" })
}

// Product returns the figures of a hierarchy whose outer quorums all have K nodes, with an
// ordinary system inside: M·c^K quorums, and r·c^(K-1) times the inner responsibility for the nodes
// in the place of a node that is in r outer quorums.
func Product(outer, inner Figures) Figures {
	k := outer.MinQuorum
	others := new(big.Int).Exp(inner.Quorums, bigOf(k-1), nil)
	product := func(a, b *big.Int) *big.Int {
		p := new(big.Int).Mul(a, b)
		return p.Mul(p, others)
	}
	method := ""
	if outer.Method != ClosedForm || inner.Method != ClosedForm {
		method = "product of figures: " + joined(outer.Method, inner.Method)
	}
	return Figures{
		Quorums:   product(outer.Quorums, inner.Quorums),
		MinQuorum: k * inner.MinQuorum, MaxQuorum: k * inner.MaxQuorum,
		MinResponsibility: product(outer.MinResponsibility, inner.MinResponsibility),
		MaxResponsibility: product(outer.MaxResponsibility, inner.MaxResponsibility),
		Degree:            outer.Degree,
		Method:            method,
	}
}

// maxChoosing bounds the outer nodes of choosingFigures: their products have some n²/2 steps for
// each different inner system.
const maxChoosing = 1000

// choosingFigures returns the figures of a hierarchy whose outer quorums are all sets of size
// nodes, with ordinary systems inside. With c_v the number of quorums of the system at node v, the
// number of quorums is the coefficient of x^size in the product of all 1 + c_v·x, and a node that
// is in r inner quorums at v is in r times the coefficient of x^(size-1) in the product without v.
func (c *Composition) choosingFigures(ctx context.Context, size int) (Figures, error) {
	n := c.Outer.Nodes
	product := make([]*big.Int, size+1) // the coefficients up to x^size
	for i := range product {
		product[i] = new(big.Int)
	}
	product[0].SetInt64(1)
	least, largest := make([]int, n), make([]int, n)
	methods := ClosedForm
	term := new(big.Int)
	for v := range n {
		if ctx.Err() != nil {
			return Figures{}, context.Cause(ctx)
		}
		in := c.Inner[c.At(v)]
		for i := min(v+1, size); i > 0; i-- {
			product[i].Add(product[i], term.Mul(product[i-1], in.Quorums))
		}
		least[v], largest[v] = in.MinQuorum, in.MaxQuorum
		if in.Method != ClosedForm {
			methods = "elementary symmetric polynomials of counted figures"
		}
	}
	slices.Sort(least)
	slices.Sort(largest)
	shape := Figures{Quorums: product[size], MinQuorum: sets.Sum(least[:size]), MaxQuorum: sets.Sum(largest[n-size:]), Method: methods}
	for _, in := range c.Inner {
		if ctx.Err() != nil {
			return Figures{}, context.Cause(ctx)
		}
		others := new(big.Int).Set(product[0]) // divided by 1 + c·x, coefficient by coefficient
		for i := 1; i < size; i++ {
			others.Sub(product[i], term.Mul(others, in.Quorums))
		}
		shape.Take(new(big.Int).Mul(others, in.MinResponsibility))
		shape.Take(new(big.Int).Mul(others, in.MaxResponsibility))
	}
	return shape, nil
}

// joined names two methods, once if they are the same.
func joined(a, b string) string {
	if a == b {
		return a
	}
	return a + " and " + b
}

// innerFigures are the figures of the inner system that the figures of a composition need.
type innerFigures struct {
	count          []*big.Int // of each cartel, its number of quorums
	least, largest []int      // and its quorum sizes
	rows           [][]*big.Int
	degrees        []int // of each cartel; nil for an ordinary system, whose quorums meet
	degreesFound   bool
}

// cartel returns the index of the family that stands for cartel i: an ordinary system is its own
// lift.
func (f *innerFigures) cartel(i int) int { return min(i, len(f.count)-1) }

// innerOf returns the figures of an ordinary system by its shape, and counts the figures of a group
// system. rows holds the responsibilities of nodes in each cartel: every one that occurs or, for an
// ordinary system, the least and the greatest, which suffice.
func innerOf(ctx context.Context, p Part) (*innerFigures, error) {
	if !p.Group && p.Unknown == "" {
		return &innerFigures{
			count: []*big.Int{p.Quorums}, least: []int{p.MinQuorum}, largest: []int{p.MaxQuorum},
			rows: [][]*big.Int{{p.MinResponsibility}, {p.MaxResponsibility}},
		}, nil
	}
	cartels, err := p.Cartels(ctx)
	if err != nil {
		return nil, err
	}
	f := &innerFigures{degreesFound: true}
	columns := make([][]*big.Int, len(cartels))
	for k, cartel := range cartels {
		least, largest := cartel.Sizes()
		f.count = append(f.count, bigOf(cartel.Len()))
		f.least, f.largest = append(f.least, least), append(f.largest, largest)
		for _, r := range cartel.Responsibilities() {
			columns[k] = append(columns[k], bigOf(r))
		}
		if p.Group {
			degree, ok := packing.Number(cartel, nil, packingSteps)
			f.degrees, f.degreesFound = append(f.degrees, degree), f.degreesFound && ok
		}
	}
	f.rows, err = distinctRows(ctx, columns, p.Nodes, func(int) bool { return true })
	return f, err
}

// distinctRows returns the different rows (columns[0][v], columns[1][v], ...) of the nodes v for
// which want is true. A nil entry is 0.
func distinctRows(ctx context.Context, columns [][]*big.Int, n int, want func(v int) bool) ([][]*big.Int, error) {
	var rows [][]*big.Int
	seen := map[string]bool{}
	var key strings.Builder
	poll := par.NewPoll(ctx)
	for v := range n {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		if !want(v) {
			continue
		}
		row := make([]*big.Int, len(columns))
		key.Reset()
		for i, column := range columns {
			row[i] = column[v]
			if row[i] == nil {
				row[i] = new(big.Int)
			}
			key.WriteString(row[i].Text(16) + " ")
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// Counted goes through the quorums Q of the outer system. Q gives one composed quorum for
// each choice of an inner quorum at each replaced node. A node of Q that stays is in all of them,
// and a node h at a replaced node is in r(h) times the number of choices at the other nodes.
func (c *Composition) Counted(ctx context.Context) (Figures, error) {
	cartels, err := c.Outer.Cartels(ctx)
	if err != nil {
		return Figures{}, err
	}
	in := make([]*innerFigures, len(c.Inner))
	shape := Figures{Quorums: new(big.Int), Method: "counted on the quorums of the outer system"}
	for k, i := range c.Inner {
		if in[k], err = innerOf(ctx, i); err != nil {
			return Figures{}, err
		}
		if in[k].degrees != nil {
			shape.Method = "counted on the quorums of both systems"
		}
	}
	weights := make([][]*big.Int, c.Groups) // for each cartel and outer node: all choices, or the choices at the other nodes where it is replaced
	for i := range weights {
		weights[i] = make([]*big.Int, c.Outer.Nodes)
		if err := c.weigh(ctx, cartels[min(i, len(cartels)-1)], i, in, weights[i], &shape); err != nil {
			return Figures{}, err
		}
	}
	if err := c.responsibilities(ctx, &shape, weights, in); err != nil {
		return Figures{}, err
	}
	if c.Group {
		c.degree(&shape, cartels, in)
	}
	return shape, nil
}

// weigh enters an outer cartel, with cartel i inside, into the weights of its nodes, the range of
// sizes and the number of quorums.
func (c *Composition) weigh(ctx context.Context, cartel quorum.Family, i int, in []*innerFigures, weights []*big.Int, shape *Figures) error {
	// Big numbers are multiplied and added once for all quorums with the same number of nodes at
	// each inner system, not for each quorum.
	type similar struct {
		times   map[int]int // the nodes at each inner system, which come in the order of parts
		parts   []int
		quorums []int
	}
	var all []*similar
	byTimes := map[string]*similar{}
	var key strings.Builder
	poll := par.NewPoll(ctx)
	for j, q := range cartel.All() {
		if err := poll.Work(len(q)); err != nil {
			return err
		}
		times := map[int]int{}
		least, largest := 0, 0
		for _, v := range q {
			k := c.At(int(v))
			if k < 0 {
				least, largest = least+1, largest+1
				continue
			}
			times[k]++
			f := in[k]
			least, largest = least+f.least[f.cartel(i)], largest+f.largest[f.cartel(i)]
		}
		if shape.MaxQuorum == 0 || least < shape.MinQuorum {
			shape.MinQuorum = least
		}
		shape.MaxQuorum = max(shape.MaxQuorum, largest)
		parts := slices.Sorted(maps.Keys(times))
		key.Reset()
		for _, k := range parts {
			fmt.Fprintf(&key, "%d:%d ", k, times[k])
		}
		s := byTimes[key.String()]
		if s == nil {
			s = &similar{times: times, parts: parts}
			byTimes[key.String()], all = s, append(all, s)
		}
		s.quorums = append(s.quorums, j)
	}
	holding := make([]int, cartel.N())
	for _, s := range all {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		// The choices at all replaced nodes, and, for each inner system, at all but one of its own.
		power := bigOf(1)
		fewer := map[int]*big.Int{}
		for _, k := range s.parts {
			count := in[k].count[in[k].cartel(i)]
			fewer[k] = new(big.Int).Exp(count, bigOf(s.times[k]-1), nil)
			fewer[k].Mul(fewer[k], power) // so far the counts of the parts before
			power = new(big.Int).Mul(power, new(big.Int).Exp(count, bigOf(s.times[k]), nil))
		}
		after := bigOf(1)
		for _, k := range slices.Backward(s.parts) {
			fewer[k].Mul(fewer[k], after)
			after.Mul(after, new(big.Int).Exp(in[k].count[in[k].cartel(i)], bigOf(s.times[k]), nil))
		}
		shape.Quorums.Add(shape.Quorums, times(len(s.quorums), power))
		var held []int32
		for _, j := range s.quorums {
			for _, v := range cartel.Quorum(j) {
				if holding[v]++; holding[v] == 1 {
					held = append(held, v)
				}
			}
		}
		for _, v := range held {
			if err := poll.Err(); err != nil {
				return err
			}
			w := power
			if k := c.At(int(v)); k >= 0 {
				w = fewer[k]
			}
			if weights[v] == nil {
				weights[v] = new(big.Int)
			}
			weights[v].Add(weights[v], times(holding[v], w))
			holding[v] = 0
		}
	}
	return nil
}

// responsibilities enters the least and the greatest responsibility: over the nodes that stay, and
// over all pairs of a replaced node and a node of the inner system there.
func (c *Composition) responsibilities(ctx context.Context, shape *Figures, weights [][]*big.Int, in []*innerFigures) error {
	n := c.Outer.Nodes
	stay, err := distinctRows(ctx, weights, n, func(v int) bool { return c.At(v) < 0 })
	if err != nil {
		return err
	}
	for _, row := range stay {
		r := new(big.Int)
		for _, w := range row {
			r.Add(r, w)
		}
		shape.Take(r)
	}
	at := make([][]int, len(in)) // the outer nodes of each inner system
	for v := range n {
		if k := c.At(v); k >= 0 {
			at[k] = append(at[k], v)
		}
	}
	term := new(big.Int)
	for k, f := range in {
		columns := make([][]*big.Int, len(weights))
		for i := range columns {
			for _, v := range at[k] {
				columns[i] = append(columns[i], weights[i][v])
			}
		}
		rows, err := distinctRows(ctx, columns, len(at[k]), func(int) bool { return true })
		if err != nil {
			return err
		}
		for _, row := range rows {
			for _, h := range f.rows {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				r := new(big.Int)
				for i, w := range row {
					r.Add(r, term.Mul(w, h[f.cartel(i)]))
				}
				shape.Take(r)
			}
		}
	}
	return nil
}

// degree enters the degree of a composition of group systems. With ordinary systems inside it is
// the degree of the outer one. Otherwise it is the least packing number of an outer cartel, where a
// replaced node has room for as many quorums as the inner cartel has disjoint ones.
func (c *Composition) degree(shape *Figures, cartels []quorum.Family, in []*innerFigures) {
	if c.ordinary() {
		shape.SetDegree(c.Outer.Degree, c.Outer.Degree > 0)
		return
	}
	all := true
	for _, f := range in {
		all = all && (f.degrees == nil || f.degreesFound)
	}
	lifted := make([]quorum.Family, c.Groups)
	for i := range lifted {
		lifted[i] = cartels[min(i, len(cartels)-1)]
	}
	degree, found := LeastPacking(lifted, func(i int) []int {
		capacity := make([]int, c.Outer.Nodes)
		for v := range capacity {
			capacity[v] = 1
			if k := c.At(v); k >= 0 && in[k].degrees != nil {
				capacity[v] = in[k].degrees[i]
			}
		}
		return capacity
	})
	shape.SetDegree(degree, found && all)
}

package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"coterie/quorum"
)

// composedFigures are the figures of a composition; quorums is nil if shape says why it is not
// known.
type composedFigures struct {
	shape   Shape
	quorums *big.Int
}

// lazyFigures returns the figures, found at the first call.
func (c *composing) lazyFigures() func() (composedFigures, error) {
	return sync.OnceValues(c.figures)
}

// figures multiplies the figures of the parts where that is all there is to do, and counts on the
// listed outer quorums otherwise.
func (c *composing) figures() (composedFigures, error) {
	outer, err := listedShape(c.outer)
	if err != nil {
		return composedFigures{}, err
	}
	inner, err := listedShape(c.inner)
	if err != nil {
		return composedFigures{}, err
	}
	ordinary := c.inner.Kind() == quorum.KindSystem
	if c.everywhere && ordinary && outer.Unknown == "" && inner.Unknown == "" && outer.MinQuorum == outer.MaxQuorum {
		return productFigures(outer, inner), nil
	}
	f, err := c.countedFigures(outer, inner)
	many := (*TooManyError)(nil)
	if !errors.As(err, &many) {
		return f, err
	}
	f = composedFigures{shape: Shape{Unknown: unknownFigures(many)}}
	if c.everywhere && ordinary {
		f.shape.MinQuorum, f.shape.MaxQuorum = outer.MinQuorum*inner.MinQuorum, outer.MaxQuorum*inner.MaxQuorum
	}
	if c.kind == quorum.KindGroupSystem && ordinary {
		f.shape.Degree = outer.Degree
	}
	return f, nil
}

func unknownFigures(many *TooManyError) string {
	return fmt.Sprintf("they are counted on the quorums of %s, which has more than the %d that are gone through", many.Spec, countedLimit)
}

// productFigures are those of a hierarchy whose outer quorums all have K nodes, with an ordinary
// system inside: M·c^K quorums, and r·c^(K-1) times the inner responsibility for the nodes
// in the place of one that is in r outer quorums.
func productFigures(outer, inner Shape) composedFigures {
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
	return composedFigures{
		quorums: product(outer.Quorums, inner.Quorums),
		shape: Shape{
			MinQuorum: k * inner.MinQuorum, MaxQuorum: k * inner.MaxQuorum,
			MinResponsibility: product(outer.MinResponsibility, inner.MinResponsibility),
			MaxResponsibility: product(outer.MaxResponsibility, inner.MaxResponsibility),
			Degree:            outer.Degree,
			Method:            method,
		},
	}
}

// joined names two methods, once if they are the same.
func joined(a, b string) string {
	if a == b {
		return a
	}
	return a + " and " + b
}

// innerFigures are what the figures of a composition take of its inner system.
type innerFigures struct {
	count          []*big.Int // of each cartel, its number of quorums
	least, largest []int      // and its quorum sizes
	rows           [][]*big.Int
	degrees        []int // of each cartel; nil for an ordinary system, whose quorums meet
	degreesFound   bool
}

// cartel returns the index of what stands for cartel i: an ordinary system is its own lift.
func (f *innerFigures) cartel(i int) int { return min(i, len(f.count)-1) }

// innerOf returns the figures of an ordinary system by its shape, and counts those of a group
// system. rows holds the responsibilities of nodes in each cartel, every one that occurs, or the
// least and the greatest for an ordinary system: no others are needed then.
func (c *composing) innerOf(shape Shape) (*innerFigures, error) {
	if c.inner.Kind() == quorum.KindSystem && shape.Unknown == "" {
		return &innerFigures{
			count: []*big.Int{shape.Quorums}, least: []int{shape.MinQuorum}, largest: []int{shape.MaxQuorum},
			rows: [][]*big.Int{{shape.MinResponsibility}, {shape.MaxResponsibility}},
		}, nil
	}
	cartels, err := listCartels(context.Background(), c.inner)
	if err != nil {
		return nil, err
	}
	f := &innerFigures{degreesFound: true}
	columns := make([][]*big.Int, len(cartels))
	for i, cartel := range cartels {
		least, largest := cartel.Sizes()
		f.count = append(f.count, bigOf(cartel.Len()))
		f.least, f.largest = append(f.least, least), append(f.largest, largest)
		for _, r := range cartel.Responsibilities() {
			columns[i] = append(columns[i], bigOf(r))
		}
		if c.inner.Kind() == quorum.KindGroupSystem {
			degree, ok := packingNumber(cartel, nil)
			f.degrees, f.degreesFound = append(f.degrees, degree), f.degreesFound && ok
		}
	}
	f.rows = distinctRows(columns, c.inner.N(), func(int) bool { return true })
	return f, nil
}

// distinctRows returns the different rows (columns[0][v], columns[1][v], ...) of the nodes v that
// want asks for. A nil entry is 0.
func distinctRows(columns [][]*big.Int, n int, want func(v int) bool) [][]*big.Int {
	var rows [][]*big.Int
	seen := map[string]bool{}
	var key strings.Builder
	for v := range n {
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
			key.WriteString(row[i].Text(62) + " ")
		}
		if !seen[key.String()] {
			seen[key.String()] = true
			rows = append(rows, row)
		}
	}
	return rows
}

// countedFigures goes through the quorums Q of the outer system. Of the composed quorums that Q
// gives, one for each choice of an inner quorum at each of t nodes, a node that stays is in all
// c^t, and a node h at a replaced one in r(h)·c^(t-1).
func (c *composing) countedFigures(outerShape, innerShape Shape) (composedFigures, error) {
	cartels, err := listCartels(context.Background(), c.outer)
	if err != nil {
		return composedFigures{}, err
	}
	in, err := c.innerOf(innerShape)
	if err != nil {
		return composedFigures{}, err
	}
	n := c.outer.N()
	total := new(big.Int)
	shape := Shape{Method: "counted on the quorums of the outer system"}
	if in.degrees != nil {
		shape.Method = "counted on the quorums of both systems"
	}
	weights := make([][]*big.Int, c.groups) // of each cartel and outer node: Σ c^t, or Σ c^(t-1) where it is replaced
	holding := make([]int, n)
	for i := range weights {
		weights[i] = make([]*big.Int, n)
		k := in.cartel(i)
		cartel := cartels[min(i, len(cartels)-1)]
		byReplaced := map[int][]int{} // the quorums with t replaced nodes, by t
		for j, q := range cartel.All() {
			t := 0
			for _, v := range q {
				if c.replaced(int(v)) {
					t++
				}
			}
			byReplaced[t] = append(byReplaced[t], j)
			least, largest := len(q)-t+t*in.least[k], len(q)-t+t*in.largest[k]
			if shape.MaxQuorum == 0 || least < shape.MinQuorum {
				shape.MinQuorum = least
			}
			shape.MaxQuorum = max(shape.MaxQuorum, largest)
		}
		// Big numbers are added once for each node and t, not for each node of each quorum.
		for t, quorums := range byReplaced {
			clear(holding)
			for _, j := range quorums {
				for _, v := range cartel.Quorum(j) {
					holding[v]++
				}
			}
			fewer := new(big.Int).Exp(in.count[k], bigOf(max(0, t-1)), nil)
			power := fewer
			if t > 0 {
				power = new(big.Int).Mul(fewer, in.count[k])
			}
			total.Add(total, times(len(quorums), power))
			for v, r := range holding {
				if r == 0 {
					continue
				}
				w := power
				if c.replaced(v) {
					w = fewer
				}
				if weights[i][v] == nil {
					weights[i][v] = new(big.Int)
				}
				weights[i][v].Add(weights[i][v], times(r, w))
			}
		}
	}
	c.responsibilities(&shape, weights, in)
	if c.kind == quorum.KindGroupSystem {
		c.degree(&shape, outerShape, cartels, in)
	}
	return composedFigures{shape, total}, nil
}

// responsibilities enters the least and the greatest: over the nodes that stay, and over all pairs
// of a replaced node and one of the inner system.
func (c *composing) responsibilities(shape *Shape, weights [][]*big.Int, in *innerFigures) {
	take := func(r *big.Int) {
		if shape.MinResponsibility == nil || r.Cmp(shape.MinResponsibility) < 0 {
			shape.MinResponsibility = r
		}
		if shape.MaxResponsibility == nil || r.Cmp(shape.MaxResponsibility) > 0 {
			shape.MaxResponsibility = r
		}
	}
	n := c.outer.N()
	for _, row := range distinctRows(weights, n, func(v int) bool { return !c.replaced(v) }) {
		r := new(big.Int)
		for _, w := range row {
			r.Add(r, w)
		}
		take(r)
	}
	term := new(big.Int)
	for _, row := range distinctRows(weights, n, c.replaced) {
		for _, h := range in.rows {
			r := new(big.Int)
			for i, w := range row {
				r.Add(r, term.Mul(w, h[in.cartel(i)]))
			}
			take(r)
		}
	}
}

// degree enters the degree of a composition of group systems: that of the outer one with an
// ordinary system inside, otherwise the packing number of each outer cartel, in which a replaced
// node has room for as many quorums as the inner cartel has disjoint ones.
func (c *composing) degree(shape *Shape, outer Shape, cartels []quorum.Family, in *innerFigures) {
	if in.degrees == nil {
		shape.setDegree(outer.Degree, outer.Degree > 0)
		return
	}
	lifted := make([]quorum.Family, c.groups)
	for i := range lifted {
		lifted[i] = cartels[min(i, len(cartels)-1)]
	}
	degree, found := leastPacking(lifted, func(i int) []int {
		capacity := make([]int, c.outer.N())
		for v := range capacity {
			capacity[v] = 1
			if c.replaced(v) {
				capacity[v] = in.degrees[i]
			}
		}
		return capacity
	})
	shape.setDegree(degree, found && in.degreesFound)
}

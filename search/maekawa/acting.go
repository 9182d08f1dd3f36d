package maekawa

import (
	"cmp"
	"context"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
)

// acting is a group on sites and nodes, by generators: sites[k] and nodes[k] are the actions of the
// k-th generator. A system has it as automorphisms if x is in S_i exactly if nodes[k](x) is in
// S_sites[k](i), for all of them.
type acting struct {
	n            int
	name         string // as a part of a sentence
	sites, nodes [][]int
	loose        bool       // i in S_i is not asked
	renames      [][2][]int // pairs of permutations that normalise it
}

// together reports whether every site moves as the node of its number does.
func (g acting) together() bool {
	if g.loose {
		return false
	}
	for k, s := range g.sites {
		if !slices.Equal(s, g.nodes[k]) {
			return false
		}
	}
	return true
}

// orbits are the classes of 0..size-1 under moves: class[x] is the least element of that of x.
func orbits(size int, moves ...func(x int) int) (class []int) {
	class = sets.Identity(size)
	root := func(x int) int {
		for class[x] != x {
			class[x] = class[class[x]]
			x = class[x]
		}
		return x
	}
	for _, move := range moves {
		for x := range size {
			if a, b := root(x), root(move(x)); a != b {
				class[max(a, b)] = min(a, b)
			}
		}
	}
	for x := range class {
		class[x] = root(x)
	}
	return class
}

// leasts are the least elements of all classes, ascending.
func leasts(class []int) []int {
	var list []int
	for x, c := range class {
		if x == c {
			list = append(list, x)
		}
	}
	return list
}

// ofSites and ofNodes are the least site, and node, of each orbit.
func (g acting) ofSites() []int { return leasts(orbits(g.n, permuted(g.sites)...)) }
func (g acting) ofNodes() []int { return leasts(orbits(g.n, permuted(g.nodes)...)) }

func permuted(generators [][]int) []func(x int) int {
	var moves []func(x int) int
	for _, p := range generators {
		moves = append(moves, func(x int) int { return p[x] })
	}
	return moves
}

// entries are the orbits on pairs of a site and a node, at i·n+x.
func (g acting) entries() []int {
	var moves []func(x int) int
	for k := range g.sites {
		moves = append(moves, func(e int) int { return g.sites[k][e/g.n]*g.n + g.nodes[k][e%g.n] })
	}
	return orbits(g.n*g.n, moves...)
}

// ofPairs are the orbits on pairs of sites i <= j, at i·n+j.
func (g acting) ofPairs() []int {
	var moves []func(x int) int
	for _, s := range g.sites {
		moves = append(moves, func(e int) int {
			i, j := s[e/g.n], s[e%g.n]
			return min(i, j)*g.n + max(i, j)
		})
	}
	return orbits(g.n*g.n, moves...)
}

// pairs are the first of each orbit on pairs of sites i < j, ascending.
func (g acting) pairs() [][2]int {
	var list [][2]int
	for _, e := range leasts(g.ofPairs()) {
		if i, j := e/g.n, e%g.n; i < j {
			list = append(list, [2]int{i, j})
		}
	}
	return list
}

// invariant is the question restricted to systems with a group of automorphisms: entries of one
// orbit are the same variable, so that one row, one column and one pair of sets of each orbit stand
// for all. That i is in S_i is asked only of groups that move sites and nodes together.
func invariant(ctx context.Context, c limits, g acting) *formula {
	f := newFormula(ctx, c.words(), g.name)
	for range c.n {
		f.x = append(f.x, make([]int, c.n))
	}
	for e, first := range g.entries() {
		i, x := e/c.n, e%c.n
		if e == first {
			f.x[i][x] = f.cnf.NewVar()
			f.cnf.Name(f.x[i][x], inSet(i, x))
		}
		f.x[i][x] = f.x[first/c.n][first%c.n]
	}
	limit := sat.AtMost
	if c.exact {
		limit = sat.Exactly
	}
	columns := sat.Transposed(f.x)
	together := g.together()
	// Rows and columns in the order of their numbers, for each its own.
	firsts := append(tagged(g.ofSites(), 0), tagged(g.ofNodes(), 1)...)
	slices.SortStableFunc(firsts, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	for _, first := range firsts {
		i := first[0]
		if first[1] == 1 {
			limit(f.cnf, columns[i], c.responsibility)
			continue
		}
		if together {
			f.cnf.AddClause(f.x[i][i])
		}
		limit(f.cnf, f.x[i], c.size)
	}
	for _, pair := range g.pairs() {
		sat.Meet(f.cnf, f.x[pair[0]], f.x[pair[1]])
		if c.unique {
			f.differTwo(pair[0], pair[1])
		}
	}
	return f
}

func tagged(list []int, tag int) [][2]int {
	out := make([][2]int, len(list))
	for k, x := range list {
		out[k] = [2]int{x, tag}
	}
	return out
}

// leads adds that the model is lexicographically at least its image under a pair of permutations
// that carry models into models: those that normalise the group. Of the models that such
// permutations make of one, the largest has this for all of them. The order is that of the
// variables, and at most so many places of it are compared.
func (f *formula) leads(sites, nodes []int, places int) {
	var a, b []int
	seen := map[int]bool{}
	for i, row := range f.x {
		for x, v := range row {
			if seen[v] {
				continue
			}
			seen[v] = true
			if w := f.x[sites[i]][nodes[x]]; w != v {
				a, b = append(a, v), append(b, w)
			}
			if len(a) == places {
				sat.LexAtLeast(f.cnf, a, b)
				return
			}
		}
	}
	sat.LexAtLeast(f.cnf, a, b)
}

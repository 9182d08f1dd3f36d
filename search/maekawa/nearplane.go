package maekawa

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds/excess"
	"coterie/gf"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/search"
)

// The theorems behind the formulas of near-planes.
var (
	encodedPairs  = session.Theorems{"near-planes", "excess-pairs", "sequential-counter"}
	encodedCycles = session.Theorems{"near-planes", "excess-cycles", "sequential-counter"}
)

// Greatest K up to which the formulas of pairs, and those of cycles, are asked: that of pairs takes
// tens of milliseconds for 6 and is out of reach for 9, the next one that arithmetic leaves.
const (
	pairsSize  = 6
	cyclesSize = 8
)

// nearPlane decides the question for K(K-1) and K(K-1)-1 nodes where the structure of the sets
// makes it a small one; not decided elsewhere.
func (s *run) nearPlane(ctx context.Context, c limits) (decided, found bool, by string, err error) {
	k := c.size
	e := k*(k-1) + 1 - c.n
	if s.plain() || c.responsibility != k || k < 4 || !(e == 1 && k <= pairsSize || e == 2 && k <= cyclesSize) {
		return false, false, "", nil
	}
	r, err := excess.Decide(ctx, c.n, k)
	if err != nil || r.Excluded {
		return err == nil, false, r.By, err
	}
	if e == 1 {
		f := pairedFormula(ctx, k, false)
		found, by, err = s.askNearPlane(ctx, c, pairedWords(k), f.cnf, encodedPairs, f.sets)
		return err == nil, found, by, err
	}
	for _, lengths := range r.Left {
		f := turnedFormula(ctx, k, lengths)
		found, _, err = s.askNearPlane(ctx, c, turnedWords(k, lengths), f.cnf, encodedCycles, f.sets)
		if err != nil || found {
			return err == nil, found, "", err
		}
	}
	return true, false, fmt.Sprintf("excess graphs of cycles, n = K(K-1)-1 for K = %d: %d of %d types refuted by arithmetic, %d by formulas", k, r.Types-len(r.Left), r.Types, len(r.Left)), nil
}

// remains says of a gap what sets within the lower bound would be, and what papers have of them.
func remains(n int, r *search.Result) (notes []string) {
	lower, ok := r.Lower.Int()
	if upper, found := r.Upper.Int(); !ok || !found || lower >= upper {
		return nil
	}
	e := lower*(lower-1) + 1 - n
	open := excess.Report{N: n, K: lower, Excess: e, Regular: 0 < e && e <= lower-2}
	if !open.Regular {
		return nil
	}
	notes = append(notes, fmt.Sprintf("open is K = %d: %s (docs/theorems/near-planes.md)", lower, open.Remains()))
	if text, _ := excess.Cited(n, lower); text != "" {
		notes = append(notes, "cited, no part of this answer: "+text)
	}
	return notes
}

// askNearPlane puts one question, and accepts its model with nodes renamed such that i is in S_i.
func (s *run) askNearPlane(ctx context.Context, c limits, words string, cnf *sat.CNF, by session.Theorems, sets func(model []bool) [][]int) (found bool, refuted string, err error) {
	answer, refuted, err := s.decide(ctx, words, cnf, by, s.known(c))
	if err != nil || answer.Verdict == sat.Unsat {
		return false, refuted, err
	}
	list := sets(answer.Model)
	for _, set := range list {
		slices.Sort(set)
	}
	found, err = s.acceptMatched(ctx, c, "a model of "+answer.By, true, list)
	return found, "", err
}

// paired is the question for n = K(K-1) by pairs: block (i, j) of pair i of sets and pair j of
// nodes is all ones for i = j, else there is at most one node of pair j in the first set of pair i,
// the first one or the second, and the other node in the second set. Row and column 1 are as
// renaming pairs, and the two of a pair, can make them.
//
// Proof: docs/theorems/excess-pairs.md.
type paired struct {
	cnf  *sat.CNF
	m    int
	x, y [][]int // the first, the second node of pair j is in the first set of pair i
}

// pairedFormula makes the formula; unbroken leaves row and column 1 as they come.
func pairedFormula(ctx context.Context, k int, unbroken bool) *paired {
	m := k * (k - 1) / 2
	f := &paired{cnf: sat.NewCNF(ctx), m: m}
	f.cnf.Comment(pairedWords(k))
	f.cnf.Comment("the sets 2i-1 and 2i share nodes 2i-1 and 2i; exchanging the two of each pair leaves all sets together as they are")
	in := make([][]int, m) // some node of pair j is in the first set of pair i
	for i := range m {
		f.x, f.y, in[i] = append(f.x, make([]int, m)), append(f.y, make([]int, m)), make([]int, m)
		for j := range m {
			if i == j {
				continue
			}
			x, y, z := f.cnf.NewVar(), f.cnf.NewVar(), f.cnf.NewVar()
			f.cnf.Name(x, fmt.Sprintf("node %d in S_%d, node %d in S_%d", 2*j+1, 2*i+1, 2*j+2, 2*i+2))
			f.cnf.Name(y, fmt.Sprintf("node %d in S_%d, node %d in S_%d", 2*j+2, 2*i+1, 2*j+1, 2*i+2))
			f.cnf.AddClause(-x, -y)
			f.cnf.AddClause(-x, z)
			f.cnf.AddClause(-y, z)
			f.cnf.AddClause(-z, x, y)
			f.x[i][j], f.y[i][j], in[i][j] = x, y, z
		}
	}
	others := func(rows [][]int, i int) (list []int) {
		for j, v := range rows[i] {
			if j != i {
				list = append(list, v)
			}
		}
		return list
	}
	columns := sat.Transposed(in)
	for i := range m {
		sat.Exactly(f.cnf, others(in, i), k-2)
		sat.Exactly(f.cnf, others(columns, i), k-2)
		for j := range i {
			f.meet(in, i, j)
		}
	}
	if !unbroken {
		for j := 1; j < m; j++ {
			row, column := j <= k-2, j > k-2 && j <= 2*(k-2)
			f.fix(in[0][j], f.x[0][j], row)
			f.fix(in[j][0], f.x[j][0], column)
		}
	}
	return f
}

// fix makes an entry 1, by its first node, or 0.
func (f *paired) fix(in, x int, one bool) {
	if one {
		f.cnf.AddClause(x)
	} else {
		f.cnf.AddClause(-in)
	}
}

// meet adds that each set of pair i shares one node with each set of pair j.
func (f *paired) meet(in [][]int, i, j int) {
	same, crossed := []int{in[i][j], in[j][i]}, []int{in[i][j], in[j][i]}
	both := func(a, b, c, d int) int { // a and b, or c and d
		v := f.cnf.NewVar()
		f.cnf.AddClause(-a, -b, v)
		f.cnf.AddClause(-c, -d, v)
		f.cnf.AddClause(-v, a, c)
		f.cnf.AddClause(-v, a, d)
		f.cnf.AddClause(-v, b, c)
		f.cnf.AddClause(-v, b, d)
		return v
	}
	for l := range f.m {
		if l != i && l != j {
			same = append(same, both(f.x[i][l], f.x[j][l], f.y[i][l], f.y[j][l]))
			crossed = append(crossed, both(f.x[i][l], f.y[j][l], f.y[i][l], f.x[j][l]))
		}
	}
	sat.ExactlyOne(f.cnf, same)
	sat.ExactlyOne(f.cnf, crossed)
}

// sets reads a model.
func (f *paired) sets(model []bool) [][]int {
	sets := make([][]int, 2*f.m)
	for i := range f.m {
		for j := range f.m {
			switch {
			case i == j:
				sets[2*i] = append(sets[2*i], 2*j, 2*j+1)
				sets[2*i+1] = append(sets[2*i+1], 2*j, 2*j+1)
			case model[f.x[i][j]]:
				sets[2*i], sets[2*i+1] = append(sets[2*i], 2*j), append(sets[2*i+1], 2*j+1)
			case model[f.y[i][j]]:
				sets[2*i], sets[2*i+1] = append(sets[2*i], 2*j+1), append(sets[2*i+1], 2*j)
			}
		}
	}
	return sets
}

func pairedWords(k int) string {
	return fmt.Sprintf("%d sets of %d of %d nodes, every two sharing one node, but for pairs of sets that share two", k*(k-1), k, k*(k-1))
}

// turnedFormula is the question for n = K(K-1)-1 and cycles of sets, and of nodes, of given
// lengths. The entry (i, j) of the block between cycles of a sets and b nodes depends on i and j
// modulo gcd(a,b), and the entries before and after it in its column have the sum of those in its
// row. An entry that is 0 has no variable.
//
// Proof: docs/theorems/excess-cycles.md.
func turnedFormula(ctx context.Context, k int, lengths []int) *formula {
	f := newFormula(ctx, turnedWords(k, lengths))
	graph := excess.Union(lengths)
	n := len(graph)
	for range n {
		f.x = append(f.x, make([]int, n))
	}
	top := 0
	for _, a := range lengths {
		left := 0
		for _, b := range lengths {
			f.block(top, a, left, b)
			left += b
		}
		top += a
	}
	columns := sat.Transposed(f.x)
	for _, lines := range [][][]int{f.x, columns} {
		for i := range n {
			sat.Exactly(f.cnf, present(lines[i]), k)
		}
	}
	for i := range n {
		for j := range i {
			f.share(f.x[i], f.x[j], 1+graph[i][j])
			f.share(columns[i], columns[j], 1+graph[i][j])
		}
	}
	return f
}

// present lists the variables among entries.
func present(line []int) (list []int) {
	for _, v := range line {
		if v != 0 {
			list = append(list, v)
		}
	}
	return list
}

// block makes the variables of one block and its equations.
func (f *formula) block(top, a, left, b int) {
	g := gf.GCD(a, b)
	if g < a && g < b && a+b != 5 {
		return
	}
	y := sat.Matrix(f.cnf, g, g, func(i, j int) string { return inSet(top+i, left+j) })
	for i := range a {
		for j := range b {
			f.x[top+i][left+j] = y[i%g][j%g]
		}
	}
	for i := range g {
		for j := range g {
			f.equalSums(y[(i+g-1)%g][j], y[(i+1)%g][j], y[i][(j+g-1)%g], y[i][(j+1)%g])
		}
	}
}

// equalSums adds that a + b = c + d.
func (f *formula) equalSums(a, b, c, d int) {
	v := [4]int{a, b, c, d}
	for values := range 16 {
		sum := values&1 + values>>1&1 - values>>2&1 - values>>3&1
		if sum == 0 {
			continue
		}
		clause := make([]int, 4)
		for i := range v {
			clause[i] = v[i]
			if values>>i&1 == 1 {
				clause[i] = -v[i]
			}
		}
		f.cnf.AddClause(clause...)
	}
}

// share adds that two lines have exactly so many ones in common.
func (f *formula) share(a, b []int, count int) {
	var common []int
	for x := range a {
		if a[x] == 0 || b[x] == 0 {
			continue
		}
		v := f.cnf.NewVar()
		f.cnf.AddClause(-v, a[x])
		f.cnf.AddClause(-v, b[x])
		f.cnf.AddClause(v, -a[x], -b[x])
		common = append(common, v)
	}
	sat.Exactly(f.cnf, common, count)
}

func turnedWords(k int, lengths []int) string {
	n := k*(k-1) - 1
	return fmt.Sprintf("%d sets of %d of %d nodes, every two sharing one node, but for neighbours on cycles of lengths %v of sets, that share one more", n, k, n, lengths)
}

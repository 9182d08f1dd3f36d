package quorum

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// MaxNodes is the largest n that a Family accepts. Working memory of several
// checks is proportional to n, whatever the quorums are.
const MaxNodes = 1 << 24

// Family is an immutable list of non-empty node sets ("quorums") over the nodes
// 0..n-1. The order of quorums is kept and repeats are legal; whether it is a
// quorum system or a coterie is for the properties to judge. Memory: 4 bytes per
// incidence and 8 per quorum, in two flat slices.
type Family struct {
	n     int
	start []int // quorum i is nodes[start[i]:start[i+1]]
	nodes []int32
}

// NewFamily returns the family of the given quorums, whose nodes are 0-based and
// may come in any order. The error names the first quorum
// that is empty, repeats a node or leaves 0..n-1. Cost O(incidences · log K).
func NewFamily(n int, quorums [][]int) (Family, error) {
	b, err := NewFamilyBuilder(n)
	if err != nil {
		return Family{}, err
	}
	for _, q := range quorums {
		if err := b.Add(q...); err != nil {
			return Family{}, err
		}
	}
	return b.Family(), nil
}

// FamilyOfSets is NewFamily for quorums given as sets.
func FamilyOfSets(n int, quorums []Set) (Family, error) {
	lists := make([][]int, len(quorums))
	for i, q := range quorums {
		lists[i] = q.Nodes()
	}
	return NewFamily(n, lists)
}

// FamilyOfMasks is NewFamily for quorums given as masks of nodes: bit v stands for node v, of at
// most 64.
func FamilyOfMasks[M ~int | ~uint | ~uint8 | ~uint32 | ~uint64](n int, masks []M) (Family, error) {
	b, err := NewFamilyBuilder(n)
	if err != nil {
		return Family{}, err
	}
	var nodes []int
	for _, m := range masks {
		nodes = slices.AppendSeq(nodes[:0], sets.Bits{uint64(m)}.All())
		if err := b.Add(nodes...); err != nil {
			return Family{}, err
		}
	}
	return b.Family(), nil
}

// ListFamily is NewFamily for quorums that come one by one: list appends the nodes of quorum i to
// dst. Room is made for quorums as large as the first. The error may also be the cause of ctx, if
// ctx ends first.
func ListFamily(ctx context.Context, n, quorums int, list func(dst []int32, i int) []int32) (Family, error) {
	b, err := NewFamilyBuilder(n)
	if err != nil {
		return Family{}, err
	}
	var q []int32
	poll := par.NewPoll(ctx)
	for i := range quorums {
		if err := poll.Work(len(q)); err != nil {
			return Family{}, err
		}
		q = list(q[:0], i)
		if i == 0 {
			b.Grow(quorums, quorums*len(q))
		}
		if err := b.AddSorted(q); err != nil {
			return Family{}, err
		}
	}
	return b.Family(), nil
}

// FamilyBuilder collects quorums into a Family without a slice for each.
type FamilyBuilder struct {
	family Family
}

// CheckNodes returns an error unless 1 <= n <= MaxNodes.
func CheckNodes(n int) error {
	if n < 1 || n > MaxNodes {
		return fmt.Errorf("n = %d is out of range 1..%d", n, MaxNodes)
	}
	return nil
}

// NewFamilyBuilder starts a family on n nodes, 1 <= n <= MaxNodes.
func NewFamilyBuilder(n int) (*FamilyBuilder, error) {
	if err := CheckNodes(n); err != nil {
		return nil, err
	}
	return &FamilyBuilder{Family{n: n, start: []int{0}}}, nil
}

// Grow makes room for further quorums and incidences.
func (b *FamilyBuilder) Grow(quorums, incidences int) {
	b.family.start = slices.Grow(b.family.start, quorums)
	b.family.nodes = slices.Grow(b.family.nodes, incidences)
}

// Add appends one quorum, given by 0-based nodes in any order. On an error nothing is added.
func (b *FamilyBuilder) Add(nodes ...int) error { return addQuorum(b, nodes) }

// AddSorted is Add for the representation that Family.Quorum and the lines of
// planes use. The nodes need not be sorted, but mostly are.
func (b *FamilyBuilder) AddSorted(nodes []int32) error { return addQuorum(b, nodes) }

func addQuorum[T int | int32](b *FamilyBuilder, nodes []T) error {
	f := &b.family
	from := len(f.nodes)
	fail := func(format string, args ...any) error {
		f.nodes = f.nodes[:from]
		return fmt.Errorf("quorum %v "+format, append([]any{Index(f.Len())}, args...)...)
	}
	if len(nodes) == 0 {
		return fail("is empty")
	}
	for _, v := range nodes {
		if v < 0 || int64(v) >= int64(f.n) {
			return fail("holds node %v; nodes are 1..%d", Node(v), f.n)
		}
		f.nodes = append(f.nodes, int32(v))
	}
	if v, twice := sortQuorum(f.nodes[from:]); twice {
		return fail("holds node %v twice", Node(v))
	}
	f.start = append(f.start, len(f.nodes))
	return nil
}

// sortQuorum sorts the nodes of one quorum and returns a node that occurs twice.
func sortQuorum(nodes []int32) (v int32, twice bool) {
	if !slices.IsSorted(nodes) {
		slices.Sort(nodes)
	}
	for i := 1; i < len(nodes); i++ {
		if nodes[i] == nodes[i-1] {
			return nodes[i], true
		}
	}
	return 0, false
}

// Family returns the family of the added quorums. The builder must not be used afterwards.
func (b *FamilyBuilder) Family() Family {
	f := b.family
	b.family = Family{}
	return f
}

// N returns the number of nodes.
func (f Family) N() int { return f.n }

// Len returns the number of quorums.
func (f Family) Len() int { return max(0, len(f.start)-1) }

// Incidences returns the sum of the quorum sizes.
func (f Family) Incidences() int { return len(f.nodes) }

// Quorum returns quorum i as ascending 0-based nodes: a view of the family's own
// memory that must not be written to. It panics if i is out of range.
func (f Family) Quorum(i int) []int32 {
	return f.nodes[f.start[i]:f.start[i+1]:f.start[i+1]]
}

// Set returns quorum i as a Set.
func (f Family) Set(i int) Set { return setOfSorted(f.Quorum(i)) }

// AppendLabel appends Set(i).Label(names) to dst, without making a set with room for all nodes.
func (f Family) AppendLabel(dst []byte, i int, names []string) []byte {
	inside := []byte{'{'}
	for _, v := range f.Quorum(i) {
		inside = appendLabelled(inside, int(v), names)
	}
	return append(append(dst, inside...), '}')
}

// Sets returns the quorums as Sets, in their order.
func (f Family) Sets() []Set {
	list := make([]Set, f.Len())
	for i := range list {
		list[i] = f.Set(i)
	}
	return list
}

// String returns the quorums in the form {1,2},{1,3},{2,3} of a spec, with 1-based nodes.
func (f Family) String() string {
	var dst []byte
	for i := range f.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = f.AppendLabel(dst, i, nil)
	}
	return string(dst)
}

// All yields the index and the nodes (a view, as Quorum) of each quorum.
func (f Family) All() iter.Seq2[int, []int32] {
	return func(yield func(int, []int32) bool) {
		for i := range f.Len() {
			if !yield(i, f.Quorum(i)) {
				return
			}
		}
	}
}

// Sizes returns the least and the greatest quorum size; both 0 without quorums.
func (f Family) Sizes() (least, greatest int) {
	for i, q := range f.All() {
		if i == 0 {
			least = len(q)
		}
		least, greatest = min(least, len(q)), max(greatest, len(q))
	}
	return least, greatest
}

// Responsibilities returns, for each node, the number of listed quorums that it
// is in. Cost O(n + incidences).
func (f Family) Responsibilities() []int {
	r := make([]int, f.n)
	for _, v := range f.nodes {
		r[v]++
	}
	return r
}

// Equal reports whether f and g have the same n and the same quorums in the same
// order.
func (f Family) Equal(g Family) bool {
	return f.n == g.n && f.Len() == g.Len() && slices.Equal(f.start, g.start) && slices.Equal(f.nodes, g.nodes)
}

// sortedOrder returns the indices of the quorums in lexicographic order of their
// node lists; equal quorums come in the order of the list.
func (f Family) sortedOrder(ctx context.Context) ([]int, error) {
	order := make([]int, f.Len())
	for i := range order {
		order[i] = i
	}
	// A sort cannot be left but by a panic. Once ctx has ended the comparison calls all quorums
	// equal, and the sort is soon done.
	poll := par.NewPoll(ctx)
	slices.SortStableFunc(order, func(a, b int) int {
		if poll.Err() != nil {
			return 0
		}
		return slices.Compare(f.Quorum(a), f.Quorum(b))
	})
	return order, poll.Err()
}

// picked returns the quorums at these indices, in this order.
func (f Family) picked(indices []int) Family {
	incidences := 0
	for _, i := range indices {
		incidences += f.start[i+1] - f.start[i]
	}
	out := Family{n: f.n, start: make([]int, 1, len(indices)+1), nodes: make([]int32, 0, incidences)}
	for _, i := range indices {
		out.nodes = append(out.nodes, f.Quorum(i)...)
		out.start = append(out.start, len(out.nodes))
	}
	return out
}

// Sorted returns the quorums in lexicographic order of their node lists.
func (f Family) Sorted() Family { return endless(f.Sort(context.Background())) }

// Sort is Sorted for long lists: it ends with the cause of ctx if ctx ends first.
func (f Family) Sort(ctx context.Context) (Family, error) {
	order, err := f.sortedOrder(ctx)
	if err != nil {
		return Family{}, err
	}
	return f.picked(order), nil
}

// Minimize returns the inclusion-minimal quorums of f, without repeats, in lexicographic order: the
// coterie or antichain that f generates. The error is the error of ctx, if ctx ends or its budget
// of memory is too small. Cost O(m² K/64), and a bit of memory for each quorum and each node that
// occurs.
func (f Family) Minimize(ctx context.Context) (Family, error) {
	order, err := f.sortedOrder(ctx)
	if err != nil {
		return Family{}, err
	}
	kept := f.picked(slices.CompactFunc(order, func(i, j int) bool { return slices.Equal(f.Quorum(i), f.Quorum(j)) }))
	keep := sets.Full(kept.Len())
	small := compacted(kept)
	inc, err := newIncidence(ctx, small, 0, small.Len())
	if err != nil {
		return Family{}, err
	}
	row := make(sets.Bits, inc.Words)
	poll := par.NewPoll(ctx)
	for i, q := range small.All() {
		if err := poll.Work(1 + inc.Words); err != nil {
			return Family{}, err
		}
		inc.supersets(row, q)
		for j := range row.All() {
			if j != i {
				keep.Remove(j)
			}
		}
	}
	return kept.picked(slices.Collect(keep.All())), nil
}

// Minimized is Minimize without a context, for families of some thousand quorums.
func (f Family) Minimized() Family { return endless(f.Minimize(context.Background())) }

// endless returns the result of a call with a context that never ends. A result that does not fit
// in memory is a caller's bug: there is a form with a context.
func endless(f Family, err error) Family {
	if err != nil {
		panic("quorum: " + err.Error())
	}
	return f
}

// Concat lists the quorums of families over the same n nodes one after the other.
func Concat(families ...Family) Family {
	quorums, incidences := 0, 0
	for _, f := range families {
		quorums += f.Len()
		incidences += f.Incidences()
	}
	out := Family{n: families[0].n, start: make([]int, 1, quorums+1), nodes: make([]int32, 0, incidences)}
	for _, f := range families {
		for _, q := range f.All() {
			out.nodes = append(out.nodes, q...)
			out.start = append(out.start, len(out.nodes))
		}
	}
	return out
}

// Relabelled returns the family in which node v is called to[v]; to must be a
// permutation of 0..n-1 (else it panics). Quorums keep their order.
func (f Family) Relabelled(to []int) Family {
	seen := make([]bool, f.n)
	if len(to) != f.n {
		panic(fmt.Sprintf("quorum: Relabelled: %d labels for %d nodes", len(to), f.n))
	}
	for _, v := range to {
		if v < 0 || v >= f.n || seen[v] {
			panic("quorum: Relabelled: not a permutation")
		}
		seen[v] = true
	}
	g := Family{n: f.n, start: f.start, nodes: make([]int32, len(f.nodes))}
	for i, v := range f.nodes {
		g.nodes[i] = int32(to[v])
	}
	for _, q := range g.All() {
		slices.Sort(q)
	}
	return g
}

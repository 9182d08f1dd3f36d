package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// votesPicture draws a system of votes by its formulas.
func votesPicture(v *view) (*Picture, error) {
	formulas := v.instance.Formulas()
	if len(formulas) == 0 || len(v.opts.Sites) > 0 {
		return nil, nil
	}
	return v.formulas(v.instance.Kind(), formulas, nil)
}

// formulas draws one formula, or those of reads and writes, as boxes in boxes, with a quorum of
// each formula.
func (v *view) formulas(kind quorum.Kind, formulas []quorum.Formula, names []string) (*Picture, error) {
	name := func(x int) string {
		if names != nil {
			return show.Name(names[x])
		}
		return quorum.Node(x).String()
	}
	list, err := v.ofFormulas(kind, formulas, name)
	if err != nil {
		return nil, err
	}
	p := v.page("")
	root := gatePart(formulas[0], name)
	if kind == quorum.KindGroupSystem {
		p.title += ", reads and writes"
		reads, writes := "a read takes", "a write takes"
		if root = titled(reads, root); formulas[0].Label(names) == formulas[1].Label(names) {
			root.words = "a read takes, and so does a write"
		} else {
			root = &part{node: -1, bare: true, parts: []*part{root, titled(writes, gatePart(formulas[1], name))}}
		}
	} else {
		p.title += ", boxes in boxes"
	}
	p.legend = quorumKeys(list)
	p.nested(root, looksOf(v.n, list))
	p.remark("A box takes as many of its parts as it says.")
	if kind == quorum.KindGroupSystem {
		p.remark("Every read shares a node with every write.")
	}
	met := map[int]int{}
	root.leaves(func(x int) { met[x]++ })
	for x := range v.n {
		if met[x] == 0 {
			p.remark("Nodes that are in no quorum, such as %s, are not drawn.", name(x))
			break
		}
	}
	if slices.ContainsFunc(formulas, func(f quorum.Formula) bool { return !f.ReadOnce() }) {
		p.remark("A name that stands in several boxes is one node.")
	}
	return p.picture(), nil
}

// titled returns a part with a title above it.
func titled(words string, p *part) *part {
	return &part{node: -1, bare: true, bold: true, words: words, parts: []*part{p}}
}

// ofFormulas returns the highlights: those that the options ask for, or a small quorum of each
// formula.
func (v *view) ofFormulas(kind quorum.Kind, formulas []quorum.Formula, name func(x int) string) ([]highlight, error) {
	names := []string{"a quorum"}
	if kind == quorum.KindGroupSystem {
		names = []string{"a read", "a write"}
	}
	if len(v.opts.Quorums) > 0 {
		g, ok := v.structure.(*quorum.GroupSystem)
		if !ok {
			return v.chosen()
		}
		chosen, err := oneOfEach(v.opts.Quorums, []int{g.Cartel(0).Len(), g.Cartel(1).Len()}, "cartel")
		if err != nil {
			return nil, err
		}
		var list []highlight
		for c, q := range chosen {
			h := highlight{look: Category(c), nodes: g.Cartel(c).Set(q).Nodes()}
			h.name = fmt.Sprintf("quorum %v of cartel %v, %s", quorum.Index(q), quorum.Index(c), described(names[c], h.nodes, name))
			list = append(list, h)
		}
		return list, nil
	}
	var list []highlight
	for c, f := range formulas {
		nodes := someMinimal(v.ctx, f)
		if nodes == nil {
			continue
		}
		list = append(list, highlight{look: Category(c), nodes: nodes, name: described(names[c], nodes, name)})
	}
	return list, nil
}

// described names a few nodes, or gives the number of many.
func described(what string, nodes []int, name func(x int) string) string {
	const most = 60
	var list []string
	for _, x := range nodes {
		list = append(list, name(x))
	}
	if text := what + ": " + strings.Join(list, ", "); len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s of %s", what, show.Count(len(nodes), "node"))
}

// someMinimal returns a smallest quorum of a read-once formula, and a minimal one of any other. It
// returns nil if that takes too long, or ctx ends.
func someMinimal(ctx context.Context, f quorum.Formula) []int {
	if q, err := f.Smallest(ctx); err == nil {
		return q.Nodes()
	}
	length := 0
	seen := map[int]bool{}
	for x := range f.Leaves() {
		length++
		seen[x] = true
	}
	if length*len(seen) > 20_000_000 {
		return nil
	}
	poll := par.NewPoll(ctx)
	for x := range f.N() {
		if poll.Work(1000*length) != nil {
			return nil
		}
		if !seen[x] {
			continue
		}
		delete(seen, x)
		if !f.Eval(setOf(seen)) {
			seen[x] = true
		}
	}
	return setOf(seen).Nodes()
}

func setOf(nodes map[int]bool) quorum.Set {
	var list []int
	for x := range nodes {
		list = append(list, x)
	}
	return quorum.SetOf(list...)
}

// composedPicture draws a composition of ordinary systems as boxes in boxes, where a part may be a
// system itself.
func composedPicture(v *view) (*Picture, error) {
	i := v.instance
	if i.Kind() != quorum.KindSystem {
		if formulas := i.Formulas(); len(formulas) == 2 && len(v.opts.Sites) == 0 {
			return v.formulas(i.Kind(), formulas, nil)
		}
		return nil, nil
	}
	var list []highlight
	if len(v.opts.Quorums)+len(v.opts.Sites) > 0 {
		var err error
		if list, err = v.chosen(); err != nil {
			return nil, err
		}
	} else if nodes, err := partQuorum(v.ctx, map[*construct.Instance]quorum.Family{}, i, 0); err == nil {
		list = []highlight{{nodes: nodes, look: Category(0), name: described("a quorum", nodes, func(x int) string { return quorum.Node(x).String() })}}
	}
	p := v.page(", boxes in boxes")
	p.legend = quorumKeys(list)
	p.nested(systemPart(i, 0), looksOf(v.n, list))
	p.remark("In every box that a quorum enters it has a quorum of the system there.")
	return p.picture(), nil
}

// systemPart returns the box of a system. It has the nodes, numbered from first, or the systems
// that replace them.
func systemPart(i *construct.Instance, first int) *part {
	outer, inner := i.Parts()
	if outer == nil {
		outer, inner = i, make([]*construct.Instance, i.N())
	}
	if outer.N() == 1 && inner[0] == nil {
		return &part{node: first, name: quorum.Node(first).String()}
	}
	p := &part{node: -1, words: outer.Spec()}
	if outer.Family().Name == "majority" {
		p.words = fmt.Sprintf("%d of %d", outer.N()/2+1, outer.N())
	}
	whole := true
	for _, in := range inner {
		q := &part{node: first, name: quorum.Node(first).String()}
		next := first + 1
		if in != nil {
			q, next = systemPart(in, first), first+in.N()
		}
		whole = whole && q.node >= 0
		p.parts, first = append(p.parts, q), next
	}
	if whole || outer.Family().Name == "grid" || outer.Family().Name == "billiard" {
		_, _, p.shape = shapeOf(outer)
	}
	return p
}

// partQuorum returns a quorum of a composition: one of the outer system, and one of each system in
// its places, with different choices in different places.
func partQuorum(ctx context.Context, families map[*construct.Instance]quorum.Family, i *construct.Instance, turn int) ([]int, error) {
	outer, inner := i.Parts()
	if outer == nil {
		return listedQuorum(ctx, families, i, turn)
	}
	from, err := partQuorum(ctx, families, outer, turn)
	if err != nil {
		return nil, err
	}
	first := make([]int, len(inner)+1)
	for v, in := range inner {
		first[v+1] = first[v] + 1
		if in != nil {
			first[v+1] = first[v] + in.N()
		}
	}
	var nodes []int
	for k, v := range from {
		if inner[v] == nil {
			nodes = append(nodes, first[v])
			continue
		}
		within, err := partQuorum(ctx, families, inner[v], turn+k+1)
		if err != nil {
			return nil, err
		}
		for _, w := range within {
			nodes = append(nodes, first[v]+w)
		}
	}
	return nodes, nil
}

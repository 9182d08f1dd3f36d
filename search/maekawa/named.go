package maekawa

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/groups"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// named is a group with its orbits on nodes and on sites: each the cosets of one of its subgroups.
type named struct {
	group        *groups.Group
	text         string // of the orbits; empty for as many regular ones as there can be
	nodes, sites []orbitKind
}

// orbitKind is so many orbits of one kind.
type orbitKind struct {
	count     int
	subgroup  []int
	length    int
	translate [][]int // what commutes with the group on the orbit, by places
	perms     [][]int // what the generators of the group do, by places
}

// Automorphisms asks for systems with a group of automorphisms, as "Z5", "Z5/3x1+7x5" or
// "Z7:Z3/2x1+1x7+1x21/3x3+1x21": a name of [groups.Parse], then how many orbits of which length the
// group has on nodes and on sites (those on nodes, if there is but one list). An orbit is an action
// on cosets, so that its length divides the order of the group; where subgroups of that index are
// not all conjugate, a letter says which, in the order of [groups.Group.Subgroups]: 2a, 2b, ... The
// name alone is for as many orbits as there can be on which nothing but the identity fixes a node,
// and fixed nodes. The error is a *quorum.InputError.
func Automorphisms(text string) (Symmetry, error) {
	parts := strings.SplitN(text, "/", 3)
	g, err := groups.Parse(parts[0])
	if err != nil {
		return Symmetry{}, quorum.Bad("symmetry", err.Error(), "names are "+groups.Forms)
	}
	if g.Order() > formulaNodes || g.Order() < 2 {
		return Symmetry{}, quorum.Bad("symmetry", fmt.Sprintf("the order of %s is %d", g.Name(), g.Order()), fmt.Sprintf("a group of 2 to %d", formulaNodes))
	}
	y := &named{group: g}
	if len(parts) > 1 {
		if y.nodes, err = y.orbits(parts[1]); err != nil {
			return Symmetry{}, err
		}
		y.sites, y.text = y.nodes, parts[1]
	}
	if len(parts) > 2 {
		if y.sites, err = y.orbits(parts[2]); err != nil {
			return Symmetry{}, err
		}
		y.text += " on nodes and " + parts[2] + " on sites"
	}
	return Symmetry{kind: grouped, group: y}, nil
}

// orbits reads a list of orbits.
func (y *named) orbits(text string) ([]orbitKind, error) {
	var list []orbitKind
	for part := range strings.SplitSeq(text, "+") {
		count, kind, ok := strings.Cut(part, "x")
		k, err := strconv.Atoi(count)
		letter := strings.TrimLeft(kind, "0123456789")
		length, wrong := strconv.Atoi(strings.TrimSuffix(kind, letter))
		if !ok || err != nil || wrong != nil || k < 1 || k > formulaNodes || len(letter) > 1 {
			return nil, quorum.Bad("symmetry", show.Value(part)+" says not how many orbits of which length", "want orbits as 3x1+7x5")
		}
		o, err := y.kind(length, letter)
		if err != nil {
			return nil, err
		}
		o.count = k
		list = append(list, o)
	}
	return list, nil
}

// kind is the orbit of a length, the letter's one of several.
func (y *named) kind(length int, letter string) (orbitKind, error) {
	var choice [][]int
	for _, sub := range y.group.Subgroups() {
		if len(sub)*length == y.group.Order() {
			choice = append(choice, sub)
		}
	}
	at := 0
	if letter != "" {
		at = int(letter[0]) - 'a'
	}
	switch {
	case len(choice) == 0:
		return orbitKind{}, quorum.Bad("symmetry", fmt.Sprintf("%s has no orbits of length %d", y.group.Name(), length), "a length is the index of a subgroup")
	case letter == "" && len(choice) > 1 || at < 0 || at >= len(choice):
		return orbitKind{}, quorum.Bad("symmetry", fmt.Sprintf("%s has %d kinds of orbits of length %d", y.group.Name(), len(choice), length), fmt.Sprintf("want %da to %d%c", length, length, 'a'+min(len(choice), 26)-1))
	}
	return newOrbit(y.group, choice[at]), nil
}

// newOrbit is the orbit of the cosets of a subgroup H: gH goes to gxH under what commutes with the
// group, for the x that normalise H.
func newOrbit(g *groups.Group, sub []int) orbitKind {
	least, of := g.Cosets(sub)
	o := orbitKind{count: 1, subgroup: sub, length: len(least)}
	perms := g.OnCosets(sub)
	for _, a := range g.Generators() {
		o.perms = append(o.perms, perms[a])
	}
	for _, x := range least {
		if slices.ContainsFunc(sub, func(h int) bool { return !slices.Contains(sub, g.Conjugate(h, x)) }) {
			continue
		}
		shift := make([]int, len(least))
		for i, y := range least {
			shift[i] = of[g.Mul(y, x)]
		}
		o.translate = append(o.translate, shift)
	}
	return o
}

// total is how many elements a list of orbits has.
func total(list []orbitKind) int {
	sum := 0
	for _, o := range list {
		sum += o.count * o.length
	}
	return sum
}

// on is the action on n sites and nodes; the error is a *quorum.InputError.
func (y *named) on(n int) (acting, error) {
	nodes, sites, text := y.nodes, y.sites, y.text
	if nodes == nil {
		order := y.group.Order()
		if order > n {
			return acting{}, quorum.Bad("symmetry", fmt.Sprintf("%s has %d elements, more than there are nodes", y.group.Name(), order), "say what orbits it has, as 3x1+7x5")
		}
		regular, fixed := newOrbit(y.group, []int{0}), newOrbit(y.group, y.group.Subgroup(y.group.Generators()...))
		regular.count, fixed.count = n/order, n%order
		text = fmt.Sprintf("%dx%d", regular.count, order)
		nodes = []orbitKind{regular}
		if fixed.count > 0 {
			nodes = []orbitKind{fixed, regular}
			text = fmt.Sprintf("%dx1+%s", fixed.count, text)
		}
		sites = nodes
	}
	for _, list := range [][]orbitKind{nodes, sites} {
		if sum := total(list); sum != n {
			return acting{}, quorum.Bad("symmetry", fmt.Sprintf("the orbits have %d elements together", sum), fmt.Sprintf("want %d", n))
		}
	}
	p := acting{n: n, name: fmt.Sprintf("with the automorphisms %s in orbits %s", y.group.Name(), text), loose: true}
	for k := range y.group.Generators() {
		p.sites, p.nodes = append(p.sites, permutation(n, sites, k)), append(p.nodes, permutation(n, nodes, k))
	}
	same := sets.Identity(n)
	renamings(n, sites, func(g []int) { p.renames = append(p.renames, [2][]int{g, same}) })
	renamings(n, nodes, func(g []int) { p.renames = append(p.renames, [2][]int{same, g}) })
	if semiregular(sites) && semiregular(nodes) {
		for image := range y.group.Automorphisms().All() {
			if len(p.renames) == mostRenamings {
				break
			}
			p.renames = append(p.renames, [2][]int{mapped(n, sites, image), mapped(n, nodes, image)})
		}
	}
	return p, nil
}

// permutation is the action of generator k on a list of orbits.
func permutation(n int, list []orbitKind, k int) []int {
	g := make([]int, 0, n)
	for _, o := range list {
		for range o.count {
			start := len(g)
			for _, y := range o.perms[k] {
				g = append(g, start+y)
			}
		}
	}
	return g
}

// renamings are permutations that commute with a group on its orbits: each orbit by what commutes
// with the group there, and two neighbours of one kind exchanged, with all of that.
func renamings(n int, list []orbitKind, yield func(g []int)) {
	start := 0
	for _, o := range list {
		for c := range o.count {
			for _, shift := range o.translate {
				if g := sets.Identity(n); shift[0] != 0 {
					for i, y := range shift {
						g[start+i] = start + y
					}
					yield(g)
				}
				if c+1 < o.count {
					g := sets.Identity(n)
					for i, y := range shift {
						g[start+i], g[start+o.length+y] = start+o.length+y, start+i
					}
					yield(g)
				}
			}
			start += o.length
		}
	}
}

// mostRenamings ends the list of what an action is normalised by: automorphisms come last.
const mostRenamings = 500

// semiregular reports whether all orbits are fixed points or have as many elements as the group.
func semiregular(list []orbitKind) bool {
	return !slices.ContainsFunc(list, func(o orbitKind) bool { return o.length > 1 && len(o.subgroup) > 1 })
}

// mapped is the action of an automorphism of the group on orbits of elements.
func mapped(n int, list []orbitKind, image []int) []int {
	g := sets.Identity(n)
	start := 0
	for _, o := range list {
		for range o.count {
			for i := range o.length {
				if o.length > 1 {
					g[start+i] = start + image[i]
				}
			}
			start += o.length
		}
	}
	return g
}

// renamingPlaces is how many places [formula.leads] compares for each renaming of a group.
const renamingPlaces = 60

// question is the formula for an action.
func (p acting) question(ctx context.Context, c limits) *formula {
	e := c.size*(c.size-1) + 1 - c.n
	tight := c.size == c.responsibility && 0 <= e && e <= c.size-2
	c.exact = c.exact || tight
	f := invariant(ctx, c, p)
	if !p.together() {
		f.cnf.Comment("of the systems that renamings of the orbits make of one, the lexicographically largest")
		for _, r := range p.renames {
			f.leads(r[0], r[1], renamingPlaces)
		}
	}
	if tight {
		f.cnf.Comment(fmt.Sprintf("all sizes and responsibilities are K, and no more than %d sets share two nodes and more with one", e))
		f.tighten(c, p)
	}
	return f
}

// existsGroup asks for systems with a group of automorphisms. For equal limits i in S_i is restored
// afterwards, by renaming the nodes; for others it is asked, if sites move as nodes do.
func (s *run) existsGroup(ctx context.Context, c limits) (found bool, by string, err error) {
	p, err := s.opts.Symmetry.group.on(c.n)
	if err != nil {
		return false, "", err
	}
	if c.size != c.responsibility {
		p.loose = false
		if !p.together() {
			return false, "", quorum.Bad("symmetry", "sites move otherwise than nodes", "give one list of orbits, or equal limits")
		}
	}
	f := p.question(ctx, c)
	answer, by, err := s.decide(ctx, c.words()+", "+p.name, f.cnf, encodedGroup, nil)
	if err != nil || answer.Model == nil {
		return false, by, err
	}
	sets := f.sets(answer.Model)
	by = "a model of " + answer.By + " " + p.name
	if p.together() {
		return true, "", s.acceptSets(ctx, c, sets, by)
	}
	if found, err = s.acceptMatched(ctx, c, by, !c.unique, sets, filled(c, sets)); found || err != nil {
		return found, "", err
	}
	s.beyond("a model whose nodes cannot be renamed such that i is in S_i and the sets differ")
	return false, "", errGaveUp
}

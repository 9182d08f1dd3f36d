package draw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Options choose what is highlighted; the zero value lets the picture choose. At most one of them
// may be given.
type Options struct {
	// Sites highlights the quorum of each of these sites (0-based). In a system without a site
	// assignment it is a quorum that contains the node.
	Sites []int

	// Quorums highlights these quorums (0-based indices in the family). In a group system one
	// number stands for the quorum of that index in every cartel, and as many numbers as there are
	// cartels for one in each.
	Quorums []int

	// Title heads the picture of a system that has no name.
	Title string
}

// ErrNoList is returned by [Of] where the picture is made from the list of quorums and the
// structure is nil.
var ErrNoList = errors.New("this picture is made from the list of quorums")

// ErrEmpty is returned by [Of] for a system that has no quorums or no nodes.
var ErrEmpty = errors.New("there are no quorums to draw")

// SelectionError says that what is to be highlighted does not exist.
type SelectionError struct {
	What   string       // "site" or "quorum"
	Value  quorum.Index // 0-based, as everywhere in Go
	Count  int          // how many there are
	Reason string       // where the number is not at fault
}

func (e *SelectionError) Error() string {
	switch {
	case e.Reason != "":
		return fmt.Sprintf("%s %v: %s", e.What, e.Value, e.Reason)
	case e.Count == 0:
		return fmt.Sprintf("%s %v: there is none", e.What, e.Value)
	}
	return fmt.Sprintf("%s %v: want 1..%d", e.What, e.Value, e.Count)
}

// MaxHighlights is the greatest number of quorums that one picture highlights.
const MaxHighlights = Categories

// Of draws a system. i is the instance it was built from, nil for a file; s its structure, which
// may be nil where i is of a family whose picture needs no list (otherwise the error is
// [ErrNoList]): then systems can be drawn that are too long to list. It panics if both are nil.
//
// The picture is that of the family, where there is one, and the incidence matrix otherwise. Errors
// are of type *[SelectionError], or [ErrEmpty], or the cause of ctx.
func Of(ctx context.Context, i *construct.Instance, s quorum.Structure, opts Options) (*Picture, error) {
	if i == nil && s == nil {
		panic("draw: Of(nil, nil)")
	}
	v := &view{ctx: ctx, instance: i, structure: s, opts: opts}
	if s != nil {
		v.n, v.title = s.N(), titleOf(cmp.Or(s.Name(), opts.Title))
	}
	if i != nil {
		v.n, v.title = i.N(), i.Spec()
	}
	if len(opts.Sites) > 0 && len(opts.Quorums) > 0 {
		return nil, &SelectionError{What: "site", Value: quorum.Index(opts.Sites[0]), Reason: "give sites or quorums, not both"}
	}
	for _, site := range opts.Sites {
		if site < 0 || site >= v.n {
			return nil, &SelectionError{What: "site", Value: quorum.Index(site), Count: v.n}
		}
	}
	if i != nil {
		if build, ok := familyPictures()[i.Family().Name]; ok {
			p, err := build(v)
			if ctx.Err() != nil { // then what is highlighted may not have been found
				return nil, context.Cause(ctx)
			}
			if err != nil || p != nil {
				return p, err
			}
		}
	}
	if s == nil {
		return nil, ErrNoList
	}
	p, err := matrix(v)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return p, err
}

// titleOf is the head of the picture of a system with such a name.
func titleOf(name string) string {
	if name == "" {
		return "(no name)"
	}
	return show.Name(name)
}

// labelsOf are the names of nodes as a picture has them; nil if there are none.
func labelsOf(names []string) []string {
	labels := slices.Clone(names)
	for v := range labels {
		labels[v] = show.Name(labels[v])
	}
	return labels
}

// view is what a family's picture is made from.
type view struct {
	ctx       context.Context
	instance  *construct.Instance
	structure quorum.Structure // nil if it is not listed
	opts      Options
	n         int
	title     string
	notes     []string
}

func (v *view) notef(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// familyPictures lists the families with a picture of their own. A function of it returns nil, nil
// where the matrix shows more.
func familyPictures() map[string]func(*view) (*Picture, error) {
	return map[string]func(*view) (*Picture, error){
		"billiard":              billiardPicture,
		"grid":                  gridPicture,
		"surficial":             surficialPicture,
		"rectangular-surficial": rectangularPicture,
		"design-surficial":      designPicture,
		"fpp":                   fanoPicture,
		"cyclic":                cyclicPicture,
		"triangle":              trianglePicture,
		"triangle-lattice":      triangularPicture,
		"paths":                 pathsPicture,
		"wall":                  wallPicture,
		"read-write-grid":       readWritePicture,
		"wheel":                 wheelPicture,
		"tree":                  treePicture,
		"hierarchical":          hierarchicalPicture,
		"composition":           composedPicture,
		"weighted":              votesPicture,
		"gifford":               votesPicture,
		"affine":                netPicture,
		"net":                   netPicture,
	}
}

// param returns a whole number of the spec.
func (v *view) param(key string) int { return numberOf(v.instance, key) }

func numberOf(i *construct.Instance, key string) int {
	x, err := strconv.Atoi(i.Param(key))
	if err != nil {
		panic(fmt.Sprintf("draw: %s has no number %s", i.Spec(), key))
	}
	return x
}

// highlight is a quorum that is shown.
type highlight struct {
	nodes []int
	site  int // whose quorum it is asked for; -1 if that was not said
	name  string
	look  Look
}

// single returns the family of an ordinary system or a k-coterie.
func single(s quorum.Structure) (quorum.Family, bool) {
	switch s := s.(type) {
	case *quorum.System:
		return s.Family(), true
	case *quorum.KCoterie:
		return s.Family(), true
	}
	return quorum.Family{}, false
}

// quorumsOfSites returns the index of the quorum of each chosen site of a listed system.
func (v *view) quorumsOfSites() ([]int, error) {
	f, ok := single(v.structure)
	system, _ := v.structure.(*quorum.System)
	var list []int
	for _, site := range v.opts.Sites {
		if !ok {
			return nil, &SelectionError{What: "site", Value: quorum.Index(site), Reason: fmt.Sprintf("a %s has no sites; choose a quorum instead", v.structure.Kind())}
		}
		if system != nil && system.HasSites() {
			list = append(list, system.Sites()[site])
			continue
		}
		found := -1
		for i, q := range par.Until(v.ctx, f.All()) {
			if slices.Contains(q, int32(site)) {
				found = i
				break
			}
		}
		if found < 0 {
			return nil, &SelectionError{What: "site", Value: quorum.Index(site), Reason: "it is in no quorum"}
		}
		v.notef("there is no site assignment: for site %v quorum %v, the first that contains it", quorum.Node(site), quorum.Index(found))
		list = append(list, found)
	}
	return list, nil
}

// chosen returns the highlights that the options ask for, of a listed ordinary system; none if they
// ask for none.
func (v *view) chosen() ([]highlight, error) {
	quorums := v.opts.Quorums
	if len(v.opts.Sites) > 0 {
		var err error
		if quorums, err = v.quorumsOfSites(); err != nil {
			return nil, err
		}
	}
	f, _ := single(v.structure)
	if len(quorums) > MaxHighlights {
		return nil, &SelectionError{What: "quorum", Value: quorum.Index(quorums[MaxHighlights]), Reason: fmt.Sprintf("at most %d quorums can be told apart in one picture", MaxHighlights)}
	}
	var list []highlight
	for k, q := range quorums {
		if q < 0 || q >= f.Len() {
			return nil, &SelectionError{What: "quorum", Value: quorum.Index(q), Count: f.Len()}
		}
		h := highlight{site: -1, look: Category(k), name: fmt.Sprintf("quorum %v", quorum.Index(q))}
		if len(v.opts.Sites) > 0 {
			h.site = v.opts.Sites[k]
			h.name = fmt.Sprintf("quorum %v, for site %v", quorum.Index(q), quorum.Node(h.site))
		}
		for _, x := range f.Quorum(q) {
			h.nodes = append(h.nodes, int(x))
		}
		list = append(list, h)
	}
	return list, nil
}

// looksOf returns the looks of each node.
func looksOf(n int, list []highlight) map[int][]Look {
	looks := make(map[int][]Look)
	for _, h := range list {
		for _, x := range h.nodes {
			looks[x] = append(looks[x], h.look)
		}
	}
	return looks
}

// quorumKeys returns the entries of the legend for highlights, and one for nodes in several of
// them.
func quorumKeys(list []highlight) []key {
	var keys []key
	times := map[int]int{}
	shared := false
	for _, h := range list {
		keys = append(keys, lookKey(h.look, h.name))
		for _, x := range h.nodes {
			times[x]++
			shared = shared || times[x] == 2
		}
	}
	if shared {
		keys = append(keys, remark("Nodes of several quorums are divided."))
	}
	return keys
}

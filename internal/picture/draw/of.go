package draw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Options choose the quorums to highlight. With the zero value the picture chooses. At most one of
// Sites and Quorums may be given.
type Options struct {
	// Sites highlights the quorums of these sites (0-based). If the system has no site assignment,
	// it highlights a quorum through each of these nodes.
	Sites []int

	// Quorums highlights these quorums (0-based indices in the family). In a group system, one
	// number chooses the quorum of that index in every cartel, and as many numbers as there are
	// cartels choose one in each.
	Quorums []int

	// Title is the title for a system that has no name.
	Title string
}

// ErrNoList is the error of [Of] if the picture is made from the list of quorums and the structure
// is nil.
var ErrNoList = errors.New("this picture is made from the list of quorums")

// ErrEmpty is the error of [Of] for a system without quorums or nodes.
var ErrEmpty = errors.New("there are no quorums to draw")

// refused returns the error for a site or a quorum (the word in what), whose number counts from 0.
func refused(what string, number int, format string, args ...any) error {
	return quorum.Bad(fmt.Sprintf("%s %v", what, quorum.Index(number)), fmt.Sprintf(format, args...), "")
}

// outOf is refused for a number that is not below count.
func outOf(what string, number, count int) error {
	if count == 0 {
		return refused(what, number, "there is none")
	}
	return refused(what, number, "want 1..%d", count)
}

// MaxHighlights is the greatest number of quorums that one picture highlights.
const MaxHighlights = Categories

// Of draws a system. Its quorums need not be listed if its picture needs no list, so that systems
// too long to list can be drawn; for other systems the error is then [ErrNoList].
//
// The picture is that of the family, if the system has one with a picture of its own. A system that
// is given by formulas, such as an expression or a quorum set, is drawn as boxes in boxes. Every
// other system is drawn as its incidence matrix. The error is a *[quorum.InputError], [ErrEmpty],
// or the cause of ctx.
func Of(ctx context.Context, s quorum.Known, opts Options) (*Picture, error) {
	i, ofFamily := construct.InstanceOf(s)
	v := &view{ctx: ctx, instance: i, structure: s.Structure, opts: opts, n: s.Nodes, title: titleOf(cmp.Or(s.Name, opts.Title))}
	if ofFamily {
		v.title = i.Spec()
	}
	if len(opts.Sites) > 0 && len(opts.Quorums) > 0 {
		return nil, refused("site", opts.Sites[0], "give sites or quorums, not both")
	}
	for _, site := range opts.Sites {
		if site < 0 || site >= v.n {
			return nil, outOf("site", site, v.n)
		}
	}
	build := matrix
	switch formulas := s.Formulas; {
	case ofFamily:
		if of, ok := familyPictures()[i.Family().Name]; ok {
			build = of
		}
	case (len(formulas) == 1 || len(formulas) == 2) && len(opts.Sites) == 0:
		build = func(v *view) (*Picture, error) { return v.formulas(s.Kind, formulas, s.Names) }
	}
	p, err := build(v)
	if p == nil && err == nil { // the matrix shows more
		p, err = matrix(v)
	}
	if ctx.Err() != nil { // the highlights may not have been found
		return nil, context.Cause(ctx)
	}
	return p, err
}

// titleOf returns the title for a system of that name.
func titleOf(name string) string {
	if name == "" {
		return "(no name)"
	}
	return show.Name(name)
}

// labelsOf returns the names of nodes in the form for pictures, or nil if there are none.
func labelsOf(names []string) []string {
	labels := slices.Clone(names)
	for v := range labels {
		labels[v] = show.Name(labels[v])
	}
	return labels
}

// view is the input of a family's picture.
type view struct {
	ctx       context.Context
	instance  *construct.Instance
	structure quorum.Structure // nil if the quorums are not listed
	opts      Options
	n         int
	title     string
	notes     []string
}

func (v *view) notef(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// page starts a page, whose title is that of the system and a few words.
func (v *view) page(words string) page { return page{title: v.title + words, notes: v.notes} }

// familyPictures returns the families that have a picture of their own. Their functions return nil,
// nil if the matrix shows more.
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
		"rt":                    hierarchicalPicture,
		"boostfpp":              hierarchicalPicture,
		"byzantine-grid":        crossPicture,
		"mgrid":                 crossPicture,
		"composition":           composedPicture,
		"weighted":              votesPicture,
		"gifford":               votesPicture,
		"affine":                netPicture,
		"net":                   netPicture,
	}
}

// param returns the value of a whole number in the spec.
func (v *view) param(key string) int { return numberOf(v.instance, key) }

func numberOf(i *construct.Instance, key string) int {
	x, err := strconv.Atoi(i.Param(key))
	if err != nil {
		panic(fmt.Sprintf("draw: %s has no number %s", i.Spec(), key))
	}
	return x
}

// numbers returns the value of a list of whole numbers in the spec.
func (v *view) numbers(key string) (list []int) {
	for word := range strings.SplitSeq(v.instance.Param(key), "-") {
		x, err := strconv.Atoi(word)
		if err != nil {
			panic(fmt.Sprintf("draw: %s has no numbers %s", v.instance.Spec(), key))
		}
		list = append(list, x)
	}
	return list
}

// highlight is a highlighted quorum.
type highlight struct {
	nodes []int
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
			return nil, refused("site", site, "a %s has no sites; choose a quorum instead", v.structure.Kind())
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
			return nil, refused("site", site, "it is in no quorum")
		}
		v.notef("there is no site assignment: for site %v quorum %v, the first that contains it", quorum.Node(site), quorum.Index(found))
		list = append(list, found)
	}
	return list, nil
}

// chosen returns the highlights that the options choose from a listed ordinary system. It is empty
// if they choose none. The error is ErrNoList where the system is not listed.
func (v *view) chosen() ([]highlight, error) {
	if v.structure == nil {
		return nil, ErrNoList
	}
	quorums := v.opts.Quorums
	if len(v.opts.Sites) > 0 {
		var err error
		if quorums, err = v.quorumsOfSites(); err != nil {
			return nil, err
		}
	}
	f, _ := single(v.structure)
	if len(quorums) > MaxHighlights {
		return nil, refused("quorum", quorums[MaxHighlights], "at most %d quorums can be told apart in one picture", MaxHighlights)
	}
	var list []highlight
	for k, q := range quorums {
		if q < 0 || q >= f.Len() {
			return nil, outOf("quorum", q, f.Len())
		}
		h := highlight{look: Category(k), name: fmt.Sprintf("quorum %v", quorum.Index(q))}
		if len(v.opts.Sites) > 0 {
			h.name = fmt.Sprintf("quorum %v, for site %v", quorum.Index(q), quorum.Node(v.opts.Sites[k]))
		}
		h.nodes = f.Set(q).Nodes()
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

// quorumKeys returns the legend's entries for the highlights, and one for nodes in several of them.
func quorumKeys(list []highlight) []Entry {
	var keys []Entry
	times := map[int]int{}
	shared := false
	for _, h := range list {
		keys = append(keys, LookEntry(h.look, h.name))
		for _, x := range h.nodes {
			times[x]++
			shared = shared || times[x] == 2
		}
	}
	if shared {
		keys = append(keys, TextEntry("Nodes of several quorums are divided."))
	}
	return keys
}

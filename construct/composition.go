package construct

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"coterie/internal/machine/par"
	"coterie/quorum"
	"coterie/quorum/compose"
)

// composing is a composition in the making: one inner system at one node or at all nodes of outer,
// or an inner system for each node.
type composing struct {
	outer      *Instance
	inner      []*Instance // the different ones
	everywhere bool
	node       int   // where not everywhere
	part       []int // for each outer node, the index of its inner system; nil if there is only one
	kind       quorum.Kind
	groups     int
}

// replaced reports whether an inner system stands in the place of the outer node v.
func (c *composing) replaced(v int) bool { return c.everywhere || v == c.node }

// at returns the index in inner of the system in the place of the outer node v; -1 if v stays.
func (c *composing) at(v int) int {
	switch {
	case !c.replaced(v):
		return -1
	case c.part == nil:
		return 0
	}
	return c.part[v]
}

// ordinary reports whether all inner systems are ordinary ones.
func (c *composing) ordinary() bool {
	return !slices.ContainsFunc(c.inner, func(i *Instance) bool { return i.Kind() != quorum.KindSystem })
}

func compositionPlan(outer *Instance, node quorum.Node, inner *Instance) (*plan, error) {
	if node < 0 || int(node) >= outer.N() {
		return nil, outOfRange("composition", "node", node.Ordinal(), fmt.Sprintf("a node of %s, 1..%d", outer.Spec(), outer.N()))
	}
	c := &composing{outer: outer, inner: []*Instance{inner}, node: int(node)}
	if err := c.judgeKinds("composition"); err != nil {
		return nil, err
	}
	settings := []setting{specSetting("outer", outer), {"node", node.String()}, specSetting("inner", inner)}
	return c.plan("composition", settings, outer.N()-1+inner.N(), outer.plan.largest-1+inner.plan.largest)
}

// hierarchicalPlan takes one inner system, or one for each node of outer; equal systems are the
// same instance.
func hierarchicalPlan(outer *Instance, inner []*Instance) (*plan, error) {
	if len(inner) != 1 && len(inner) != outer.N() {
		return nil, illegal("hierarchical", "inner", joinedSpecs(inner), fmt.Sprintf("one system for all, or one for each of the %d nodes of %s, joined by |; there are %d", outer.N(), shortSpec(outer.Spec()), len(inner)))
	}
	c := &composing{outer: outer, everywhere: true}
	index := map[*Instance]int{}
	part := make([]int, len(inner))
	for x, i := range inner {
		k, ok := index[i]
		if !ok {
			k = len(c.inner)
			index[i], c.inner = k, append(c.inner, i)
		}
		part[x] = k
	}
	settings := []setting{specSetting("outer", outer), {"inner", joinedSpecs(inner)}}
	n, largest := 0, 0
	if len(c.inner) == 1 {
		settings[1] = specSetting("inner", c.inner[0])
		n, largest = outer.N()*c.inner[0].N(), outer.plan.largest*c.inner[0].plan.largest
	} else {
		c.part = part
		sizes := make([]int, len(inner))
		for x, i := range inner {
			n += i.N()
			sizes[x] = i.plan.largest
		}
		slices.Sort(sizes)
		for _, size := range sizes[max(0, len(sizes)-outer.plan.largest):] {
			largest += size
		}
	}
	if err := c.judgeKinds("hierarchical"); err != nil {
		return nil, err
	}
	return c.plan("hierarchical", settings, n, largest)
}

// joinedSpecs is the value of a setting with several nested specs.
func joinedSpecs(list []*Instance) string {
	texts := make([]string, len(list))
	for x, i := range list {
		texts[x] = "(" + i.Spec() + ")"
	}
	return strings.Join(texts, "|")
}

// judgeKinds finds the kind of the composition, or the part that does not fit.
func (c *composing) judgeKinds(family string) error {
	c.kind, c.groups = c.outer.Kind(), c.outer.Groups()
	for k, inner := range c.inner {
		kind, groups, err := compose.OfKinds(c.kind, c.groups, inner.Kind(), inner.Groups())
		if err != nil {
			return c.misfit(family, inner, k > 0 && c.outer.Kind() != quorum.KindGroupSystem)
		}
		c.kind, c.groups = kind, groups
	}
	return nil
}

// misfit says why inner does not fit into outer, or not beside the inner systems before it.
func (c *composing) misfit(family string, inner *Instance, beside bool) error {
	e := badParam(family, "inner", "("+inner.Spec()+")", NotASpec, "")
	switch {
	case c.outer.Kind() == quorum.KindSharing:
		e.Key, e.Value, e.Legal = "outer", "("+c.outer.Spec()+")", "a system with quorums of its own"
	case c.outer.Kind() == quorum.KindKCoterie:
		e.Legal = fmt.Sprintf("an ordinary quorum system, as the outer one is a k-coterie, not a %s", inner.Kind())
	case inner.Kind() == quorum.KindGroupSystem && beside:
		e.Legal = fmt.Sprintf("an ordinary system or one of %d cartels, as an inner one before it; it has %d", c.groups, inner.Groups())
	case inner.Kind() == quorum.KindGroupSystem:
		e.Legal = fmt.Sprintf("an ordinary system or one of %d cartels, as the outer one; it has %d", c.outer.Groups(), inner.Groups())
	default:
		e.Legal = fmt.Sprintf("an ordinary or a group quorum system, not a %s", inner.Kind())
	}
	return e
}

// plan returns the plan of a composition of n nodes whose quorums have at most largest.
func (c *composing) plan(family string, settings []setting, n, largest int) (*plan, error) {
	if n > quorum.MaxNodes {
		most := quorum.MaxNodes - c.outer.N() + 1
		if c.everywhere {
			most = quorum.MaxNodes / c.outer.N()
		}
		value, legal := "("+c.inner[0].Spec()+")", fmt.Sprintf("a system of 1..%d nodes, for at most %d in all", most, quorum.MaxNodes)
		if c.part != nil {
			value, legal = value+"|...", fmt.Sprintf("systems of at most %d nodes in all; they have %d", quorum.MaxNodes, n)
		}
		return nil, illegal(family, "inner", value, legal)
	}
	quorums, shape := ofFigures(par.Once(c.figures))
	return &plan{
		kind:          c.kind,
		parts:         append([]*Instance{c.outer}, c.inner...),
		settings:      settings,
		n:             n,
		groups:        c.groups,
		quorums:       quorums,
		largest:       max(1, min(n, largest)),
		shape:         shape,
		build:         c.build,
		judgesEntries: true,
		formulas:      c.formulas,
		composing:     c,
		k:             c.outer.K(),
		disjoint:      c.disjoint,
	}, nil
}

// build lists the composition, if it has at most limit quorums.
func (c *composing) build(ctx context.Context, name string, limit int) (quorum.Structure, error) {
	// Every quorum of either part is in a quorum of the composition, unless the inner system is at
	// a node that is in no quorum.
	outer, err := c.outer.List(ctx, c.outer.Spec(), limit)
	if err != nil {
		return nil, beyond(err, limit)
	}
	inner := make([]quorum.Structure, len(c.inner))
	for k, i := range c.inner {
		if inner[k], err = i.List(ctx, i.Spec(), limit); err != nil {
			return nil, beyond(err, limit)
		}
	}
	at := map[int]quorum.Structure{}
	for v := range outer.N() {
		if k := c.at(v); k >= 0 {
			at[v] = inner[k]
		}
	}
	s, err := compose.All(ctx, outer, at, compose.Options{Name: name, MaxQuorums: limit, MaxIncidences: quorum.MaxIncidences})
	if many := (*quorum.LimitError)(nil); errors.As(err, &many) {
		return nil, tooMany(name, many.Quorums, limit, many.Entries)
	}
	return s, err
}

// beyond turns the error of a part with too many quorums into errMore. Without a limit the error of
// the part stays: the composition may have fewer quorums than the part.
func beyond(err error, limit int) error {
	if many := (*quorum.TooManyError)(nil); limit < math.MaxInt && errors.As(err, &many) {
		return errMore
	}
	return err
}

// compositionFamily is the family of the composition of outer and inner, inner in the place of the
// 0-based node of outer: compose.At under the name of a spec. Its documentation says and proves
// which kinds fit together, how nodes are numbered and which properties are kept (intersection,
// minimality, nondomination).
//
// n is n(outer) + n(inner) - 1. With C_x the quorums of outer that the node is in and c the number
// of quorums of inner (cartel by cartel, in group systems),
//
//	number of quorums = |C| - |C_x| + c·|C_x|,
//
// a node h of inner is in |C_x| times as many quorums as in inner. Another node y is in one quorum
// for each quorum of C with y without x, and in c for each quorum of C with both. These are counted
// on the quorums of outer, where it has at most 100,000.
//
// The error is a *ParamError if outer has no such node, if the kinds do not fit together, or if
// there were more than quorum.MaxNodes nodes, and a *quorum.TooManyError if there are more than
// quorum.DefaultMaxQuorums quorums or quorum.MaxIncidences entries.
//
// M. L. Neilsen and M. Mizuno, Coterie join algorithm, IEEE Trans. Parallel Distrib. Syst. 3(5),
// 1992, pages 582-590.
func compositionFamily() Family {
	return Family{
		Name:    "composition",
		Summary: "a system in the place of one node of another",
		Params: []Param{
			{Name: "outer", Doc: "the spec of a system, or a file that holds one, in parentheses"},
			{Name: "node", Doc: "the node of the outer system that gives way, counted from 1"},
			{Name: "inner", Doc: "the spec of the system in its place, in parentheses"},
		},
		Exists: "n = n(outer) + n(inner) - 1",
		Source: "Neilsen and Mizuno 1992",
		resolve: func(a *args) (*plan, error) {
			return compositionPlan(a.spec("outer"), a.node("node", 0), a.spec("inner"))
		},
		usage:     "composition:outer=(SPEC),node=X,inner=(SPEC)",
		noDefault: "it is made of two systems of your choice: composition:outer=(SPEC),node=X,inner=(SPEC)",
	}
}

// hierarchicalFamily is the family of the composition of outer with an inner system at every node,
// one for all nodes or one for each: the majorities of majorities of Kumar (1991), grids of grids
// in the manner of Kumar and Cheung (1991), and the billiard systems that Agrawal, Eğecioğlu and El
// Abbadi (1997), section 5, propose to treat alike. Further levels are nested, and a over (b over
// c) has the same quorums as (a over b) over c. Kinds are as compose.OfKinds says.
//
// n is the sum of the sizes of the inner systems, which stand one after the other: with one for
// all, node h at node x of outer is x·n(inner) + h. With c_x the number of quorums of the inner
// system at x (cartel by cartel, in group systems),
//
//	K of a quorum from Q        between the sums over Q of the least and of the greatest inner K,
//	number of quorums           Σ_Q Π_{x ∈ Q} c_x over the quorums Q of outer,
//	responsibility of (x,h)     (responsibility of h inside) · Σ_{Q ∋ x} Π_{y ∈ Q, y ≠ x} c_y.
//
// With one ordinary system for all nodes, and all quorums of outer of one size, these are products
// of the figures of both. With different ordinary systems in a majority of n <= 1000 they are
// elementary symmetric polynomials of the c_x. Otherwise they are counted on the quorums of outer,
// where it has at most 100,000. Majorities of three in three in three ... make n = 3^l and
// K = 2^l = n^0.63 (Kumar 1991).
//
// The degree of a composition of group systems, cartel by cartel: disjoint quorums come from
// quorums of outer, taken with repetition, that use each node x at most as often as the inner
// system at x has disjoint quorums; and any such choice gives disjoint quorums. An exact search
// over the choices finds it. With ordinary systems inside, any two of whose quorums meet, it is the
// degree of outer. (Nothing else is looked at then: for sets out of a file that do not all meet,
// and so are no quorum system, Shape.Degree is too small.)
//
// The error is as for a composition, or a *ParamError unless there is one inner system, or one for
// each node of outer.
//
// A. Kumar, Hierarchical quorum consensus: a new algorithm for managing replicated data, IEEE
// Trans. Comput. 40(9), 1991, pages 996-1004, doi:10.1109/12.83661. A. Kumar and S. Y. Cheung, A
// high availability √N hierarchical grid algorithm for replicated data, Inf. Process. Lett. 40,
// 1991, pages 311-316.
func hierarchicalFamily() Family {
	return Family{
		Name:    "hierarchical",
		Summary: "a system in the place of every node of another: majorities of majorities, grids of grids",
		Params: []Param{
			{Name: "outer", Doc: "the spec of a system, or a file that holds one, in parentheses"},
			{Name: "inner", Doc: "the spec of the system at each of its nodes, in parentheses; or one for each node, joined by |"},
		},
		Exists: "n = n(outer)·n(inner), or the sum of the sizes of the inner systems",
		Source: "Kumar 1991; Kumar and Cheung 1991",
		resolve: func(a *args) (*plan, error) {
			return hierarchicalPlan(a.spec("outer"), a.specs("inner"))
		},
		usage:     "hierarchical:outer=(SPEC),inner=(SPEC)[|(SPEC)...]",
		noDefault: "it is made of systems of your choice: hierarchical:outer=(SPEC),inner=(SPEC), or inner=(SPEC)|(SPEC)|... with one for each outer node",
	}
}

package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/internal/solve/forms"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// TruncateMode says how quorums that hold nodes beyond the last one kept are treated.
type TruncateMode string

// The ways to truncate a system.
const (
	Drop  TruncateMode = "drop"  // keep only the quorums without such nodes
	Merge TruncateMode = "merge" // put one of the nodes kept in the place of each such node
)

// truncating is a truncation in the making.
type truncating struct {
	of   *Instance
	n    int
	mode TruncateMode
	onto quorum.Node
}

// truncatedPlan makes a system on the nodes 0..n-1 from one on more nodes: a plane, say, that
// exists for no nearer number. The system is an ordinary or a group system; sites are dropped, and
// names kept. The name is a spec, if the name of the system is one.
//
// Drop keeps the quorums within 0..n-1, in their order, and repeats. The error is a
// *quorum.InputError if none is left (in a group system: if none is left in some cartel). Merge
// puts the node onto (0 <= onto < n) in the place of each node from n on, then keeps the minimal
// sets, cartel by cartel, in lexicographic order; Drop does not look at onto. In specs onto is the
// last node kept unless given.
//
// Both keep intersection and cross-intersection. Drop keeps minimality, and merge makes the quorums
// minimal.
//
// Merge also keeps nondomination, of ordinary and of group systems. Drop does not: of the
// majorities of three nodes it leaves {1,2} on two.
//
// The price of merge is that onto is in many quorums. Where a quorum has no other of the nodes
// kept, {onto} is a quorum, in an ordinary system the only one: the nodes merged decide alone. How
// often that happens depends on onto. The first node is a poor choice for planes as FPP numbers
// them, and as Maekawa does in his Figure 1, where the last points are on a line with it. Merged
// onto the last node kept, the planes of orders 3, 4 and 7 always have quorums of two nodes or more
// as long as half of the points are left. Hence the default. Maekawa, too, replaces the nodes left
// over by the last ones in his example of five nodes.
//
// It exists for 1 <= n < of.N() (else the error is a *ParamError). The system may have at most
// quorum.DefaultMaxQuorums quorums for Drop, and for Merge, whose minimal sets cost O(quorums² · K
// / 64), at most 100,000 and √(2^37/K).
//
// Proof: docs/theorems/truncation.md.
func truncatedPlan(of *Instance, n int, mode TruncateMode, onto quorum.Node) (*plan, error) {
	bad := func(key, value string, problem ParamProblem, legal string) error {
		return badParam("truncated", key, value, problem, legal)
	}
	if of.Kind() != quorum.KindSystem && of.Kind() != quorum.KindGroupSystem {
		return nil, bad("of", "("+of.Spec()+")", NotASpec, fmt.Sprintf("an ordinary or a group quorum system, not a %s", of.Kind()))
	}
	switch {
	case of.N() == 1:
		return nil, bad("of", "("+of.Spec()+")", OutOfRange, "a system of two nodes or more")
	case n < 1 || n >= of.N():
		return nil, outOfRange("truncated", "n", n, fmt.Sprintf("1..%d, fewer than the %d nodes of %s", of.N()-1, of.N(), show.Brief(of.Spec())))
	case mode != Drop && mode != Merge:
		return nil, bad("mode", string(mode), OutOfRange, "drop or merge")
	case mode == Merge && (onto < 0 || int(onto) >= n):
		return nil, outOfRange("truncated", "onto", onto.Ordinal(), fmt.Sprintf("one of the nodes kept, 1..%d", n))
	}
	t := &truncating{of, n, mode, onto}
	settings := []setting{intSetting("n", n), specSetting("of", of)}
	if mode == Merge {
		settings = append(settings, setting{"mode", string(mode)})
		if last := quorum.Node(n - 1); onto != last {
			settings = append(settings, setting{"onto", onto.String()})
		}
	}
	// Figures are counted once, on a list of its own.
	counted := par.Once(func(ctx context.Context) (quorum.Structure, error) {
		return t.build(ctx, of.Spec(), min(countedLimit, t.listLimit()))
	})
	return &plan{
		parts:    []*Instance{of},
		kind:     of.Kind(),
		settings: settings,
		n:        n,
		groups:   of.Groups(),
		quorums:  countFound(counted, countOf),
		entries: countFound(counted, func(s quorum.Structure) *big.Int {
			sum := 0
			for _, f := range cartelsOf(s) {
				sum += f.Incidences()
			}
			return bigOf(sum)
		}),
		largest: max(1, min(n, of.plan.largest)),
		shape: func(ctx context.Context) (Shape, error) {
			s, err := counted(ctx)
			many := (*quorum.TooManyError)(nil)
			switch {
			case errors.As(err, &many):
				return Shape{Unknown: unknownFigures(many)}, nil
			case err != nil:
				return Shape{}, err
			}
			return countedShape("counted on the listed quorums", s), nil
		},
		formulas: t.formulas,
		build: func(ctx context.Context, name string, limit int) (quorum.Structure, error) {
			if s, err := counted(ctx); err == nil { // which the number of quorums was taken from
				return named(name, s)
			}
			s, err := t.build(ctx, name, t.listLimit())
			if err == nil && countOf(s).Cmp(bigOf(limit)) > 0 {
				return nil, tooMany(name, countOf(s), limit, nil)
			}
			return s, err
		},
		judgesEntries: true, // there are no more than in the system that is truncated
	}, nil
}

// countOf returns the number of listed quorums over all cartels.
func countOf(s quorum.Structure) *big.Int {
	count := 0
	for _, f := range cartelsOf(s) {
		count += f.Len()
	}
	return bigOf(count)
}

// named returns a listed system under another name, without its sites.
func named(name string, s quorum.Structure) (quorum.Structure, error) {
	if s.Kind() == quorum.KindGroupSystem {
		return structure(quorum.NewGroupSystem(name, cartelsOf(s), s.Names()))
	}
	return structure(quorum.NewSystem(name, cartelsOf(s)[0], quorum.SystemOptions{Names: s.Names()}))
}

// listLimit returns how many quorums the system to be truncated may have.
func (t *truncating) listLimit() int {
	if t.mode == Merge {
		return minimizedLimit(t.of.plan.largest)
	}
	return quorum.DefaultMaxQuorums
}

// minimizedLimit returns a number of quorums, of at most largest nodes each: their minimal ones are
// found in about a second, without a look at the context.
func minimizedLimit(largest int) int { return min(countedLimit, gf.FloorSqrt(1<<37/max(1, largest))) }

// build lists the truncation of a system of at most limit quorums. A *quorum.TooManyError speaks of
// that system.
func (t *truncating) build(ctx context.Context, name string, limit int) (quorum.Structure, error) {
	s, err := t.of.List(ctx, t.of.Spec(), limit)
	if err != nil {
		return nil, err
	}
	cartels := cartelsOf(s)
	for i, f := range cartels {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if t.mode == Merge {
			cartels[i], err = forms.Merged(ctx, f, t.n, func(v int32) int32 {
				if int(v) < t.n {
					return v
				}
				return int32(t.onto)
			})
		} else {
			cartels[i], err = forms.Within(ctx, f, t.n)
		}
		if err != nil {
			return nil, err
		}
		if cartels[i].Len() > 0 {
			continue
		}
		what := "quorum"
		if s.Kind() == quorum.KindGroupSystem {
			what = fmt.Sprintf("quorum of cartel %v", quorum.Index(i))
		}
		return nil, quorum.Bad("", fmt.Sprintf("truncated: no %s of (%s) lies within the nodes 1..%d", what, show.Brief(t.of.Spec()), t.n),
			"mode=merge puts a node that is kept in the place of the others, and always leaves quorums")
	}
	names := s.Names()
	if names != nil {
		names = names[:t.n]
	}
	if s.Kind() == quorum.KindGroupSystem {
		return structure(quorum.NewGroupSystem(name, cartels, names))
	}
	return structure(quorum.NewSystem(name, cartels[0], quorum.SystemOptions{Names: names}))
}

func truncatedFamily() Family {
	return Family{
		Name:    "truncated",
		Summary: "a system cut down to n nodes: the quorums within them, or one node for all beyond",
		Params: []Param{
			{Name: "n", Doc: "number of nodes kept, fewer than the system has"},
			{Name: "of", Doc: "the spec of an ordinary or group system, or a file that holds one, in parentheses"},
			{Name: "mode", Doc: "drop the quorums with other nodes, or merge these nodes into one", Optional: true, Default: string(Drop), Words: []string{string(Drop), string(Merge)}},
			{Name: "onto", Doc: "with mode=merge, the node in the place of those beyond n, counted from 1", Optional: true, Default: "n"},
		},
		Exists: "every n below that of the system; drop: where quorums are left",
		Source: "after Maekawa 1985, section 7, Method 1 (replace the nodes above N)",
		resolve: func(a *args) (*plan, error) {
			n := a.int("n")
			of := a.spec("of")
			mode := a.word("mode", string(Drop), string(Merge))
			onto := a.node("onto", quorum.Node(n-1))
			if a.has("onto") && mode == string(Drop) {
				a.refuse("onto", OutOfRange, "mode=merge beside it, as mode=drop puts nothing onto a node")
			}
			return truncatedPlan(of, n, TruncateMode(mode), onto)
		},
		usage:     "truncated:n=N,of=(SPEC)[,mode=merge[,onto=X]]",
		noDefault: "it cuts down a system of your choice: truncated:n=N,of=(SPEC)",
	}
}

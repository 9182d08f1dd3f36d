package extend

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"

	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure/availability"
	"coterie/quorum"
	"coterie/search"
)

// Options are those of Find; the zero value asks for any nondominated system that contains the
// given one, if there is one, and else for any that dominates it.
type Options struct {
	search.Options
	// Prefer says which extension is wanted: "" (any, but rather one that can be listed),
	// "availability", "quorums" (the fewest, over all cartels) or "load" (the least; of a group
	// system, the mix of 1/m for each cartel).
	Prefer string
	// Dominate drops the wish that the quorums of the given system are quorums of the extension:
	// each only has to contain one.
	Dominate bool
	// First, if not 0, is the number, from 1, of the cartel of a group system that is made live at
	// as many sets as any extension can have it. It goes with Prefer "".
	First int
	// Limit is how many quorums Result.System may list. 0 means 100,000 on up
	// to 26 nodes, and 10,000 beyond.
	Limit int
	// ExactNodes is the greatest number of nodes at which the fewest quorums, and the least load,
	// are looked for until they are proven, at most 12; 0 means 9 for the fewest quorums and 7 for
	// the least load, and for group systems 5 and 4.
	ExactNodes int
	// DiagramNodes bounds the decision diagrams that take the place of tables beyond 26 nodes; 0
	// means 5 million (some 300 MB).
	DiagramNodes int
}

// Extension is a nondominated system that dominates a given one. Result.System has its kind, its
// nodes, their names and the roles of its groups, even if no extension was found. It lists the
// quorums if they are few; otherwise its Unlisted says why there is no list, and Quorums streams
// them all the same.
type Extension struct {
	*search.Result
	// Given are the minimal quorums of the given system, cartel by cartel; an ordinary system is
	// one cartel.
	Given []quorum.Family
	// Unchanged: the given system is nondominated, and the extension has the same quorums.
	Unchanged bool
	// Contains says whether all quorums of the given system are quorums of the extension, each in
	// its cartel; Kept says how many are.
	Contains bool
	Kept     []int
	// ContainsWitness are sets that show why no nondominated system contains the given one (two
	// disjoint sets, in an ordinary system), and ContainsReason says how; both are empty where one
	// does.
	ContainsWitness []quorum.Set
	ContainsReason  string
	// TieBreak names the rule that decided between complementary sets that the given system leaves
	// open.
	TieBreak string
	// Instead names the tie-break that Prefer "availability" has where none was asked for and one
	// with fewer quorums was taken, so that they can be listed. InsteadQuorums is how many quorums
	// it gives, nil where they were not counted.
	Instead        string
	InsteadQuorums *big.Int
	// Proof says how nondomination was proved in this run.
	Proof string
	// Before and After count the live sets by size, for each cartel of the given system and of the
	// extension; nil, with a note, where that is out of reach.
	Before, After []availability.LiveSets

	functions []function
}

// Groups returns the number of cartels; 1 for an ordinary system, and 0 where no extension was
// found.
func (e *Extension) Groups() int { return len(e.functions) }

// Live reports whether a set contains a quorum of cartel i (0 of an ordinary system). Cost O(n). It
// panics if there is no such cartel, or no such node.
func (e *Extension) Live(i int, s quorum.Set) bool {
	if !s.SubsetOf(quorum.FullSet(e.System.Nodes)) {
		panic(fmt.Sprintf("search: Live: the set %v has nodes beyond %d", s, e.System.Nodes))
	}
	return e.functions[i].has(s)
}

// Quorums yields all quorums, cartel by cartel, with the number of the cartel from 0: each once, in
// an order that depends on the system and the options alone. It ends early when ctx does. Nothing
// is kept: there may be very many.
func (e *Extension) Quorums(ctx context.Context) iter.Seq2[int, quorum.Set] {
	return func(yield func(int, quorum.Set) bool) {
		for i, f := range e.functions {
			for q := range f.minimal(ctx) {
				if !yield(i, q) {
					return
				}
			}
			if ctx.Err() != nil {
				return
			}
		}
	}
}

// Count returns the number of quorums of each cartel, without listing them: from the table of all
// sets for n <= 26, else from a decision diagram of the quorums. The error is the cause of ctx, or
// says that diagrams grew too large.
func (e *Extension) Count(ctx context.Context) ([]*big.Int, error) {
	var counts []*big.Int
	for _, f := range e.functions {
		c, err := f.count(ctx)
		if err != nil {
			return nil, err
		}
		counts = append(counts, c)
	}
	return counts, nil
}

// Find finds a nondominated (ND) coterie, or group quorum system of m >= 2 cartels, that dominates
// s, or equals it if s is ND already; it contains s, which means that every quorum of s is a quorum
// of it, in its cartel, where that is possible.
//
// A *quorum.KCoterie has its answer in Result alone, among k-coteries: see kCoterie.
//
// Domain: a *quorum.System whose quorums meet, or a *quorum.GroupSystem with m >= 2 cartels, none
// empty, whose quorums meet across cartels. Quorums that contain others of their cartel are left
// out first, with a note. The error is a *quorum.InputError for anything else. When ctx ends first,
// or everything grows too large, the verdict is Unknown.
//
// Below, a system is the function f(X) of "X contains a quorum" (X is live), or one f_i for each
// cartel; f*(X) = not f(V∖X) is the dual function, whose minimal sets are the minimal transversals.
// F and F_i stand for the given system (perhaps with the sets of the next section), f and f_i for
// the extension.
//
// # Fewest quorums, least load
//
// Up to ExactNodes nodes the f(X) are the variables of a formula, whose models are the ND systems
// that dominate F (contain C).
//
// Fewest quorums: a totalizer counts minimal live sets, and the last bound without a model proves
// the optimum.
//
// Least load: a strategy's busiest node is asked with probability max_w Σ_x w(x)·P(x is asked) over
// node weights w >= 0 of sum 1, the mean weight of a quorum; so by the minimax theorem load(f) =
// max_w min_{X live} w(X) (Naor and Wool 1998). With the weights that prove the load L of an
// extension, any extension with a load below L' <= L has a live set X with w(X) < L', and so a
// maximal such set: that is a clause. L' being the least load so far, the clause excludes the
// extension that its weights come from, so adding clauses ends, in the question without a model
// that proves the optimum. The mix load of m <= 3 cartels is the maximum over w of the mean of the
// m minima, and X stands for m sets.
//
// Beyond, some tie-breaks are tried, and bounds say how good the best is: f <= F* gives load(f) >=
// load(F*), a smallest transversal of F bounds sizes, and load(D) <= load(C) where D dominates C,
// as a strategy may take quorums within those of C.
//
// # Representation
//
// Up to 26 nodes a function is a table of 2^n bits; above, and up to 400 nodes, a reduced ordered
// decision diagram, where equal functions are equal nodes. Nondomination is checked at the end: on
// tables for each X, by code that shares nothing with the operations that made them, and on
// diagrams by the equations f = f*, f_i = ∧_{j≠i} f_j*. Where diagrams grow beyond DiagramNodes
// (planes of order 7, complete affine planes of order 7), the closed form with one node x as
// tie-break is evaluated from the lists of quorums: its hypothesis, that they meet, is judged pair
// by pair; quorums still stream, from the minimal transversals of the lists, but are not counted.
// Neither "availability" nor First goes that far.
//
// Cost: O(m²·n·2^n/64) word operations, plus O(m·2^n) for the check; a diagram takes what it takes.
// On one core: the 5 × 5 grid and PG(2,4) 0.5 s, the surficial system of 54 nodes and 4 cartels 0.3
// s (its most available extension, with 2·10^15 quorums in each cartel, 8 s, counted), of 96 nodes
// 10 s.
//
// Proof: docs/theorems/containment.md, docs/theorems/closed-form-extension.md,
// docs/theorems/most-available-extension.md.
func Find(ctx context.Context, s quorum.Structure, opts Options) (*Extension, error) {
	if c, ok := s.(*quorum.KCoterie); ok {
		return kCoterie(ctx, c, opts)
	}
	p, err := newProblem(ctx, s, opts)
	if err != nil {
		var input *quorum.InputError
		if ctx.Err() != nil && !errors.As(err, &input) {
			return &Extension{Result: &search.Result{Search: "extend", Verdict: search.Unknown, Objective: opts.Prefer, StoppedBy: session.StopCause(ctx), Question: questionText(s), System: unlisted(s)}}, nil
		}
		return nil, err
	}
	return p.solve(ctx)
}

// unlisted has the kind, nodes, names and roles that the extension shares with s.
func unlisted(s quorum.Structure) quorum.Known {
	return quorum.Known{Kind: s.Kind(), Nodes: s.N(), Names: s.Names(), Roles: quorum.RolesOf(s)}
}

// sought describes the wanted system; questionText asks for it.
func sought(s quorum.Structure) string {
	return "a nondominated system that dominates " + name(s)
}

func questionText(s quorum.Structure) string {
	return "Which nondominated system dominates " + name(s) + "?"
}

func name(s quorum.Structure) string {
	if s.Name() == "" {
		return "the given system"
	}
	return show.Name(s.Name())
}

// problem is one call of Find.
type problem struct {
	opts    Options
	session *session.Session
	s       quorum.Structure
	n       int
	given   []quorum.Family // minimal
	base    []quorum.Family // with the sets that containment asks for
	demands *demands        // nil if containment is not asked for
	ext     *Extension
}

// newProblem checks the input. The error is a *quorum.InputError, or the cause of ctx.
func newProblem(ctx context.Context, s quorum.Structure, opts Options) (*problem, error) {
	switch opts.Prefer {
	case "", "availability", "quorums", "load":
	default:
		return nil, quorum.Bad("prefer", fmt.Sprintf("unknown preference %s", show.Value(opts.Prefer)), "want availability, quorums or load")
	}
	for _, o := range []struct {
		name string
		v    int
		most int
	}{{"limit", opts.Limit, 1 << 30}, {"exact-nodes", opts.ExactNodes, exactMost}, {"diagram-nodes", opts.DiagramNodes, 1 << 30}} {
		if err := session.Need(o.name, o.v, 0, o.most); err != nil {
			return nil, err
		}
	}
	p := &problem{opts: opts, s: s, n: s.N()}
	refuse := func(why, advice string) error { return quorum.Bad("system", why, advice) }
	var property quorum.Property
	switch s := s.(type) {
	case *quorum.System:
		p.given, property = []quorum.Family{s.Family()}, quorum.Intersection
	case *quorum.GroupSystem:
		if s.Groups() < 2 {
			return nil, refuse("a group system of one cartel has no other cartel that its quorums must meet", "want 2 cartels or more, or an ordinary system")
		}
		if s.Groups() > maxCartels {
			return nil, refuse(fmt.Sprintf("%d cartels are too many", s.Groups()), fmt.Sprintf("want at most %d", maxCartels))
		}
		for i := range s.Groups() {
			p.given = append(p.given, s.Cartel(i))
		}
		property = quorum.CrossIntersection
	default:
		return nil, refuse(fmt.Sprintf("domination is not defined for a %s", s.Kind()), "want a quorum system or a group quorum system")
	}
	if opts.First != 0 {
		if len(p.given) == 1 || opts.Prefer != "" {
			return nil, quorum.Bad("first", "a first cartel is for group systems, and goes with no other preference", "leave it out")
		}
		if err := session.Need("first", opts.First, 1, len(p.given)); err != nil {
			return nil, err
		}
	}
	for i, c := range p.given {
		switch {
		case c.Len() > 0:
		case len(p.given) == 1:
			return nil, refuse("it has no quorums", "want at least one")
		default:
			return nil, refuse(fmt.Sprintf("cartel %v has no quorums", quorum.Index(i)), "want at least one in every cartel")
		}
	}
	report := quorum.Check(ctx, s, quorum.Options{Jobs: opts.Jobs})
	verdict, _ := report.Judged(property)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if verdict.Holds == quorum.Unknown {
		return nil, session.Judge(ctx, verdict, "")
	}
	if verdict.Holds != quorum.Holds {
		return nil, refuse(fmt.Sprintf("%s does not hold: %s", property, verdict.Reason), "every two quorums (of different cartels) must share a node")
	}
	p.ext = &Extension{Result: &search.Result{Search: "extend", Verdict: search.Unknown, Objective: opts.Prefer, Question: questionText(s), System: unlisted(s)}}
	p.session = session.New(ctx, opts.Options, p.ext.Result)
	given, err := make([]quorum.Family, len(p.given)), error(nil)
	for i, c := range p.given {
		if given[i], err = c.Minimize(ctx); err != nil {
			return nil, err
		}
		if given[i].Len() < c.Len() {
			where := ""
			if len(p.given) > 1 {
				where = fmt.Sprintf(" of cartel %v", quorum.Index(i))
			}
			if left := c.Len() - given[i].Len(); left == 1 {
				p.note("1 quorum%s contains or repeats another one, and was left out", where)
			} else {
				p.note("%d quorums%s contain or repeat another one, and were left out", left, where)
			}
		}
	}
	p.given, p.base = given, given
	p.ext.Given = given
	return p, ctx.Err()
}

func (p *problem) note(format string, args ...any) {
	p.ext.Notes = append(p.ext.Notes, fmt.Sprintf(format, args...))
}

// group reports whether the system has cartels.
func (p *problem) group() bool { return len(p.given) > 1 }

package quorum

import (
	"cmp"
	"context"
	"errors"
	"math/big"

	"coterie/internal/machine/memory"
)

// Quorums are the quorums of one ordinary system, k-coterie or cartel, known by a list, by a
// formula, or by both. Figures are computed from them. A Family, a Formula, a *System, a *KCoterie
// and a Known are Quorums.
type Quorums interface {
	// N is the number of nodes.
	N() int
	// List returns the quorums; ok is false where they are not listed.
	List() (f Family, ok bool)
	// Formula returns the formula that holds on the sets that contain a quorum; ok is false where
	// none is known.
	Formula() (f Formula, ok bool)
}

// List returns the family itself.
func (f Family) List() (Family, bool) { return f, true }

// Formula returns no formula.
func (f Family) Formula() (Formula, bool) { return Formula{}, false }

// List returns no list.
func (f Formula) List() (Family, bool) { return Family{}, false }

// Formula returns the formula itself.
func (f Formula) Formula() (Formula, bool) { return f, true }

// List returns the listed quorums.
func (s *System) List() (Family, bool) { return s.family, true }

// Formula returns no formula.
func (s *System) Formula() (Formula, bool) { return Formula{}, false }

// List returns the listed quorums.
func (c *KCoterie) List() (Family, bool) { return c.family, true }

// Formula returns no formula.
func (c *KCoterie) Formula() (Formula, bool) { return Formula{}, false }

// Known is a system, whatever made it: a spec, a file, an expression, a search. It has all that is
// known of the system before its quorums are listed, and the list once it is made. Where the
// quorums are too many to list, figures come from the formulas, or else from Proved and Sizes.
type Known struct {
	Kind  Kind
	Name  string // the canonical spec, or the name in a file
	Nodes int
	K     int      // of a k-coterie; 0 for another kind
	Names []string // of the nodes; nil if there are none, or if a family takes them from a file that it nests
	Roles Roles    // of the groups, where they have any
	Note  string   // the assumptions about a file; empty if there were none

	// Formulas has one formula for each cartel (one for an ordinary system); nil if none are known.
	Formulas []Formula
	// Proved has the facts that theorems give about the system; its zero value has none.
	Proved Proved
	// Origin lists the quorums. It is nil where Structure has them.
	Origin Origin

	// Structure is the listed system; nil before Listed has made the list, and where it cannot make
	// one.
	Structure Structure
	// Unlisted says why Listed made no list.
	Unlisted string
	// Sizes are the figures that are known even without a list, such as the number of quorums. They
	// count where neither a list nor a formula gives them.
	Sizes Sizes
}

// Origin lists the quorums of a system that is not listed yet. Package construct implements it.
type Origin interface {
	// List lists the quorums as a structure of that name. There must be no more than most.
	List(ctx context.Context, name string, most int) (Structure, error)
	// Sizes counts without a list, which may take time. A figure that is not known stays nil.
	Sizes(ctx context.Context) (Sizes, error)
	// Disjoint returns, for a k-coterie and 1 <= h <= k, the formula of the sets that contain h
	// pairwise disjoint quorums; ok is false where none is known.
	Disjoint(h int) (f Formula, ok bool)
	// Live returns the method by which the family counts the live sets of an ordinary system
	// without a list; nil where it has none.
	Live() LiveCount
}

// LiveCount counts, for each s, the sets of s nodes that contain a quorum, and names the method.
// The error says that a limit of the method, or ctx, ended the count.
type LiveCount func(ctx context.Context) (counts []*big.Int, method string, err error)

// Proved has the facts that theorems give about a system, whether its quorums are listed or not.
type Proved struct {
	Source string // whose construction it is
	// Meet says that every two quorums meet, in a group system those of different cartels.
	Meet Truth
	// Transversal is a smallest transversal; empty where none is known.
	Transversal Set
	// Nondominated says whether the system is nondominated. Where it fails, Dominating meets every
	// quorum and contains none.
	Nondominated Truth
	Dominating   Set
	// Load is the load; nil where it is not known.
	Load *big.Rat
	// Sharing are two quorums that share as few nodes as any two; empty where none are known.
	Sharing [2]Set
	// Survival returns integers c_0, ..., c_n with the probability Σ_e c_e·a^e that a quorum lives,
	// where every node lives with probability a, independently; nil where none are known. Cost O(n)
	// products of numbers of up to n bits.
	Survival func() []*big.Int
}

// KnownOf returns a listed structure as a Known.
func KnownOf(s Structure) Known {
	k := Known{Kind: s.Kind(), Name: s.Name(), Nodes: s.N(), Names: s.Names(), Roles: RolesOf(s), Structure: s}
	if c, ok := s.(*KCoterie); ok {
		k.K = c.k
	}
	return k
}

// Build lists the quorums of the system, if there are no more than most (0 stands for
// DefaultMaxQuorums). A list that is there already is returned as it is. The error is a
// *TooManyError where there are more; a *LimitError if the formula has a node twice, and a list on
// the way to its quorums is too long; a *memory.Error; and the cause of ctx if that ends first. If
// there is no Origin, the error is Unlisted.
func (k Known) Build(ctx context.Context, most int) (Structure, error) {
	if k.Structure != nil {
		return k.Structure, nil
	}
	if k.Origin == nil {
		return nil, errors.New(cmp.Or(k.Unlisted, "there is no system"))
	}
	return k.Origin.List(ctx, k.Name, most)
}

// Listed returns the system with its quorums in a list, as Build makes it. Where there are too many
// quorums, it returns the system without a list, with the reason and the Sizes. Other errors are
// those of Build.
func (k Known) Listed(ctx context.Context, most int) (Known, error) {
	s, err := k.Build(ctx, most)
	switch {
	case err == nil:
		k.Structure, k.Names = s, s.Names()
	case TooLong(err) && ctx.Err() == nil:
		k.Unlisted = err.Error()
		k.Sizes, _ = k.Origin.Sizes(ctx) // a figure that cannot be counted stays unknown
	default:
		return Known{}, err
	}
	return k, nil
}

// As lists the quorums of a system that a constructor returns, and returns it as the type of its
// kind:
//
//	plane, err := quorum.As[*quorum.System](construct.FPP(3))
//
// Errors are err and those of Build. It panics if the system is of another kind.
func As[S Structure](k Known, err error) (s S, _ error) {
	if err != nil {
		return s, err
	}
	listed, err := k.Build(context.Background(), 0)
	if err != nil {
		return s, err
	}
	return listed.(S), nil
}

// TooLong reports whether an error of Build says that the list would be too long, or take too much
// memory; the end of a context is a limit, too. Nothing is wrong with the system then: it only has
// no list.
func TooLong(err error) bool {
	return errors.As(err, new(*TooManyError)) || errors.As(err, new(*LimitError)) || errors.As(err, new(*memory.Error))
}

// N returns the number of nodes.
func (k Known) N() int { return k.Nodes }

// List returns the quorums if they are listed and there is one family.
func (k Known) List() (Family, bool) {
	if list := k.Cartels(); len(list) == 1 {
		return list[0].List()
	}
	return Family{}, false
}

// Formula returns the formula if it is known and there is only one.
func (k Known) Formula() (Formula, bool) {
	if list := k.Cartels(); len(list) == 1 {
		return list[0].Formula()
	}
	return Formula{}, false
}

// Cartel is one of the families of a Known, or the only one.
type Cartel struct {
	n         int
	family    *Family
	formula   *Formula
	survival  func() []*big.Int
	Processes []Index // of a sharing structure: the processes of the group
	// Live counts the live sets without a list; nil where the family cannot.
	Live LiveCount
}

// N returns the number of nodes.
func (c Cartel) N() int { return c.n }

// List returns the quorums if they are listed.
func (c Cartel) List() (f Family, ok bool) {
	if c.family == nil {
		return Family{}, false
	}
	return *c.family, true
}

// Formula returns the formula if it is known.
func (c Cartel) Formula() (f Formula, ok bool) {
	if c.formula == nil {
		return Formula{}, false
	}
	return *c.formula, true
}

// Survives reports whether live sets can be counted without list and formula: Survival or Live is
// known.
func (c Cartel) Survives() bool { return c.survival != nil || c.Live != nil }

// Survival returns the integers of Proved.Survival; nil where none are known.
func (c Cartel) Survival() []*big.Int {
	if c.survival == nil {
		return nil
	}
	return c.survival()
}

// Cartels returns the families of the structure: the cartels of a group system, the family of each
// group of processes of a sharing structure (none if it has no quorums), else the only family.
func (k Known) Cartels() []Cartel {
	var list []Cartel
	add := func(f Family) { list = append(list, Cartel{n: k.Nodes, family: &f}) }
	switch t := k.Structure.(type) {
	case nil:
		for range max(1, len(k.Formulas)) {
			list = append(list, Cartel{n: k.Nodes})
		}
	case *System:
		add(t.Family())
	case *KCoterie:
		add(t.Family())
	case *GroupSystem:
		for i := range t.Groups() {
			add(t.Cartel(i))
		}
	case *SharingStructure:
		for _, gf := range t.Families() {
			add(gf.Family)
			for _, u := range gf.Group {
				last := &list[len(list)-1]
				last.Processes = append(last.Processes, Index(u))
			}
		}
	}
	for i := range min(len(list), len(k.Formulas)) {
		list[i].formula = &k.Formulas[i]
	}
	if k.Origin != nil && k.Kind == KindSystem && len(list) == 1 {
		list[0].Live = k.Origin.Live()
	}
	if len(list) == 1 {
		list[0].survival = k.Proved.Survival
	}
	return list
}

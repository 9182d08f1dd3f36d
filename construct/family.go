package construct

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"sort"
	"strings"

	"coterie/internal/machine/memory"
	"coterie/quorum"
)

// Family describes a named construction: its row in the list of families.
type Family struct {
	Name    string
	Kind    quorum.Kind // of its systems; empty where that is the kind of the systems they are made from
	Summary string      // one line
	Params  []Param     // in the order of the canonical spec
	Exists  string      // the number of nodes it exists for, such as "n = q²+q+1, q a prime power or 1"
	Source  string      // author, year, section

	// resolve turns the parameters of a spec into a plan. Faults that need no knowledge of the
	// family (unknown, repeated, missing or clashing keys) are found before.
	resolve func(a *args) (*plan, error)

	// forN returns the default system of n >= 1 nodes (and m >= 2 cartels, for group families, or
	// for m >= 2 holders, for families with holders; others ignore m), or a *NoSystemError. If it
	// is nil, noDefault says why the family has none.
	forN      func(n, m int) (*plan, error)
	noDefault string

	holders bool // whether ForN asks for k, the number of holders

	readWrite bool // whether the cartels of its systems are reads and writes

	usage string // the forms of the specs, where Usage cannot tell them from Params
}

// Param describes one parameter of a family.
type Param struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"` // one line, with the legal values
	Optional bool     `json:"optional"`
	Default  string   `json:"default,omitempty"` // the value of an optional parameter that is absent
	Words    []string `json:"-"`                 // the legal values, where they are words

	// InsteadOf names a parameter in whose place this one may be given. The canonical spec has the
	// other one, where both mean the same system.
	InsteadOf string `json:"instead_of,omitempty"`
}

// Groups reports whether the family makes group quorum systems, so that ForN asks for m.
func (f Family) Groups() bool { return f.Kind == quorum.KindGroupSystem }

// Holders reports whether the family makes systems for k holders at once, k-coteries or k-arbiters,
// so that ForN asks for k.
func (f Family) Holders() bool { return f.holders }

// HasDefault reports whether ForN can give the family a default system. It cannot for families
// where the user must choose votes, rows or parts.
func (f Family) HasDefault() bool { return f.forN != nil }

// ForN returns the family's one default system of n nodes, with m cartels for a group family, or
// for k = m holders where Holders says so (m >= 2; other families ignore m). The error is a
// *NoSystemError that says why the family has none and the nearest n for which it has one, or a
// *ParamError if n < 1, n > quorum.MaxNodes or m < 2. Nothing is built.
func (f Family) ForN(n, m int) (*Instance, error) {
	if err := checkRange(f.Name, "n", n, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	switch {
	case f.Groups():
		if err := checkRange(f.Name, "m", m, 2, maxGroups); err != nil {
			return nil, err
		}
	case f.holders:
		if err := checkRange(f.Name, "k", m, 2, quorum.MaxNodes); err != nil {
			return nil, err
		}
	default:
		m = 0
	}
	if f.forN == nil {
		return nil, noSystem(f.Name, n, m, f.noDefault)
	}
	p, err := f.forN(n, m)
	if err != nil {
		return nil, err
	}
	return &Instance{f, p}, nil
}

// ofNodes is the forN of an ordinary family.
func ofNodes(of func(n int) (*plan, error)) func(n, m int) (*plan, error) {
	return func(n, _ int) (*plan, error) { return of(n) }
}

// onlySizes is the forN of a family whose system number i, 1 <= i <= most, has nodes(i) nodes,
// which ascend. Where none has n, the error says why and names the nearest.
func onlySizes(family string, n int, why string, most int, nodes func(i int) int, of func(i int) (*plan, error)) (*plan, error) {
	i := sort.Search(most, func(i int) bool { return nodes(i+1) > n }) // the greatest that fits, or 0
	if i > 0 && nodes(i) == n {
		return of(i)
	}
	e := noSystem(family, n, 0, why)
	if i > 0 {
		e.Below = nodes(i)
	}
	if i < most {
		e.Above = nodes(i + 1)
	}
	return nil, e
}

// maxGroups bounds m. Families are of no use beyond it: each cartel is a list of its own.
const maxGroups = 1 << 16

// Usage returns the form of the family's specs, such as "fpp:order=Q" or
// "singleton:n=N[,centre=1]". Parameters given in place of others are left out.
func (f Family) Usage() string {
	if f.usage != "" {
		return f.usage
	}
	var b strings.Builder
	b.WriteString(f.Name)
	sep := ":"
	for _, p := range f.Params {
		if p.InsteadOf != "" {
			continue
		}
		if p.Optional {
			fmt.Fprintf(&b, "[%s%s=%s]", sep, p.Name, p.Default)
		} else {
			fmt.Fprintf(&b, "%s%s=%s", sep, p.Name, strings.ToUpper(p.Name))
		}
		sep = ","
	}
	return b.String()
}

// plan is the result of a family for legal parameters: the figures, and how to list the quorums.
type plan struct {
	kind     quorum.Kind // if empty, the kind of the family
	settings []setting   // the canonical parameters in declared order; optional ones only where not at their default
	n        int
	groups   int // number of cartels; 0 for an ordinary system
	k        int // of a k-coterie; 0 for another kind

	// quorums counts the listed quorums, over all cartels, in closed form; nil if there is none and
	// counting would take as long as listing.
	quorums counter
	// largest is an upper bound of the quorum size (the size itself where it has a closed form),
	// from which the memory of the list is judged before it is made.
	largest int
	// entries counts the node entries of the list, over all quorums. Nil stands for
	// quorums() times largest, which is too much where few quorums are large.
	entries counter
	// judgesEntries says that build judges the number of entries itself before it lists, or lists
	// no more entries than it was given. Then nothing is estimated from largest.
	judgesEntries bool
	// shape fills the fields of Shape from MinQuorum on. An empty Method stands for a closed form.
	shape func(context.Context) (Shape, error)
	// build lists the quorums. It returns the cause of ctx if that ends first. Where quorums
	// returns nil, it lists at most limit quorums, and gives up with errMore as soon as it has
	// found more; elsewhere there is no limit.
	build func(ctx context.Context, name string, limit int) (quorum.Structure, error)

	// composing is set where the system is made from others.
	composing *composing

	// chooses is the size of the quorums where these are all sets of that size; 0 for other
	// systems.
	chooses int

	// formulas returns a formula for each cartel; nil if the family has none.
	formulas func() []quorum.Formula
	// disjoint returns, for a k-coterie and 1 <= h <= k, the one formula of the sets that contain h
	// pairwise disjoint quorums, or nil; it is nil where the family knows none.
	disjoint func(h int) []quorum.Formula
	// proved returns the facts that theorems give about the system; nil stands for the one fact
	// that every family has: the quorums meet as they should, where the quorums of the parts do.
	proved func() quorum.Proved
	// live counts the live sets of an ordinary system without a list; nil where no method is known.
	live  quorum.LiveCount
	parts []*Instance  // the systems that it is made of, or nil
	roles quorum.Roles // of a system that was read
	// names are the names of the nodes of a system that is given by formulas alone; nil for other
	// systems.
	names []string
}

// errMore is the error of a plan's build when there are more quorums than its limit.
var errMore = errors.New("more quorums than the limit")

// setting is one KEY=VALUE of a canonical spec. The value of a nested spec has its parentheses.
type setting struct{ key, value string }

// Instance is a family with legal parameters: a system that can be built, with the closed forms of
// its figures. Making one lists nothing. Instances are immutable, safe for concurrent use, and
// equal if and only if their specs are.
type Instance struct {
	family Family
	plan   *plan
}

// Family returns the family of i.
func (i *Instance) Family() Family { return i.family }

// Kind returns the kind of the system.
func (i *Instance) Kind() quorum.Kind { return cmp.Or(i.plan.kind, i.family.Kind) }

// N returns the number of nodes.
func (i *Instance) N() int { return i.plan.n }

// Groups returns the number of cartels (in a sharing structure, of groups of processes); 1 for an
// ordinary system.
func (i *Instance) Groups() int { return max(1, i.plan.groups) }

// K returns the k of a k-coterie; 0 for another kind.
func (i *Instance) K() int { return i.plan.k }

// Holders returns how many holders at once the system is for: the k of a k-coterie or of a family
// of k-arbiters; 0 for other systems.
func (i *Instance) Holders() int {
	if i.plan.k == 0 && i.family.holders {
		k, _ := parseInt(i.Param("k"))
		return k
	}
	return i.plan.k
}

// Spec returns the canonical spec: Parse gives an equal instance back.
func (i *Instance) Spec() string {
	var b strings.Builder
	b.WriteString(i.family.Name)
	for k, s := range i.plan.settings {
		if k == 0 {
			b.WriteByte(':')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(s.key + "=" + s.value)
	}
	return b.String()
}

// String returns Spec().
func (i *Instance) String() string { return i.Spec() }

// Build lists the system; its name is the canonical spec. Errors are those of List.
func (i *Instance) Build(ctx context.Context, most int) (quorum.Structure, error) {
	return i.List(ctx, i.Spec(), most)
}

// List lists the quorums of the system, no more than most, and gives it a name. Where most is 0 it
// stands for quorum.DefaultMaxQuorums. If there are more quorums, or more than quorum.MaxIncidences
// entries, the error is a *quorum.TooManyError, which says how many quorums there are. It is the
// cause of ctx if ctx ends first. Cost O(entries) unless the family says otherwise.
func (i *Instance) List(ctx context.Context, name string, most int) (quorum.Structure, error) {
	limit := most
	if limit <= 0 {
		limit = quorum.DefaultMaxQuorums
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	count, err := i.plan.quorums(ctx)
	if err != nil {
		return nil, err
	}
	if count == nil {
		most := limit
		if i.plan.largest > 0 && !i.plan.judgesEntries {
			most = min(limit, quorum.MaxIncidences/i.plan.largest)
		}
		fit, tooLarge := i.fitting(ctx, most)
		if fit < 1 {
			return nil, tooLarge
		}
		s, err := i.withRoles(i.plan.build(ctx, name, fit))
		if errors.Is(err, errMore) && fit < most {
			return nil, tooLarge
		}
		if errors.Is(err, errMore) {
			return nil, tooMany(i.Spec(), nil, most, nil)
		}
		return s, err
	}
	entries := new(big.Int)
	switch {
	case i.plan.judgesEntries:
	case i.plan.entries != nil:
		if entries, err = i.plan.entries(ctx); err != nil {
			return nil, err
		}
	default:
		entries.Mul(count, big.NewInt(int64(i.plan.largest)))
	}
	if count.Cmp(big.NewInt(int64(limit))) > 0 || entries.Cmp(big.NewInt(quorum.MaxIncidences)) > 0 {
		return nil, tooMany(i.Spec(), count, limit, entries)
	}
	// All three numbers fit an int.
	if err := memory.Ask(ctx, i.listName(), entryBytes*int(entries.Int64())+quorumBytes*int(count.Int64())+nodeBytes*i.N()); err != nil {
		return nil, err
	}
	return i.withRoles(i.plan.build(ctx, name, math.MaxInt))
}

// The memory of a list: an entry is an int32; a quorum has its end, and a node its site.
const entryBytes, quorumBytes, nodeBytes = 4, 8, 8

func (i *Instance) listName() string { return "the list of the quorums of " + shortSpec(i.Spec()) }

// fitting returns how many quorums of the largest size, no more than most, fit in the budget of
// memory, and the error for more. Where no size is known, or the family judges the entries, they
// count as one node each.
func (i *Instance) fitting(ctx context.Context, most int) (int, error) {
	each := entryBytes + quorumBytes
	if !i.plan.judgesEntries {
		each = entryBytes*max(1, i.plan.largest) + quorumBytes
	}
	nodes := min(uint64(nodeBytes*i.N()), memory.Budget(ctx))
	fit := int(min(uint64(most), (memory.Budget(ctx)-nodes)/uint64(each)))
	return fit, memory.Ask(ctx, i.listName(), each*(fit+1)+nodeBytes*i.N())
}

// Parts returns the parts of a composition or a hierarchy: the outer system and, for each of its
// nodes, the system in its place, or nil where the node stays. For any other system outer is nil.
func (i *Instance) Parts() (outer *Instance, inner []*Instance) {
	c := i.plan.composing
	if c == nil {
		return nil, nil
	}
	inner = make([]*Instance, c.outer.N())
	for v := range inner {
		if k := c.at(v); k >= 0 {
			inner[v] = c.inner[k]
		}
	}
	return c.outer, inner
}

// Param returns the value that the canonical spec gives a parameter, as text (a nested spec with
// its parentheses), or the default of an optional one that the spec leaves out; "" if the family
// has no such parameter.
func (i *Instance) Param(key string) string {
	for _, s := range i.plan.settings {
		if s.key == key {
			return s.value
		}
	}
	p, _ := i.family.paramOf(key)
	return p.Default
}

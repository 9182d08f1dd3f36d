package quorum

import (
	"fmt"
	"slices"

	"coterie/internal/words/show"
)

// Kind is the kind of a Structure; its values are those of the file format.
type Kind string

// The kinds of structures.
const (
	KindSystem      Kind = "quorum-system"
	KindGroupSystem Kind = "group-quorum-system"
	KindKCoterie    Kind = "k-coterie"
	KindSharing     Kind = "sharing-structure"
	KindFederated   Kind = "federated"  // of files alone: package federated has the value
	KindAsymmetric  Kind = "asymmetric" // likewise package asymmetric
)

// Structure is a *System, *GroupSystem, *KCoterie or *SharingStructure: the values that a file of
// the format, or a spec, can hold.
type Structure interface {
	Kind() Kind
	// Name is the canonical spec of a built system, or the name in its file.
	Name() string
	// N is the number of nodes (of arbiters, in a sharing structure).
	N() int
	// Names returns the names of the nodes, or nil.
	Names() []string

	structure()
}

type header struct {
	name  string
	n     int
	names []string
}

func (h header) Name() string    { return h.name }
func (h header) N() int          { return h.n }
func (h header) Names() []string { return h.names }
func (header) structure()        {}

func newHeader(name string, n int, names []string) (header, error) {
	if names != nil {
		if len(names) != n {
			return header{}, fmt.Errorf("%d names for %d nodes", len(names), n)
		}
		seen := make(map[string]int, n)
		for i, s := range names {
			if j, twice := seen[s]; twice {
				return header{}, fmt.Errorf("nodes %v and %v have the same name %s", Node(j), Node(i), show.Value(s))
			}
			seen[s] = i
		}
	}
	return header{name, n, slices.Clone(names)}, nil
}

// System is an ordinary quorum system, or a family that claims to be one:
// quorums over n nodes and, optionally, a site assignment, which gives site i its
// own quorum S_i.
type System struct {
	header
	family Family
	sites  []int
}

// SystemOptions are the optional parts of a System.
type SystemOptions struct {
	Sites []int    // for each node the 0-based index of its quorum; nil for none
	Names []string // n distinct names; nil for none
}

// NewSystem returns the system of a family. It is an error if there are sites
// but not n of them, if a site has no such quorum, or if names are not n distinct
// strings.
func NewSystem(name string, f Family, opts SystemOptions) (*System, error) {
	h, err := newHeader(name, f.n, opts.Names)
	if err != nil {
		return nil, err
	}
	if opts.Sites != nil && len(opts.Sites) != f.n {
		return nil, fmt.Errorf("%d sites for %d nodes", len(opts.Sites), f.n)
	}
	for i, q := range opts.Sites {
		if q < 0 || q >= f.Len() {
			return nil, fmt.Errorf("site %v has quorum %v; quorums are 1..%d", Node(i), Index(q), f.Len())
		}
	}
	return &System{h, f, slices.Clone(opts.Sites)}, nil
}

// Kind returns KindSystem.
func (*System) Kind() Kind { return KindSystem }

// Family returns the listed quorums.
func (s *System) Family() Family { return s.family }

// Sites returns, for each node, the index of its quorum: a copy, or nil if the
// system has no site assignment.
func (s *System) Sites() []int { return slices.Clone(s.sites) }

// HasSites reports whether the system has a site assignment.
func (s *System) HasSites() bool { return s.sites != nil }

// SiteFamily returns S_1, ..., S_n in this order if there is a site assignment,
// and the listed quorums otherwise: the family on which equal effort,
// responsibility and uniqueness are judged.
func (s *System) SiteFamily() Family {
	if s.sites == nil || isIdentity(s.sites, s.family.Len()) {
		return s.family
	}
	return s.family.picked(s.sites)
}

// SiteResponsibilities returns, for each node, the number of the sets S_1, ..., S_n that it is in;
// without a site assignment, the number of listed quorums. These are the responsibilities of
// SiteFamily, without making that family.
func (s *System) SiteResponsibilities() []int {
	if s.sites == nil {
		return s.family.Responsibilities()
	}
	times := make([]int, s.family.Len())
	for _, q := range s.sites {
		times[q]++
	}
	r := make([]int, s.n)
	for i, q := range s.family.All() {
		if times[i] == 0 {
			continue
		}
		for _, v := range q {
			r[v] += times[i]
		}
	}
	return r
}

func isIdentity(sites []int, m int) bool {
	if len(sites) != m {
		return false
	}
	for i, q := range sites {
		if i != q {
			return false
		}
	}
	return true
}

// GroupSystem is an m-group quorum system (Joung 2003, Definition 3.1), or a list of cartels that
// claims to be one: cartels C_1, ..., C_m over the same nodes.
type GroupSystem struct {
	header
	cartels []Family
	roles   Roles
}

// NewGroupSystem returns the system of the given cartels. There must be at least one, and all must
// be over the same n.
func NewGroupSystem(name string, cartels []Family, names []string) (*GroupSystem, error) {
	if len(cartels) == 0 {
		return nil, fmt.Errorf("a group quorum system has at least one cartel")
	}
	for i, c := range cartels {
		if c.n != cartels[0].n {
			return nil, fmt.Errorf("cartel %v is over %d nodes and cartel 1 over %d", Index(i), c.n, cartels[0].n)
		}
	}
	h, err := newHeader(name, cartels[0].n, names)
	if err != nil {
		return nil, err
	}
	return &GroupSystem{header: h, cartels: slices.Clone(cartels)}, nil
}

// Roles returns the roles of the cartels; nil if they have none.
func (g *GroupSystem) Roles() Roles { return g.roles }

// WithRoles returns g with these roles of its cartels; nil takes them away. It panics unless there
// is one role for each cartel.
func (g *GroupSystem) WithRoles(roles Roles) *GroupSystem {
	if roles != nil && len(roles) != len(g.cartels) {
		panic(fmt.Sprintf("quorum: %d roles for %d cartels", len(roles), len(g.cartels)))
	}
	return &GroupSystem{g.header, g.cartels, roles}
}

// Kind returns KindGroupSystem.
func (*GroupSystem) Kind() Kind { return KindGroupSystem }

// Groups returns m, the number of cartels.
func (g *GroupSystem) Groups() int { return len(g.cartels) }

// Cartel returns C_(i+1); it panics if i is out of range.
func (g *GroupSystem) Cartel(i int) Family { return g.cartels[i] }

// Cartels returns all cartels.
func (g *GroupSystem) Cartels() []Family { return slices.Clone(g.cartels) }

// Responsibilities returns, for each node, the number of quorums over all
// cartels that it is in.
func (g *GroupSystem) Responsibilities() []int {
	r := make([]int, g.n)
	for _, c := range g.cartels {
		for _, v := range c.nodes {
			r[v]++
		}
	}
	return r
}

// KCoterie is a k-coterie (Fujita, Yamashita, Ae 1991; Kakugawa et al. 1993), or
// a family that claims to be one.
type KCoterie struct {
	header
	k      int
	family Family
}

// NewKCoterie returns the family with its k >= 1.
func NewKCoterie(name string, k int, f Family, names []string) (*KCoterie, error) {
	if k < 1 {
		return nil, fmt.Errorf("k = %d: k is at least 1", k)
	}
	h, err := newHeader(name, f.n, names)
	if err != nil {
		return nil, err
	}
	return &KCoterie{h, k, f}, nil
}

// Kind returns KindKCoterie.
func (*KCoterie) Kind() Kind { return KindKCoterie }

// K returns k.
func (c *KCoterie) K() int { return c.k }

// Family returns the listed quorums.
func (c *KCoterie) Family() Family { return c.family }

// SharingStructure is (U, R, α) of Miyamoto, Kakugawa and Yamashita (1994), section 2.2: processes
// U, resources R, and for each process u the resources α(u) that it may use. It may also have a
// quorum family for each group of processes with the same α. Quorums are made of arbiters 0..N-1,
// kept apart from the processes.
type SharingStructure struct {
	header
	resources int
	alpha     [][]int
	families  []GroupFamily
}

// GroupFamily is the quorum family of one group of processes.
type GroupFamily struct {
	Group  []int // the processes, 0-based, ascending
	Family Family
}

// NewSharingStructure returns the structure with the given α: alpha[u] holds the 0-based resources
// of process u, at least one of 0..resources-1 each. If there are families, their groups must be
// exactly the classes of equal α (groups of section 2.2), each once and in any order, and all
// families are over the same n >= 1 arbiters. Without families n is 0.
func NewSharingStructure(name string, resources int, alpha [][]int, n int, families []GroupFamily, names []string) (*SharingStructure, error) {
	h, err := newHeader(name, n, names)
	if err != nil {
		return nil, err
	}
	s := &SharingStructure{header: h, resources: resources, alpha: make([][]int, len(alpha))}
	for u, rs := range alpha {
		sorted := slices.Clone(rs)
		slices.Sort(sorted)
		switch {
		case len(sorted) == 0:
			return nil, fmt.Errorf("process %v may use no resource", Index(u))
		case sorted[0] < 0 || sorted[len(sorted)-1] >= resources:
			return nil, fmt.Errorf("process %v: resources are 1..%d", Index(u), resources)
		case len(slices.Compact(slices.Clone(sorted))) < len(sorted):
			return nil, fmt.Errorf("process %v names a resource twice", Index(u))
		}
		s.alpha[u] = sorted
	}
	if len(families) == 0 {
		return s, nil
	}
	return s, s.setFamilies(families)
}

func (s *SharingStructure) setFamilies(families []GroupFamily) error {
	classes := s.Groups()
	classOf := make(map[string]int, len(classes))
	for c, g := range classes {
		classOf[fmt.Sprint(g)] = c
	}
	taken := make([]bool, len(classes))
	for i, gf := range families {
		if gf.Family.n != s.n {
			return fmt.Errorf("family %v is over %d arbiters, not %d", Index(i), gf.Family.n, s.n)
		}
		group := slices.Clone(gf.Group)
		slices.Sort(group)
		c, known := classOf[fmt.Sprint(group)]
		if !known {
			return fmt.Errorf("family %v: its group is not a class of processes with the same resources", Index(i))
		}
		if taken[c] {
			return fmt.Errorf("family %v: its group has a family already", Index(i))
		}
		taken[c] = true
		s.families = append(s.families, GroupFamily{group, gf.Family})
	}
	if c := slices.Index(taken, false); c >= 0 {
		return fmt.Errorf("the group of process %v has no quorum family", Index(classes[c][0]))
	}
	return nil
}

// Kind returns KindSharing.
func (*SharingStructure) Kind() Kind { return KindSharing }

// Resources returns |R|.
func (s *SharingStructure) Resources() int { return s.resources }

// Processes returns |U|.
func (s *SharingStructure) Processes() int { return len(s.alpha) }

// Alpha returns α(u) as ascending 0-based resources, a view not to be written to.
func (s *SharingStructure) Alpha(u int) []int { return s.alpha[u] }

// Unused returns the first resource that no process may use, -1 if there is none. Files and specs
// have none.
func (s *SharingStructure) Unused() int {
	used := make([]bool, s.resources)
	for _, own := range s.alpha {
		for _, r := range own {
			used[r] = true
		}
	}
	return slices.Index(used, false)
}

// Families returns the quorum families of the groups; nil if none are given.
func (s *SharingStructure) Families() []GroupFamily { return slices.Clone(s.families) }

// Groups returns the classes of processes with the same α, each ascending, in the
// order of their first process.
func (s *SharingStructure) Groups() [][]int {
	var classes [][]int
	classOf := map[string]int{}
	for u, rs := range s.alpha {
		key := fmt.Sprint(rs)
		c, known := classOf[key]
		if !known {
			c = len(classes)
			classOf[key] = c
			classes = append(classes, nil)
		}
		classes[c] = append(classes[c], u)
	}
	return classes
}

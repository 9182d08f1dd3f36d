package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/machine/par"
	"coterie/internal/words/show"
	"coterie/measure"
	"coterie/measure/availability"
	"coterie/measure/liars"
	"coterie/quorum"
)

// Quantity names a column of a table.
type Quantity string

// The quantities. Load, Failure and Messages are the costs of the front.
const (
	Load         Quantity = "load"
	Failure      Quantity = "failure"
	Messages     Quantity = "messages"
	K            Quantity = "k"
	Resilience   Quantity = "resilience"
	Degree       Quantity = "degree" // of systems with groups
	Nondominated Quantity = "nondominated"
	Byzantine    Quantity = "byzantine" // with Options.Liars
)

// Choice is a way for a node to choose a quorum.
type Choice string

// The choices of [Row.MessagesBy], with the words of `simulate --quorums`: site and strategy.
const (
	BySites Choice = "sites" // node i asks S_i
	ByLoad  Choice = "load"  // every node draws by the strategy that loads.Find gives for the load
)

// NotAsked is the reason for a figure that Options.Only leaves out.
const NotAsked = measure.NotAsked

// costs returns the quantities of the front, in the order in which they break ties.
func costs() []Quantity { return []Quantity{Load, Failure, Messages} }

// Given is a system to compare with the families.
type Given struct {
	Spec   string // the name in the table
	System quorum.Known
}

// Groups returns how many groups the system has; 0 if it is no group system.
func (g Given) Groups() int {
	if g.System.Kind != quorum.KindGroupSystem {
		return 0
	}
	if i, ok := construct.InstanceOf(g.System); ok {
		return i.Groups()
	}
	return len(g.System.Cartels()) // listed by a file, or the formulas of an expression
}

// Holders returns how many holders at once the system is for; 0 if it is neither a k-coterie nor of
// a family of k-arbiters.
func (g Given) Holders() int {
	if i, ok := construct.InstanceOf(g.System); ok {
		return i.Holders()
	}
	return g.System.K
}

// Best describes the best known system of n nodes, and m groups, for one quantity: K, Load or
// Degree. K is then the greatest size and responsibility of sets S_i.
type Best struct {
	Of                  Quantity
	Value, Lower, Upper bounds.Fraction // of the system, and bounds on the value of every system
	LowerBy, UpperBy    string          // who has proved them
	Spec                string          // builds the system; empty if no spec does
}

// Known finds the best known value of one quantity, for 1 to Most nodes, with the system.
type Known struct {
	Of   Quantity
	Most int
	Find func(ctx context.Context, n, m int) (Best, quorum.Structure, error)
}

// Label returns the name of its row.
func (b *Best) Label() string {
	of := string(b.Of)
	if b.Of == K {
		of = "K"
	}
	return "best known " + of
}

// Options are the settings of Compare. The zero value asks for everything, at crash probability 0.
type Options struct {
	P    bounds.Fraction // crash probability of every node
	Only []Quantity      // the quantities to find; nil for all. K always comes
	// Families are the names of the families to compare with the given systems; nil for all.
	Families []string
	// Holders is how many holders at once the systems are for; 0 for systems that let in one. Then
	// the families are those of k-coteries and k-arbiters, and Compare is called with m = 0.
	Holders int
	// Liars is how many nodes of a system may lie, whichever they are. If it is positive, families
	// of which so many may not are left out. Kind is one of liars.Kinds; empty: Masking.
	Liars int
	Kind  quorum.Property
	// Mix are the shares of the groups under which load and messages are found, one for each group,
	// of sum 1; nil for equal shares.
	Mix  []bounds.Fraction
	Jobs int    // workers; 0 means one for each core. The table does not depend on it
	Seed uint64 // of the samples

	// Known are the quantities whose best known values get a row each.
	Known []Known

	// Progress, if set, receives the number of measured systems.
	Progress func(stage string, done, total int)
}

func (o Options) wants(q Quantity) bool {
	return o.Only == nil || slices.Contains(o.Only, q) || o.Liars > 0 && (q == Resilience || q == Byzantine)
}

// Span is the least and the greatest of some numbers; nil if one is not known.
type Span struct {
	Min *big.Int `json:"min"`
	Max *big.Int `json:"max"`
}

// Cell is one of the three costs: exact, or open for a reason. An open cell may have an interval.
type Cell struct {
	Exact  *big.Rat // nil if it is open
	Reason string   // why it is open
	// Interval contains the figure if it is an estimate; nil for none.
	Interval *Interval
}

// Interval is an interval that contains a figure: with the given confidence, or surely if that is
// 1.
type Interval struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Confidence float64 `json:"confidence"`
}

// Texts returns both ends with the given number of digits, rounded outward.
func (i Interval) Texts(digits int) (low, high string) {
	return availability.DirectedText(i.Low, digits, false), availability.DirectedText(i.High, digits, true)
}

// Row is one system.
type Row struct {
	N int
	M int // groups; 0 of a system without
	// Holders is the k of a k-coterie or a k-arbiter; 0 of a system that lets one holder in.
	Holders int
	Spec    string
	Family  string // of package construct; empty for a file
	Name    string // the name in a file; for a family its spec
	// Given and Default say whether the row is a given system, the default of its family, or both.
	Given, Default bool
	Best           *Best // of the best value known; nil of other rows

	K              Span
	Responsibility Span
	Load           Cell
	Failure        Cell
	// FailureOfAll is the probability that Holders holders cannot be in at once. Of a k-arbiter it
	// is Failure: all holders may use one quorum.
	FailureOfAll Cell
	Messages     Cell
	MessagesBy   Choice // the quorums for which they are counted; empty if they are not requested
	Resilience   *int
	Degree       *int // the most disjoint quorums of the worst cartel; nil without groups
	Nondominated quorum.Truth
	// MinIntersection is the least number of nodes that two quorums share, and Byzantine how many
	// nodes may lie; nil without Options.Liars.
	MinIntersection *int
	Byzantine       *liars.Greatest
	// Meets says whether the quorums meet, across cartels in a group system.
	Meets quorum.Truth
	// Front marks the rows that no other beats in all three costs.
	Front bool
	// Aside is the reason why a row takes no part in front and picks, empty if it does: its quorums
	// do not meet, only the row or only the families have groups, another row has the best known
	// value, or it does not bear the liars.
	Aside string

	// Reasons holds the reasons why K, responsibility, resilience, degree, nondominated, byzantine
	// and meets are not known. The cells hold their own reasons.
	Reasons map[string]string

	sites bool // K and Responsibility are those of S_i
}

// Cell returns one of the three costs. It panics for another quantity.
func (r *Row) Cell(q Quantity) *Cell {
	switch q {
	case Load:
		return &r.Load
	case Failure:
		return &r.Failure
	case Messages:
		return &r.Messages
	}
	panic("compare: no cost: " + string(q))
}

// Single reports whether one node decides alone.
func (r *Row) Single() bool { return r.K.Max != nil && r.K.Max.Cmp(big.NewInt(1)) == 0 }

// Table is the comparison: rows for one n come after those for a smaller n. For each n the families
// come first, in the order of package construct, and then the given systems.
type Table struct {
	Sizes []int // the numbers of nodes
	M     int   // groups; 0 for ordinary families
	// Holders is as in Options.
	Holders int
	Liars   int               // as in Options, with Kind
	Kind    quorum.Property   // empty without liars
	Mix     []bounds.Fraction // as in Options
	Roles   quorum.Roles      // the roles of the groups, see RolesOf
	P       bounds.Fraction
	// Without names the families that have no system of this number of nodes; nil for several.
	Without []string
	// Chosen names the families that have no default system because the user must choose their
	// votes, rows or parts. It is nil for several numbers of nodes, and if families are named.
	Chosen []string
	// LeftOut has a reason for each system of a family that is not known to bear the liars.
	LeftOut map[string]string
	Rows    []Row
	Picks   []Pick // for each n, the least load, the least failure and the fewest messages
}

// task is a row before its figures are found. The system of a family is opened when its row is
// filled, so that no more of them are held than there are workers.
type task struct {
	row   Row
	given *quorum.Known // a given system
	find  func(ctx context.Context, n, m int) (Best, quorum.Structure, error)
	roles quorum.Roles
}

// Compare measures every family that has a system for one of the numbers of nodes, which ascend,
// and the given systems, which each have one of these numbers. With m = 0 the families are those of
// ordinary systems, with m >= 2 those of group systems of m groups.
//
// Errors are those of construct.Open and quorum.Known.Build except too many quorums, Incomparable
// for a sharing structure, a *construct.ParamError for an n or m out of range, and a
// *quorum.InputError for a mix that does not fit m groups. If ctx ends first, Compare returns its
// cause and the table of the sizes whose rows are complete. It panics if a given system has another
// number of nodes.
func Compare(ctx context.Context, sizes []int, m int, given []Given, opts Options) (*Table, error) {
	if opts.Kind = cmp.Or(opts.Kind, quorum.Masking); opts.Liars == 0 {
		opts.Kind = ""
	}
	t := &Table{M: m, Holders: opts.Holders, Liars: opts.Liars, Kind: opts.Kind, Mix: opts.Mix, P: opts.P, LeftOut: map[string]string{}}
	if ctx.Err() != nil {
		return t, context.Cause(ctx)
	}
	if opts.Mix != nil {
		if err := measure.CheckMix(opts.Mix, m); err != nil {
			return nil, err
		}
	}
	tasks, without, err := tasksFor(ctx, sizes, m, given, opts)
	if err != nil {
		return nil, err
	}
	t.Roles = rolesOf(tasks)
	if len(sizes) == 1 {
		t.Without = without
		for _, f := range construct.Families() {
			comparable := f.Groups() || f.Holders() || f.Kind == quorum.KindSystem && m == 0
			if opts.Families == nil && comparable && compared(f, m, opts.Holders) && !f.HasDefault() {
				t.Chosen = append(t.Chosen, f.Name)
			}
		}
	}
	rows, whole := make([]Row, len(tasks)), make([]bool, len(tasks))
	var estimates sync.Map
	add := par.Progress(opts.Progress).Count("systems measured", len(tasks))
	err = par.For(ctx, opts.Jobs, len(tasks), func(ctx context.Context, _, i int) error {
		row, err := fill(ctx, tasks[i], opts, &estimates)
		if err == nil {
			// A row with a figure that is open only because the context ended does not belong to
			// the table.
			err = par.Ended(ctx)
		}
		rows[i], whole[i] = row, err == nil
		add(1)
		return err
	})
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	for i := 0; len(sizes) > 0; sizes = sizes[1:] {
		first := i
		for i < len(tasks) && tasks[i].row.N == sizes[0] {
			i++
		}
		if slices.Contains(whole[first:i], false) {
			continue
		}
		at := slices.DeleteFunc(rows[first:i], func(r Row) bool {
			out := opts.Liars > 0 && r.Aside != "" && !r.Given
			if out {
				t.LeftOut[r.Spec] = r.Aside
			}
			return out
		})
		setAside(at)
		markFront(at)
		t.Sizes, t.Rows = append(t.Sizes, sizes[0]), append(t.Rows, at...)
		for _, q := range costs() {
			if opts.wants(q) {
				t.Picks = append(t.Picks, pick(at, q)...)
			}
		}
	}
	return t, err
}

// RolesOf returns the roles of the groups of the systems that Compare would measure. It returns the
// roles of the systems that have roles, if these agree, and otherwise nil. Groups without roles fit
// any. Errors are those of Compare.
func RolesOf(ctx context.Context, sizes []int, m int, given []Given, families []string) (quorum.Roles, error) {
	tasks, _, err := tasksFor(ctx, sizes, m, given, Options{Families: families}) // systems with groups alone have roles
	return rolesOf(tasks), err
}

func rolesOf(tasks []task) (roles quorum.Roles) {
	for _, t := range tasks {
		if t.row.M == 0 {
			continue
		}
		switch own := t.roles; {
		case own == nil:
		case roles == nil:
			roles = own
		case !slices.Equal(own, roles):
			return nil
		}
	}
	return roles
}

// tasksFor lists the systems to measure, and the families that have no system for one of the
// numbers of nodes. A given system that is also a family's system gets one row.
func tasksFor(ctx context.Context, sizes []int, m int, given []Given, opts Options) (tasks []task, without []string, err error) {
	for _, n := range sizes {
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		first := len(tasks)
		for _, f := range construct.Families() {
			if !f.HasDefault() || !compared(f, m, opts.Holders) || opts.Families != nil && !slices.Contains(opts.Families, f.Name) {
				continue
			}
			instance, err := f.ForN(n, max(m, opts.Holders))
			if none := (*construct.NoSystemError)(nil); errors.As(err, &none) {
				if !slices.Contains(without, f.Name) {
					without = append(without, f.Name)
				}
				continue
			} else if err != nil {
				return nil, nil, err
			}
			if opts.Liars > 0 {
				instance = opts.bearing(ctx, instance)
			}
			tasks = append(tasks, task{row: Row{N: n, M: m, Holders: opts.Holders, Spec: instance.Spec(), Name: instance.Spec(), Family: f.Name, Default: true, Reasons: map[string]string{}}, roles: instance.Roles()})
		}
		for _, g := range given {
			if g.System.Nodes != n {
				continue
			}
			if g.System.Kind == quorum.KindSharing {
				return nil, nil, Incomparable(g.Spec, g.System.Kind)
			}
			if k := slices.IndexFunc(tasks[first:], func(t task) bool { return t.row.Spec == g.Spec }); k >= 0 {
				tasks[first+k].row.Given, tasks[first+k].given = true, &g.System
				continue
			}
			t := taskOf(g)
			t.row.Given = true
			switch {
			case (t.row.M > 0) != (m > 0):
				t.row.Aside = otherKind(t.row.M)
			case t.row.Holders != opts.Holders && max(t.row.Holders, opts.Holders) > 1:
				t.row.Aside = fmt.Sprintf("it is for %s at once: it ranks among systems for as many", show.Count(max(1, t.row.Holders), "holder"))
			}
			tasks = append(tasks, t)
		}
		for _, k := range opts.Known {
			if n <= k.Most && opts.wants(k.Of) {
				best := &Best{Of: k.Of}
				tasks = append(tasks, task{row: Row{N: n, M: m, Spec: best.Label(), Best: best, Reasons: map[string]string{}}, find: k.Find})
			}
		}
	}
	for _, g := range given {
		if !slices.Contains(sizes, g.System.Nodes) {
			panic(fmt.Sprintf("compare: %s has %d nodes", g.Spec, g.System.Nodes))
		}
	}
	return tasks, without, nil
}

// compared reports whether the family makes systems with m groups, or for so many holders.
func compared(f construct.Family, m, holders int) bool {
	return f.Groups() == (m > 0) && f.Holders() == (holders > 0)
}

// setAside excludes from front and picks the rows of best values that another row attains. All rows
// must be for one n.
func setAside(rows []Row) {
	for i := range rows {
		if rows[i].Best == nil || rows[i].Aside != "" {
			continue
		}
		if k := slices.IndexFunc(rows[:i], func(r Row) bool { return r.Aside == "" && r.has(rows[i].Best) }); k >= 0 {
			rows[i].Aside = rows[k].Spec + " has it"
		}
	}
}

// has reports whether the row has a best value.
func (r *Row) has(b *Best) bool {
	switch b.Of {
	case K:
		most := b.Value.Rat()
		return r.sites && new(big.Rat).SetInt(r.K.Max).Cmp(most) <= 0 && new(big.Rat).SetInt(r.Responsibility.Max).Cmp(most) <= 0
	case Load:
		return r.Load.Exact != nil && r.Load.Exact.Cmp(b.Value.Rat()) <= 0
	}
	return r.Degree != nil && b.Value.Cmp(bounds.Integer(*r.Degree)) <= 0
}

// otherKind returns the reason why a system with m groups is not compared with the families.
func otherKind(m int) string {
	if m > 0 {
		return "it has groups, and two quorums of one group need not meet: it ranks among systems with groups"
	}
	return "it has no groups: it ranks among systems without"
}

func taskOf(g Given) task {
	t := task{row: Row{N: g.System.Nodes, M: g.Groups(), Holders: g.Holders(), Spec: g.Spec, Name: g.System.Name, Reasons: map[string]string{}}, given: &g.System, roles: g.System.Roles}
	if i, ok := construct.InstanceOf(g.System); ok {
		t.row.Family = i.Family().Name
	}
	return t
}

// Incomparable returns the error, a *quorum.InputError, for the named system whose kind has none of
// the compared figures.
func Incomparable(name string, kind quorum.Kind) error {
	return quorum.Bad(name, fmt.Sprintf("a %s cannot be compared: its groups of processes have quorums of their own", kind), "")
}

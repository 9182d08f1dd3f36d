package measure

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"slices"

	"coterie/bounds"
	"coterie/internal/par"
	"coterie/quorum"
)

// InputError says which option of Measure is wrong.
type InputError struct {
	Option string // "mix", "p", "node-p", "system"
	Why    string
	Advice string
}

func (e *InputError) Error() string {
	if e.Option == "system" {
		return e.Why
	}
	return e.Option + ": " + e.Why
}

// Hint says what would be right.
func (e *InputError) Hint() string { return e.Advice }

// Measure finds the figures of a subject, each with its proof.
//
// A figure that is out of reach is nil, and Notes.Reasons says why; availability that
// cannot be counted is estimated, and marked. Each method has a limit of work of its own
// (package documentation), so that Measure ends within minutes whatever it is given; when
// ctx ends, what is not found yet is nil for that reason. Figures that package bounds
// limits are compared with every limit whose hypothesis has been verified.
//
// The error is an *InputError where an option does not fit the subject.
func Measure(ctx context.Context, s Subject, opts Options) (Report, error) {
	if opts.Crash == nil {
		opts.Crash = DefaultCrash()
	}
	if opts.Jobs <= 0 {
		opts.Jobs = runtime.GOMAXPROCS(0)
	}
	m := &measurer{ctx: ctx, opts: opts, subject: s}
	if err := m.checkOptions(); err != nil {
		return Report{}, err
	}
	r := Report{Kind: s.Kind, Name: s.Name, N: s.N, Names: s.Names, Limits: []Comparison{}, Notes: newNotes()}
	switch s.Kind {
	case quorum.KindSystem, quorum.KindKCoterie:
		m.ordinary(&r)
	case quorum.KindGroupSystem:
		m.groups(&r)
	case quorum.KindSharing:
		m.sharing(&r)
	default:
		panic(fmt.Sprintf("measure: no such kind: %q", s.Kind))
	}
	return r, nil
}

type measurer struct {
	ctx     context.Context
	opts    Options
	subject Subject
}

func newNotes() Notes { return Notes{Methods: map[string]string{}, Reasons: map[string]string{}} }

// stage tells the person who waits what is being done.
func (m *measurer) stage(format string, args ...any) {
	par.Progress(m.opts.Progress).Tell(fmt.Sprintf(format, args...), 0, 0)
}

func (m *measurer) wants(f Figure) bool { return m.opts.Only == nil || slices.Contains(m.opts.Only, f) }

// NotAsked is the reason of figures that Options.Only leaves out.
const NotAsked = "not asked for"

func (m *measurer) checkOptions() error {
	for _, p := range m.opts.Crash {
		if err := checkProbability("p", p); err != nil {
			return err
		}
	}
	for _, p := range m.opts.NodeCrash {
		if err := checkProbability("node-p", p); err != nil {
			return err
		}
	}
	if given := len(m.opts.NodeCrash); given > 0 && given != m.subject.N {
		return &InputError{"node-p", fmt.Sprintf("%d probabilities for %d nodes", given, m.subject.N), "give one for each node"}
	}
	families, err := m.subject.parts()
	if err != nil {
		return err
	}
	if m.opts.Mix == nil {
		return nil
	}
	if m.subject.Kind != quorum.KindGroupSystem {
		return &InputError{"mix", fmt.Sprintf("a %s has no groups to be mixed", m.subject.Kind), "shares are for group systems"}
	}
	if len(m.opts.Mix) != len(families) {
		return &InputError{"mix", fmt.Sprintf("%d shares for %d groups", len(m.opts.Mix), len(families)), "give one share for each group, of sum 1"}
	}
	sum := new(big.Rat)
	for _, share := range m.opts.Mix {
		if err := checkProbability("mix", share); err != nil {
			return err
		}
		sum.Add(sum, share.Rat())
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return &InputError{"mix", "the shares sum to " + sum.RatString() + ", not to 1", "0.9,0.1 are nine tenths for the first group and one for the second"}
	}
	return nil
}

func checkProbability(option string, p bounds.Fraction) error {
	if r := p.Rat(); r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		return &InputError{option, p.String() + " is not in 0..1", "probabilities are numbers from 0 to 1, such as 0.01 or 1/100"}
	}
	return nil
}

// part is one family of the subject: listed, or known by a formula, or both, or neither.
type part struct {
	family    *quorum.Family
	formula   *quorum.Formula
	processes []quorum.Index
}

// parts returns the families of the subject.
func (s Subject) parts() ([]part, error) {
	var list []part
	add := func(f quorum.Family) { list = append(list, part{family: &f}) }
	switch t := s.Structure.(type) {
	case nil:
		list = make([]part, max(1, len(s.Formulas)))
	case *quorum.System:
		add(t.Family())
	case *quorum.KCoterie:
		add(t.Family())
	case *quorum.GroupSystem:
		for i := range t.Groups() {
			add(t.Cartel(i))
		}
	case *quorum.SharingStructure:
		for _, gf := range t.Families() {
			add(gf.Family)
			for _, u := range gf.Group {
				last := &list[len(list)-1]
				last.processes = append(last.processes, quorum.Index(u))
			}
		}
		if len(list) == 0 {
			return nil, &InputError{"system", "the sharing structure has no quorums", "there is nothing to measure without `families`"}
		}
	}
	for i, p := range list {
		if p.family != nil && p.family.Len() == 0 {
			which := "the system"
			if len(list) > 1 {
				which = "cartel " + quorum.Index(i).String()
			}
			return nil, &InputError{"system", which + " has no quorum", "every figure is about quorums"}
		}
		if i < len(s.Formulas) {
			list[i].formula = &s.Formulas[i]
		}
	}
	return list, nil
}

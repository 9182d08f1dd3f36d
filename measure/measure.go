package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Measure finds the figures of a system, each with its proof.
//
// A figure that is out of reach is nil, and Notes.Reasons says why; availability that cannot be
// counted is estimated, and marked. Each method has a limit of work of its own (package
// documentation), so that Measure ends within minutes whatever it is given; when ctx ends, the
// figures that are not found yet are nil for that reason. Each figure with limits in package bounds
// is compared with every limit whose hypothesis has been verified.
//
// The error is a *quorum.InputError where an option does not fit the system, and the cause of ctx
// if ctx ended before all options were checked.
func Measure(ctx context.Context, s quorum.Known, opts Options) (Report, error) {
	if opts.Crash == nil {
		opts.Crash = DefaultCrash()
	}
	opts.Jobs = par.Jobs(opts.Jobs)
	m := &measurer{ctx: ctx, opts: opts, system: s, cartels: s.Cartels()}
	if err := m.checkOptions(); err != nil {
		return Report{}, err
	}
	r := Report{Kind: s.Kind, Name: s.Name, N: s.Nodes, Names: s.Names, Roles: s.Roles, Limits: []Comparison{}, Notes: newNotes()}
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
	m.writes(&r)
	if s.Kind != quorum.KindKCoterie { // else ordinary has done so, whose limits rest on it
		m.failing(&r)
	}
	return r, nil
}

type measurer struct {
	ctx     context.Context
	opts    Options
	system  quorum.Known
	cartels []quorum.Cartel
	meets   quorum.Judged // whether the quorums meet
	closed  closed        // closed forms of the quorums where they are not listed

	isKCoterie bool // that was verified
}

// stage tells the person who waits which work is being done.
func (m *measurer) stage(format string, args ...any) {
	par.Progress(m.opts.Progress).Tell(fmt.Sprintf(format, args...), 0, 0)
}

func (m *measurer) wants(f Figure) bool { return m.opts.Only == nil || slices.Contains(m.opts.Only, f) }

func (m *measurer) checkOptions() error {
	for _, p := range m.opts.Crash {
		if err := checkProbability("p", p); err != nil {
			return err
		}
	}
	for v, p := range m.opts.NodeCrash {
		if v > 0 && p == m.opts.NodeCrash[v-1] { // many nodes with the same one are the common case
			continue
		}
		if m.ctx.Err() != nil {
			break // nothing will be computed from them
		}
		if err := checkProbability("node-p", p); err != nil {
			return err
		}
	}
	if given := len(m.opts.NodeCrash); given > 0 && given != m.system.Nodes {
		return quorum.Bad("node-p", fmt.Sprintf("%d probabilities for %d nodes", given, m.system.Nodes), "give one for each node")
	}
	if m.opts.Liars < 0 || m.opts.Liars > m.system.Nodes {
		return quorum.Bad("liars", fmt.Sprintf("%d of %d nodes cannot lie", m.opts.Liars, m.system.Nodes), "")
	}
	if len(m.cartels) == 0 {
		return quorum.Bad("", "the sharing structure has no quorums", "there is nothing to measure without `families`")
	}
	for i, c := range m.cartels {
		if f, ok := c.List(); ok && f.Len() == 0 {
			which := "the system"
			if len(m.cartels) > 1 {
				which = m.system.Roles.Cartel(quorum.Index(i))
			}
			return quorum.Bad("", which+" has no quorum", "every figure is about quorums")
		}
	}
	if m.opts.Mix == nil {
		return nil
	}
	if m.system.Kind != quorum.KindGroupSystem {
		return quorum.Bad("mix", fmt.Sprintf("a %s has no groups to be mixed", m.system.Kind), "shares are for group systems")
	}
	return CheckMix(m.opts.Mix, len(m.cartels))
}

// CheckMix returns nil if the shares are a mix of that number of groups. Otherwise the
// *quorum.InputError says why they are not.
func CheckMix(mix []bounds.Fraction, groups int) error {
	if len(mix) != groups {
		return quorum.Bad("mix", fmt.Sprintf("%d shares for %d groups", len(mix), groups), "give one share for each group, of sum 1")
	}
	sum := new(big.Rat)
	for _, share := range mix {
		if err := checkProbability("mix", share); err != nil {
			return err
		}
		sum.Add(sum, share.Rat())
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return quorum.Bad("mix", "the shares sum to "+sum.RatString()+", not to 1", "0.9,0.1 are nine tenths for the first group and one for the second")
	}
	return nil
}

func checkProbability(option string, p bounds.Fraction) error {
	if r := p.Rat(); r.Sign() < 0 || r.Cmp(big.NewRat(1, 1)) > 0 {
		what := "probabilities"
		if option == "mix" {
			what = "shares"
		}
		return quorum.Bad(option, p.String()+" is not in 0..1", what+" are numbers from 0 to 1, such as 0.01, 1% or 1/100")
	}
	return nil
}

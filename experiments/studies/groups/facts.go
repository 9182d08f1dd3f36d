package groups

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

const joung = "Joung 2003"

// facts holds the figures of a group system that follow from its lists of quorums by the
// definitions, without closed forms.
type facts struct {
	N              int `csv:"n,nodes" doc:"number of nodes"`
	M              int `csv:"m,groups" doc:"number of cartels"`
	K              int `csv:"k,nodes" doc:"quorum size K"`
	Quorums        int // of the least cartel
	Degree         int `csv:"degree,quorums" doc:"d: disjoint quorums in each cartel, and no more"`
	Responsibility int `csv:"responsibility,quorums" doc:"R: cartels in a block, and quorums that a node is in"`

	Crossing, Minimal     bool   // Definition 3.1
	EqualCartels          bool   `csv:"condition_1" doc:"cartels have equally many quorums"`
	EqualSizes            bool   `csv:"condition_2" doc:"quorums have equally many nodes"`
	EqualResponsibilities bool   `csv:"condition_3" doc:"nodes are in equally many quorums"`
	SingleMeetings        bool   `csv:"condition_4" doc:"quorums of different cartels share exactly one node"`
	Reason                string // the first broken property; empty if there is none
}

func (f facts) isGroupSystem() bool { return f.Crossing && f.Minimal }

func factsOf(ctx context.Context, g *quorum.GroupSystem) (facts, error) {
	cartels := g.Cartels()
	f := facts{N: g.N(), M: len(cartels), Responsibility: slices.Max(g.Responsibilities()), EqualCartels: true}
	note := func(ok bool, format string, args ...any) bool {
		if !ok && f.Reason == "" {
			f.Reason = fmt.Sprintf(format, args...)
		}
		return ok
	}
	report := quorum.Check(ctx, g, quorum.Options{Jobs: 1})
	for _, v := range report.Properties {
		if v.Limit {
			return f, experiments.ContextError(ctx)
		}
		holds := note(v.Holds == quorum.Holds, "%s: %s", v.Property, v.Reason)
		switch v.Property {
		case quorum.CrossIntersection:
			f.Crossing = holds
		case quorum.CartelMinimality:
			f.Minimal = holds
		case quorum.EqualEffort:
			f.EqualSizes = holds
		case quorum.EqualResponsibility:
			f.EqualResponsibilities = holds
		}
	}
	f.K, _ = cartels[0].Sizes()
	f.Quorums = cartels[0].Len()
	disjoint := true
	for c, cartel := range cartels {
		least, _ := cartel.Sizes()
		f.K = min(f.K, least)
		f.EqualCartels = note(cartel.Len() == cartels[0].Len(), "cartel %v has %d quorums", quorum.Index(c), cartel.Len()) && f.EqualCartels
		f.Quorums = min(f.Quorums, cartel.Len())
		disjoint = note(slices.Max(cartel.Responsibilities()) == 1, "cartel %v has quorums that meet", quorum.Index(c)) && disjoint
	}
	if disjoint {
		f.Degree = f.Quorums
	}
	f.SingleMeetings = note(small.MeetOnce(g), "two quorums of different cartels share more or less than one node")
	return f, ctx.Err()
}

// partitions is a system of cartels that are partitions, or parts of them.
type partitions struct {
	Spec                         string
	N, M, Degree, Responsibility int
}

func measurePartitions(ctx context.Context, i *construct.Instance) (partitions, error) {
	system, err := i.Build(ctx, 0)
	if err != nil {
		return partitions{}, err
	}
	p := partitions{Spec: i.Spec(), N: i.N(), M: i.Groups()}
	if p.Degree, p.Responsibility, err = measureDegree(ctx, system.(*quorum.GroupSystem)); err != nil {
		return p, fmt.Errorf("%s: %w", p.Spec, err)
	}
	return p, nil
}

// measureDegree returns the degree and the greatest responsibility of a listed group quorum system
// whose cartels are partitions, or parts of partitions. If no node is in two quorums of a cartel,
// its quorums are disjoint, and the degree is their number. It fails if some quorums of a cartel
// share a node, or if the cartels do not cross.
func measureDegree(ctx context.Context, g *quorum.GroupSystem) (degree, responsibility int, err error) {
	v := quorum.JudgeCrossIntersection(ctx, g, quorum.Options{Jobs: 1})
	switch {
	case v.Limit:
		return 0, 0, experiments.ContextError(ctx)
	case v.Holds != quorum.Holds:
		return 0, 0, errors.New(v.Reason)
	}
	degree = g.Cartel(0).Len()
	for c, cartel := range g.Cartels() {
		if slices.Max(cartel.Responsibilities()) > 1 {
			return 0, 0, fmt.Errorf("cartel %v has quorums that meet", quorum.Index(c))
		}
		degree = min(degree, cartel.Len())
	}
	return degree, slices.Max(g.Responsibilities()), nil
}

// family returns the default system of the named family for n nodes and m groups; nil if there is
// none.
func family(name string, n, m int) *construct.Instance {
	f, ok := construct.Lookup(name)
	if !ok {
		panic(fmt.Sprintf("groups: there is no family %q", name))
	}
	return experiments.Default(f, n, m)
}

// overDesign returns the system of m cartels and the given degree over a block design; nil if there
// is none.
func overDesign(design construct.BlockDesign, m, degree int) *construct.Instance {
	i, err := construct.Parse(context.Background(), fmt.Sprintf("design-surficial:design=%s,m=%d,degree=%d", design, m, degree))
	var none *construct.NoSystemError
	var outside *construct.ParamError
	if errors.As(err, &none) || errors.As(err, &outside) && outside.Problem == construct.OutOfRange {
		return nil
	}
	return experiments.Must(i, err)
}

// surficial lists a surficial system.
func surficial(c small.SurficialSize) *quorum.GroupSystem {
	return experiments.Must(quorum.As[*quorum.GroupSystem](construct.Surficial(c.N, c.M)))
}

// smallSystems lists all systems of 2 and 3 non-empty cartels on 1 to n nodes; of 3 cartels on at
// most 3.
func smallSystems(n int) []small.System {
	var list []small.System
	for nodes := 1; nodes <= n; nodes++ {
		for m := 2; m == 2 || m == 3 && nodes <= 3; m++ {
			for g := range small.GroupSystems(nodes, m) {
				list = append(list, small.System{N: nodes, Cartels: slices.Clone(g)})
			}
		}
	}
	return list
}

package construct

import (
	"cmp"
	"context"
	"fmt"

	"coterie/quorum"
)

// Flexible returns the simple quorums of Flexible Paxos as a group quorum system of two cartels:
// cartel 1, the elections (the reads of its roles), has all sets of elect of n nodes, and cartel 2,
// the commits (the writes), all sets of commit nodes, each in lexicographic order.
//
// It exists for 1 <= n <= MaxMajority, 1 <= commit <= n and n-commit+1 <= elect <= n (else the
// error is a *ParamError): elect + commit > n, so that every election meets every commit. Two
// commits, or two elections, need not meet: ballots tell leaders apart. Gifford demands 2·write > n
// besides.
//
// The degree is min(⌊n/elect⌋, ⌊n/commit⌋). The system is nondominated if and only if elect +
// commit = n+1: then the least sets that meet all commits are the elections, and conversely.
//
// The default for n nodes is elect = ⌊n/2⌋+1, commit = ⌈n/2⌉: a majority elects, and of an even
// number of nodes one less than a majority commits.
//
// H. Howard, D. Malkhi and A. Spiegelman, Flexible Paxos: Quorum intersection revisited, 20th
// International Conference on Principles of Distributed Systems (OPODIS), 2016; arXiv:1608.06696.
func Flexible(n, elect, commit int) (quorum.Known, error) {
	return flexibleFamily().built(flexiblePlan(n, elect, commit))
}

func flexiblePlan(n, elect, commit int) (*plan, error) {
	const name = "flexible"
	if err := cmp.Or(checkRange(name, "n", n, 1, MaxMajority), checkRange(name, "commit", commit, 1, n)); err != nil {
		return nil, err
	}
	if least := n - commit + 1; elect < least || elect > n {
		return nil, outOfRange(name, "elect", elect, fmt.Sprintf("%d..%d, more with commit=%d than the %d nodes", least, n, commit, n))
	}
	p := allOfSizesPlan(n, func(name string, families []quorum.Family) (quorum.Structure, error) {
		return structure(quorum.NewGroupSystem(name, families, nil))
	}, elect, commit)
	sizes := p.shape
	p.shape = func(ctx context.Context) (Shape, error) {
		s, err := sizes(ctx)
		s.Degree = n / s.MaxQuorum
		return s, err
	}
	p.groups, p.settings = 2, append(p.settings, intSetting("elect", elect), intSetting("commit", commit))
	return p, nil
}

func flexibleFamily() Family {
	return Family{
		Name:    "flexible",
		Kind:    quorum.KindGroupSystem,
		Summary: "Flexible Paxos: any so many nodes elect (the reads), any so many commit (the writes)",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, 1..20000"},
			{Name: "elect", Doc: "nodes of an election, more than n - commit"},
			{Name: "commit", Doc: "nodes of a commit, at least 1"},
		},
		Exists: "every n in 1..20000, m = 2; by default elect = ⌊n/2⌋+1, commit = ⌈n/2⌉",
		Source: "Howard, Malkhi and Spiegelman 2016",
		resolve: func(a *args) (*plan, error) {
			return flexiblePlan(a.int("n"), a.int("elect"), a.int("commit"))
		},
		readWrite: true,
		forN: func(n, m int) (*plan, error) {
			switch {
			case m != 2:
				return nil, noSystem("flexible", n, m, "elections and commits are two groups: m = 2")
			case n > MaxMajority:
				return nil, noSystem("flexible", n, m, tooManyNodes("flexible", n).Why).near(MaxMajority, 0)
			}
			return flexiblePlan(n, n/2+1, n-n/2)
		},
		usage: "flexible:n=N,elect=E,commit=C",
	}
}

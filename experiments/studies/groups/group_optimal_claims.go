package groups

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/quorum"
)

// groupOptimalSystem is a system as a certificate: for each cartel its disjoint quorums, each as the numbers of its nodes,
// counted from 1 and joined by -, separated by spaces: "1-2 3-4".
type groupOptimalSystem struct {
	Nodes          int      `json:"nodes"`
	Groups         int      `json:"groups"`
	Responsibility int      `json:"responsibility,omitempty"` // at most; 0 for any
	Degree         int      `json:"degree"`
	Cartels        []string `json:"cartels"`
}

type groupOptimalCertificate struct {
	Systems []groupOptimalSystem `json:"systems"`
}

// groupOptimalText writes the cartels of a system.
func groupOptimalText(g *quorum.GroupSystem) []string {
	cartels := make([]string, g.Groups())
	for c := range cartels {
		var quorums []string
		for _, q := range g.Cartel(c).All() {
			var nodes []string
			for _, v := range q {
				nodes = append(nodes, quorum.Node(v).String())
			}
			quorums = append(quorums, strings.Join(nodes, "-"))
		}
		cartels[c] = strings.Join(quorums, " ")
	}
	return cartels
}

// groupOptimalSystems keeps, for every m and responsibility, the first system of each degree: with more nodes it is a
// system as well.
func groupOptimalSystems(rows []groupOptimalRow) groupOptimalCertificate {
	list := groupOptimalCertificate{Systems: []groupOptimalSystem{}}
	type kind struct{ m, r, degree int }
	have := map[kind]bool{}
	for _, r := range rows {
		k := kind{r.M, r.R, r.Lower}
		if r.Cartels == nil || have[k] {
			continue
		}
		have[k] = true
		list.Systems = append(list.Systems, groupOptimalSystem{r.N, r.M, r.R, r.Lower, r.Cartels})
	}
	return list
}

// verifyGroupOptimal judges the systems of the certificate by definition: so many cartels of so many pairwise disjoint
// quorums, quorums of different cartels with a node in common, no node in too many.
func verifyGroupOptimal(ctx context.Context, _ groupOptimalParameters, name string, data []byte) error {
	if name != "systems.json" {
		return fmt.Errorf("no certificate is called %s", name)
	}
	var list groupOptimalCertificate
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	if len(list.Systems) == 0 {
		return errors.New("no systems")
	}
	for _, s := range list.Systems {
		if ctx.Err() != nil {
			return experiments.ContextError(ctx)
		}
		if err := s.verify(); err != nil {
			return fmt.Errorf("n = %d, m = %d, degree %d: %w", s.Nodes, s.Groups, s.Degree, err)
		}
	}
	return nil
}

func (s groupOptimalSystem) verify() error {
	if len(s.Cartels) != s.Groups || s.Degree < 1 {
		return fmt.Errorf("%d cartels", len(s.Cartels))
	}
	times := make([]int, s.Nodes+1)
	in := make([][]int, s.Groups) // in[c][v] is the quorum of cartel c that node v is in, from 1; 0 for none
	for c, text := range s.Cartels {
		in[c] = make([]int, s.Nodes+1)
		quorums := strings.Split(text, " ")
		if len(quorums) != s.Degree {
			return fmt.Errorf("cartel %d has %d quorums", c+1, len(quorums))
		}
		for i, q := range quorums {
			for _, digits := range strings.Split(q, "-") {
				v, err := strconv.Atoi(digits)
				switch {
				case err != nil:
					return err
				case v < 1 || v > s.Nodes:
					return fmt.Errorf("there is no node %d", v)
				case in[c][v] != 0:
					return fmt.Errorf("node %d is twice in cartel %d", v, c+1)
				}
				in[c][v] = i + 1
				times[v]++
			}
		}
	}
	for c := range in {
		for e := range c {
			meet := map[[2]int]bool{}
			for v := range times {
				if in[c][v] > 0 && in[e][v] > 0 {
					meet[[2]int{in[c][v], in[e][v]}] = true
				}
			}
			if len(meet) != s.Degree*s.Degree {
				return fmt.Errorf("a quorum of cartel %d misses one of cartel %d", c+1, e+1)
			}
		}
	}
	if most := slices.Max(times); s.Responsibility > 0 && most > s.Responsibility {
		return fmt.Errorf("a node is in %d quorums", most)
	}
	return nil
}

func groupOptimalClaims(p groupOptimalParameters, rows, limited []groupOptimalRow, reached map[string]map[int][]int) []experiments.Claim {
	const command = "coterie experiment run group-optimal"
	groups := fmt.Sprintf("m in %d..%d", slices.Min(p.Groups), slices.Max(p.Groups))
	decided := func(keep func(groupOptimalRow) bool) iter.Seq[groupOptimalRow] {
		return func(yield func(groupOptimalRow) bool) {
			for _, r := range rows {
				if r.status() != "open" && keep(r) && !yield(r) {
					return
				}
			}
		}
	}
	witness := func(r groupOptimalRow) string {
		return fmt.Sprintf("n = %d, m = %d: the greatest degree is %d (%s)", r.N, r.M, r.Lower, r.UpperBy)
	}
	square := func(r groupOptimalRow) bool { return gf.FloorSqrt(r.N)*gf.FloorSqrt(r.N) == r.N }
	tight := func(r groupOptimalRow) (bool, string) { return r.Lower*r.Lower == r.N, witness(r) }
	surficial := func(r groupOptimalRow) bool { // there is one on exactly n nodes
		_, ok := bounds.SurficialSide(r.N, r.M)
		return ok
	}
	better := func(r groupOptimalRow) (bool, string) {
		return r.Lower > reached["surficial"][r.M][r.N], fmt.Sprintf("%s, and the surficial system has degree %d", witness(r), reached["surficial"][r.M][r.N])
	}
	return []experiments.Claim{
		{
			ID: "joung-degree-tight-decided", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "The bound is tight: there is an m-group quorum system of degree √n.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("n is the square of a prime power q (or of 1), and m is at most q+1",
				experiments.Judge(experiments.Every(fmt.Sprintf("squares n in 1..%d, %s, whose greatest degree is decided", p.To, groups)), decided(square), tight),
				experiments.Judge(experiments.Every(fmt.Sprintf("squares n = q² in 1..%d of powers q of primes, %s, m <= q+1, and n = 1", p.To, groups)), decided(func(r groupOptimalRow) bool {
					q := gf.FloorSqrt(r.N)
					_, _, power := gf.PrimePower(q)
					return square(r) && (q == 1 || power && r.M <= q+1)
				}), tight).Proved("covering-arrays")),
		},
		{
			ID: "joung-surficial-not-optimal-decided", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "In terms of degree, the construction of the surficial quorum system is not optimal.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("m is at least 3, and n at least 4: for m = 2, and for three groups on three nodes, it is optimal",
				experiments.Judge(experiments.Every(fmt.Sprintf("surficial systems, n in 1..%d, %s, where the greatest degree is decided", p.To, groups)), decided(surficial), better),
				experiments.Judge(experiments.Every(fmt.Sprintf("surficial systems, n in 4..%d, %s, m >= 3, where the greatest degree is decided", p.To, groups)),
					decided(func(r groupOptimalRow) bool { return r.M >= 3 && r.N >= 4 && surficial(r) }), better)),
		},
		{
			ID: "joung-lemma-3-3-decided", Source: "Joung 2003", Section: "section 3, before Lemma 3.3",
			Statement: "If every node is included in at most two quorums, the maximum degree that an m-group quorum system can achieve is √(2n/(m(m-1))) (rounded down, for every n).",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("n in 1..%d, m in %d..%d", p.ResponsibilityTo, slices.Min(p.ResponsibilityGroups), slices.Max(p.ResponsibilityGroups))),
				func(yield func(groupOptimalRow) bool) {
					for _, r := range limited {
						if r.R == 2 && !yield(r) {
							return
						}
					}
				}, func(r groupOptimalRow) (bool, string) {
					want := bounds.DegreeByResponsibility(r.N, r.M, 2)
					return r.Lower == want && r.Upper == want, witness(r)
				}).Proved("covering-arrays"),
		},
	}
}

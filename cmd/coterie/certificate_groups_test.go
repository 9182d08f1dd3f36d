package main

import (
	"math/big"
	"testing"
)

func checkMix(t *testing.T, system printedSystem, report printedReport, checked map[string]int) {
	t.Helper()
	if report.MixLoad == nil {
		return
	}
	checked["mix"]++
	load := rat(t, *report.MixLoad)
	asked := make([]*big.Rat, system.N+1)
	for v := range asked {
		asked[v] = new(big.Rat)
	}
	weights := nodeWeights(t, system.N, report.MixWeights)
	shares, below := new(big.Rat), new(big.Rat)
	for g, quorums := range system.Cartels {
		share := rat(t, report.Mix[g])
		shares.Add(shares, share)
		for v, x := range strategy(t, system.N, quorums, report.MixStrategies[g]) {
			asked[v].Add(asked[v], x.Mul(x, share))
		}
		below.Add(below, new(big.Rat).Mul(share, lightest(quorums, weights)))
	}
	for v, x := range asked {
		if x.Cmp(load) > 0 {
			t.Errorf("node %d is asked with probability %v, more than the load %v of the mix", v, x, load)
		}
	}
	if below.Cmp(load) < 0 || shares.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the node weights show a load of %v, not %v; the shares sum to %v", below, load, shares)
	}
}

func checkDomination(t *testing.T, system printedSystem, report printedReport, checked map[string]int) {
	t.Helper()
	if report.Nondominated == nil {
		t.Logf("domination not decided: %s", report.Reasons["nondominated"])
		return
	}
	families := system.families()
	others := func(i int) [][]int {
		if len(families) == 1 {
			return families[0]
		}
		var list [][]int
		for j, f := range families {
			if j != i {
				list = append(list, f...)
			}
		}
		return list
	}
	if !*report.Nondominated {
		checked["dominated"]++
		if report.Witness == nil {
			t.Fatalf("dominated, and no witness")
		}
		i := 0
		if report.Witness.Cartel != nil {
			i = *report.Witness.Cartel - 1
		}
		in := setOf(report.Witness.Nodes)
		for _, q := range others(i) {
			if !meets(q, in) {
				t.Errorf("the witness %v misses %v", report.Witness.Nodes, q)
			}
		}
		for _, q := range families[i] {
			inside := true
			for _, v := range q {
				inside = inside && in[v]
			}
			if inside {
				t.Errorf("the witness %v contains %v", report.Witness.Nodes, q)
			}
		}
		return
	}
	if system.N > checkedNodes {
		return
	}
	checked["nondominated"]++
	for i := range families {
		own, other := masks(families[i]), masks(others(i))
		all := uint64(1)<<system.N - 1
		for set := range uint64(1) << system.N {
			// A set meets every quorum of the other cartels iff its complement contains none of
			// them.
			if !liveIn(all&^set, other) && !liveIn(set, own) {
				t.Fatalf("said to be nondominated, and the set %b shows that it is not", set)
			}
		}
	}
}

package exhaustion

import (
	"fmt"
	"slices"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/mutex/explore"
)

func TestProtocolPSmall(t *testing.T) {
	assert.Long(t, "its pictures take long under the race detector")
	studytest.Small(t, declareProtocolP, protocolPParameters{Processes: 2, Resources: 2, Fixed: 2, Doubled: 2}, verifyCertificate[protocolPParameters])
}

func TestProtocolPClaimsRefuse(t *testing.T) {
	for id, row := range map[string]sharingRow{
		"miyamoto-p-condition-1-exhausted": {Algorithm: protocolP, Broken: 1},
		"miyamoto-p-condition-2-exhausted": {Algorithm: protocolP, Can: 2, Most: 1},
		"protocol-p-circles-exhausted":     {Algorithm: protocolP, Amiss: "x"},
		"miyamoto-p-improved-exhausted":    {Algorithm: protocolPFixed, Stuck: 1},
	} {
		studytest.WantFails(t, id, func(out *experiments.Output) { claimProtocolP(out, protocolPParameters{}, []sharingRow{row}) })
	}
}

// TestChoicesCoverAll: every choice of quorums has exactly one listed image.
func TestChoicesCoverAll(t *testing.T) {
	c := configuration{Algorithm: protocolP, System: "sharing:alpha=1-1+2,size=2", Who: subsets(2, 2, 2)[0], Entries: 1}
	e := assert.Got(c.explorable(t.Context()))(t)
	menus := make([][]int32, 2)
	for g := range menus {
		for q := e.Setup.First[g]; q < e.Setup.First[g+1]; q++ {
			menus[g] = append(menus[g], q)
		}
	}
	some := choices(e.Setup, menus)
	stuck := func(quorums []int32) bool {
		for i, q := range quorums {
			e.Requesters[i].Choices = []explore.Choice{{Group: int32(i), Quorum: q}}
		}
		r := assert.Got(explore.Run(t.Context(), e, explore.Options{Jobs: 1}))(t)
		return r.Stuck > 0
	}
	outcomes := map[bool]bool{}
	for _, quorums := range some {
		outcomes[stuck(quorums)] = true
	}
	class := twins(e.Setup)
	// The signature of a choice: for each class and set of processes, the number of arbiters that
	// exactly these processes take.
	signature := func(quorums []int32) string {
		var list []int
		for v, c := range class {
			n := 0
			for i, q := range quorums {
				if slices.Contains(e.Setup.Quorums[q], int32(v)) {
					n |= 1 << i
				}
			}
			list = append(list, 100*c+n)
		}
		slices.Sort(list)
		return fmt.Sprint(list)
	}
	seen := map[string]bool{}
	for _, quorums := range some {
		if s := signature(quorums); seen[s] {
			t.Errorf("%v is the image of another choice", quorums)
		} else {
			seen[s] = true
		}
	}
	for _, a := range menus[0] {
		for _, b := range menus[1] {
			if !seen[signature([]int32{a, b})] {
				t.Fatalf("no choice stands for %v", []int32{a, b})
			}
		}
	}
	assert.Equal(t, len(outcomes), 2, "all choices end alike")
}

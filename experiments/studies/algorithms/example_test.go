package algorithms

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestExampleSmall(t *testing.T) {
	assert.Long(t, "its pictures take half a minute under the race detector")
	studytest.Small(t, declareExample, exampleParameters{Schedules: 200, Ahead: 3, Orders: 2}, nil)
}

// TestExampleClaimsRefuse gives the judges rows with one error each.
func TestExampleClaimsRefuse(t *testing.T) {
	ignored := scheduleRow{Algorithm: literal, Late: 1, Broken: 1}
	removed := removalRow{N: 7, K: 3, Told: 3, Recover: 4, Status: 3, Entries: 6}
	passed := variationRow{Algorithm: "maekawa-circulating", K: 3, Enter: [2]int{3, 4}, Clear: [2]int{2, 3}}
	one := passed
	one.Algorithm = "maekawa-sequential"
	for id, claim := range map[string]func(out *experiments.Output){
		"maekawa-example": func(out *experiments.Output) {
			claimExample(out, exampleParameters{}, []storyRow{{Name: "section-5", Entered: []quorum.Node{7, 6, 10}}}, []scheduleRow{ignored})
		},
		"maekawa-mutual-exclusion": func(out *experiments.Output) {
			claimExample(out, exampleParameters{}, []storyRow{{Name: "two-inside", Inside: 2, Entered: []quorum.Node{1, 2}}}, []scheduleRow{ignored})
		},
		"maekawa-starvation-bound": func(out *experiments.Output) {
			claimOvertaking(out, exampleParameters{}, []overtakingRow{{Overtaken: 4, K: 4}}, []overtakingRow{{Overtaken: 2, K: 2, Numbers: 1}})
		},
		"maekawa-takeover-any":      func(out *experiments.Output) { claimRemoval(out, exampleParameters{}, []removalRow{removed}) },
		"maekawa-takeover-messages": func(out *experiments.Output) { claimRemoval(out, exampleParameters{}, []removalRow{removed}) },
		"maekawa-takeover-static":   func(out *experiments.Output) { claimRemoval(out, exampleParameters{}, []removalRow{removed}) },
		"maekawa-circulating-messages": func(out *experiments.Output) {
			claimVariations(out, []variationRow{passed, one})
		},
		"maekawa-sequential-messages": func(out *experiments.Output) { claimVariations(out, []variationRow{passed, one}) },
		"maekawa-variation-clear":     func(out *experiments.Output) { claimVariations(out, []variationRow{passed, one}) },
	} {
		studytest.WantFails(t, id, claim)
	}
}

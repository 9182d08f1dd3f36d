package exhaustion

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/trace"
)

func TestJoungSmall(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	p := joungParameters{
		Over:      []joungSize{{s3, 2, 1, nil}},
		Unordered: []joungSize{{s3, 2, 2, nil}},
		Costs:     []joungSize{{s3, 2, 2, nil}},
		Endless:   []joungSize{{s3, 2, 1, nil}},
		Limit:     10_000,
		Together:  []joungSize{{s3, 2, 1, nil}},
	}
	studytest.Small(t, declareJoung, p, verifyCertificate[joungParameters])
}

// TestJoungClaimsRefuse gives the judges rows with one error each.
func TestJoungClaimsRefuse(t *testing.T) {
	run := []trace.Choice{{}}
	of := func(algorithm string, f failure) explored {
		r := explored{configuration: configuration{Algorithm: algorithm}, Failures: []failure{f}}
		switch f.Sort {
		case explore.Deadlock:
			r.Stuck = 1
		case explore.Exclusion:
			r.Violations = 1
		}
		return r
	}
	for id, row := range map[string]explored{
		"joung-i1-exhausted":             of(maekawaM, failure{explore.Invariant, 0, run, "x"}),
		"joung-i4-exhausted":             of(maekawaM, failure{explore.Invariant, 3, run, "x"}),
		"joung-i5-exhausted":             of(maekawaS, failure{explore.Invariant, 0, run, "x"}),
		"joung-i9-exhausted":             of(maekawaS, failure{explore.Invariant, 4, run, "x"}),
		"joung-theorem-4-1-exhausted":    of(maekawaM, failure{explore.Exclusion, 0, run, "x"}),
		"joung-theorem-4-4-bounded":      of(maekawaM, failure{explore.Deadlock, 0, run, "x"}),
		"joung-theorem-4-7-exhausted":    of(maekawaS, failure{explore.Exclusion, 0, run, "x"}),
		"joung-theorem-4-9-bounded":      of(maekawaS, failure{explore.Deadlock, 0, run, "x"}),
		"joung-fixed-order-exhausted":    of(inOrder, failure{explore.Deadlock, 0, run, "x"}),
		"ours-maekawa-m-fixed-exhausted": of(maekawaMF, failure{explore.Deadlock, 0, run, "x"}),
	} {
		studytest.WantFails(t, id, func(out *experiments.Output) { claimJoung(out, []explored{row}, nil) })
	}
}

func TestJoungCostsRefuse(t *testing.T) {
	cost := func(algorithm string, most uint64) []costRow {
		return []costRow{{configuration: configuration{Algorithm: algorithm, MaxLocks: 1}, C: 2, Most: most}}
	}
	for id, claim := range map[string]func(out *experiments.Output){
		"joung-theorem-4-5-exhausted":          func(out *experiments.Output) { claimJoungCosts(out, cost(maekawaM, 13), nil, nil, nil) },
		"joung-theorem-4-10-exhausted":         func(out *experiments.Output) { claimJoungCosts(out, cost(maekawaS, 6), cost(maekawaS, 6), nil, nil) },
		"joung-fixed-order-messages-exhausted": func(out *experiments.Output) { claimJoungCosts(out, cost(inOrder, 7), nil, nil, nil) },
		"joung-theorem-4-4-exhausted": func(out *experiments.Output) {
			claimJoungCosts(out, nil, nil, []lockoutRow{{configuration: configuration{Algorithm: maekawaM}, Verdict: lockout.Found}}, nil)
		},
		"joung-theorem-4-9-exhausted": func(out *experiments.Output) {
			claimJoungCosts(out, nil, nil, []lockoutRow{{configuration: configuration{Algorithm: maekawaS}, Verdict: lockout.Blocked}}, nil)
		},
		"joung-all-inside-exhausted": func(out *experiments.Output) { claimJoungCosts(out, nil, nil, nil, []enterRow{{}}) },
	} {
		studytest.WantFails(t, id, claim)
	}
}

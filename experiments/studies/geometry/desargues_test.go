package geometry

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestDesarguesSmall(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	folder := studytest.Small(t, declareDesargues, nonDesarguesian{Orders: []int{2, 3, 9}}, experiments.Decoded(verifyRefutation))
	rows, err := csv.NewReader(strings.NewReader(strings.Join(studytest.Lines(t, folder, "planes.csv"), "\n"))).ReadAll()
	if err != nil || len(rows) != 7 {
		t.Fatalf("%v: %d rows, want 6 planes: %v", err, len(rows)-1, rows)
	}
	invariants := map[string]string{}
	for _, cells := range rows[1:] {
		if overField := !strings.Contains(cells[0], "plane="); cells[3] != strconv.FormatBool(overField) {
			t.Errorf("%s: Desarguesian is %s", cells[0], cells[3])
		}
		counts := strings.Join(cells[2:8], " ")
		assert.Equal(t, invariants[counts], "", "%s and: have the same invariants", cells[0])
		invariants[counts] = cells[0]
	}
}

// TestRefutationIsVerified spoils a certificate in each of its parts.
func TestRefutationIsVerified(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	folder := studytest.Declare(t, declareDesargues, nonDesarguesian{Orders: []int{9}}, experiments.Decoded(verifyRefutation))
	const file = "refutation-order-9-hall.json"
	verify := func(data []byte) error {
		return experiments.Decoded(verifyRefutation)(t.Context(), nonDesarguesian{Orders: []int{9}}, file, data)
	}
	studytest.Damaged(t, verify, studytest.Bytes(t, folder, file), map[string]func(*refutation){
		"the centre":         func(r *refutation) { r.Centre = (r.Centre + 1) % 91 },
		"no such point":      func(r *refutation) { r.Meets[0] = 91 },
		"a vertex twice":     func(r *refutation) { r.A[1] = r.A[0] },
		"a meet":             func(r *refutation) { r.Meets[2] = (r.Meets[2] + 1) % 91 },
		"a line less":        func(r *refutation) { r.Lines = r.Lines[1:] },
		"a line twice":       func(r *refutation) { r.Lines[0] = r.Lines[1] },
		"exchanged vertices": func(r *refutation) { r.A[0], r.A[1] = r.A[1], r.A[0] },
	})
}

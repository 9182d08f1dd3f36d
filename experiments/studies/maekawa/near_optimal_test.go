package maekawa

import (
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
	"coterie/search/maekawa"
)

// TestNearOptimalSmall: the results of the study up to n = 21.
func TestNearOptimalSmall(t *testing.T) {
	p := nearOptimal{To: 21, Orbits: []nearOptimalOrbits{{20, 10}}}
	folder := studytest.Small(t, declareNearOptimal, p, experiments.Decoded(verifyNearOptimal))
	lines := studytest.Lines(t, folder, "near-optimal.csv")
	studytest.WantRows(t, folder, "near-optimal.csv",
		"7,3,counting, K(K-1)+1 >= n,3,difference cover of Z_n,optimal,0.354249,true,true,3,3,,,3,3,5,",
		"20,6,determinant argument, n = K(K-1) for K = 5,6,difference cover of Z_n,optimal,",
		"21,5,counting, K(K-1)+1 >= n,5,",
	)
	if strings.Contains(strings.Join(lines, "\n"), ",open,") {
		t.Error("a row up to 21 is open")
	}
}

// TestNearOptimalCertificate: a certificate with one node changed is refused.
func TestNearOptimalCertificate(t *testing.T) {
	p := nearOptimal{To: 8}
	folder := studytest.Declare(t, declareNearOptimal, p, experiments.Decoded(verifyNearOptimal))
	verify := func(data []byte) error {
		return experiments.Decoded(verifyNearOptimal)(t.Context(), p, nearOptimalFile, data)
	}
	studytest.Damaged(t, verify, studytest.Bytes(t, folder, nearOptimalFile), map[string]func(c *experiments.Systems[maekawa.Turned]){
		"no meeting":  func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Base[0] = quorum.SetOf(0, 1, 2) },
		"not in S_i":  func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Base[0] = quorum.SetOf(1, 2, 4) },
		"K":           func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].K-- },
		"missing n":   func(c *experiments.Systems[maekawa.Turned]) { c.Systems = c.Systems[:7] },
		"order":       func(c *experiments.Systems[maekawa.Turned]) { slices.Reverse(c.Systems) },
		"length":      func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Length = 0 },
		"base":        func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Base = nil },
		"no node":     func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Base[0] = quorum.SetOf(0, 1, 7) },
		"fixed":       func(c *experiments.Systems[maekawa.Turned]) { c.Systems[6].Fixed = 8 },
		"too crowded": func(c *experiments.Systems[maekawa.Turned]) { c.Systems[2] = star() },
	})
}

// star returns sets of size 2 on three nodes, with node 1 in all sets.
func star() maekawa.Turned {
	return maekawa.Turned{N: 3, K: 2, Fixed: 1, Length: 2, Base: []quorum.Set{quorum.SetOf(0), quorum.SetOf(0, 1)}}
}

// TestNearOptimalOpen: the texts of open rows and of published results.
func TestNearOptimalOpen(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	p := nearOptimal{Primes: []nearOptimalPrimes{{N: 38, Orders: []int{7}}}}
	row := nearOptimalRow{N: 38, Lower: 7, Upper: 8}
	row.Primes = assert.Got(p.primesAt(t.Context(), row))(t)
	for _, c := range []struct{ got, want string }{
		{row.left(), "5 nodes fewer than a plane would have: all sizes and responsibilities are 7, and the excess graph is regular of degree 5"},
		{row.ordersLeft(), "2, 3, 5 (3, 8, 13, 18, 23 fixed), 19 (0 fixed)"},
		{nearOptimalRow{N: 72, Lower: 9, Upper: 10}.left(), "1 node fewer than a plane would have: all sizes and responsibilities are 9, and the excess graph is regular of degree 1, which is one edge for every two sets"},
		{nearOptimalRow{N: 94, Lower: 11, Upper: 12}.left(), "17 nodes fewer than a plane would have: sizes and responsibilities need not all be 11"},
		{nearOptimalRow{N: 39, Lower: 7, Upper: 7}.left(), ""},
		{nearOptimalRow{N: 38, Lower: 7}.cited(), ""},
	} {
		assert.Equal(t, c.got, c.want)
	}
	asked := assert.Got(nearOptimalAt(t.Context(), nearOptimal{Plain: []int{30}}, 30))(t)
	assert.Equal(t, asked.Lower, 7, "n = 30")
	assert.Contains(t, asked.LowerBy, "no model of: 30 sets of 6", "n = 30")
	for _, r := range []nearOptimalRow{{N: 30, Lower: 6}, {N: 41, Lower: 7}, {N: 40, Lower: 7}, {N: 95, Lower: 11}} {
		assert.Contains(t, r.cited(), "Pineda-Villavicencio 20", "n = %d: cited is", r.N)
	}
}

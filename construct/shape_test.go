package construct

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// shapeLimit is the number of quorums up to which closed forms are compared with the list.
const shapeLimit = 100_000

// compareShape compares the figures of an instance with those counted on the listed quorums; it
// returns the built system, or nil if there are too many to list.
func compareShape(t *testing.T, i *Instance) quorum.Structure {
	t.Helper()
	shape, err := i.Shape(t.Context())
	if err != nil {
		t.Errorf("%s: %v", i, err)
		return nil
	}
	if shape.N != i.N() || shape.Groups != i.Groups() || shape.Method == "" {
		t.Errorf("%s: shape %+v of an instance of %d nodes and %d groups", i, shape, i.N(), i.Groups())
	}
	if shape.Unknown != "" || shape.Quorums.Cmp(big.NewInt(shapeLimit)) > 0 {
		return nil
	}
	s, err := i.Build(t.Context(), 0)
	if err != nil {
		t.Errorf("%s: %v", i, err)
		return nil
	}
	if s.Name() != i.Spec() || s.N() != i.N() || s.Kind() != i.Kind() {
		t.Errorf("%s: built %s of kind %s with %d nodes, want %d", i, s.Name(), s.Kind(), s.N(), i.N())
	}
	var listed, entries int
	var judged []quorum.Family
	var responsibilities []int
	switch s := s.(type) {
	case *quorum.System:
		listed, entries = s.Family().Len(), s.Family().Incidences()
		judged = []quorum.Family{s.SiteFamily()}
		responsibilities = s.SiteFamily().Responsibilities()
		if shape.Groups != 1 || shape.Degree != 0 {
			t.Errorf("%s: %d groups, degree %d", i, shape.Groups, shape.Degree)
		}
	case *quorum.SharingStructure:
		responsibilities = make([]int, s.N())
		for _, gf := range s.Families() {
			judged = append(judged, gf.Family)
			listed += gf.Family.Len()
			entries += gf.Family.Incidences()
			for v, r := range gf.Family.Responsibilities() {
				responsibilities[v] += r
			}
		}
		if shape.Groups != len(s.Groups()) || shape.Degree != 0 {
			t.Errorf("%s: %d groups, built %d; degree %d", i, shape.Groups, len(s.Groups()), shape.Degree)
		}
	case *quorum.KCoterie:
		listed, entries = s.Family().Len(), s.Family().Incidences()
		judged = []quorum.Family{s.Family()}
		responsibilities = s.Family().Responsibilities()
		if shape.Groups != 1 || shape.Degree != 0 {
			t.Errorf("%s: %d groups, degree %d", i, shape.Groups, shape.Degree)
		}
	case *quorum.GroupSystem:
		for c := range s.Groups() {
			judged = append(judged, s.Cartel(c))
			listed += s.Cartel(c).Len()
			entries += s.Cartel(c).Incidences()
		}
		responsibilities = s.Responsibilities()
		if shape.Groups != s.Groups() || shape.Degree < 1 {
			t.Errorf("%s: %d groups, built %d; degree %d", i, shape.Groups, s.Groups(), shape.Degree)
		}
	}
	least, greatest := 0, 0
	for c, f := range judged {
		lo, hi := f.Sizes()
		if c == 0 {
			least = lo
		}
		least, greatest = min(least, lo), max(greatest, hi)
	}
	assert.SameNumber(t, shape.Quorums, bigOf(listed), "%s: quorums", i)
	if shape.MinQuorum != least || shape.MaxQuorum != greatest {
		t.Errorf("%s: quorum sizes %d..%d, listed %d..%d", i, shape.MinQuorum, shape.MaxQuorum, least, greatest)
	}
	lo, hi := slices.Min(responsibilities), slices.Max(responsibilities)
	if shape.MinResponsibility.Cmp(bigOf(lo)) != 0 || shape.MaxResponsibility.Cmp(bigOf(hi)) != 0 {
		t.Errorf("%s: responsibilities %v..%v, listed %d..%d", i, shape.MinResponsibility, shape.MaxResponsibility, lo, hi)
	}
	if i.plan.entries != nil {
		assert.SameNumber(t, assert.Got(i.plan.entries(t.Context()))(t), bigOf(entries), "%s: entries, listed %d", i, entries)
	}
	if greatest > i.plan.largest {
		t.Errorf("%s: quorums of %d nodes, the plan says at most %d", i, greatest, i.plan.largest)
	}
	return s
}

// TestShapeOfOthers compares systems that are not the default for their n.
func TestShapeOfOthers(t *testing.T) {
	specs := []string{
		"fpp:order=64", "grid:n=5000", "billiard:q=61", "billiard:q=3", "triangle:rows=8", "majority:n=17",
		"singleton:n=5,centre=5", "singleton:n=1",
		"cyclic:order=27", "cyclic:n=1,cover=0", "cyclic:n=6,cover=0-1-3-4", "cyclic:n=100,cover=0-1-2-3-4-5-6-7-8-9-19-29-39-49-50",
	}
	if !assert.WithSlow {
		specs = specs[2:]
	}
	for _, spec := range specs {
		if compareShape(t, parsed(t, spec)) == nil {
			t.Errorf("%s: not compared", spec)
		}
	}
}

// TestShapeOfMany checks closed forms too large to list against other formulas.
func TestShapeOfMany(t *testing.T) {
	for _, n := range []int{23, 64, 101, 1000} {
		s := assert.Got(parsed(t, fmt.Sprintf("majority:n=%d", n)).Shape(t.Context()))(t)
		checkIncidences(t, n, s)
		// Majorities of an odd number of nodes are half of all sets of (n±1)/2.
		if n%2 == 1 {
			assert.SameNumber(t, new(big.Int).Binomial(int64(n), int64(n/2)), s.Quorums, "majority of %d: %v quorums, want", n, s.Quorums)
		}
	}
	for _, d := range []int{10, 20, 100} {
		i := parsed(t, fmt.Sprintf("triangle:rows=%d", d))
		s := assert.Got(i.Shape(t.Context()))(t)
		// T(d) = d·T(d-1) + 1.
		before := assert.Got(parsed(t, fmt.Sprintf("triangle:rows=%d", d-1)).Shape(t.Context()))(t)
		want := new(big.Int).Mul(before.Quorums, bigOf(d))
		want.Add(want, bigOf(1))
		assert.SameNumber(t, s.Quorums, want, "triangle of %d rows: quorums", d)
	}
}

// checkIncidences checks n·responsibility = quorums·K, for systems where both are constant.
func checkIncidences(t *testing.T, n int, s Shape) {
	t.Helper()
	byNode := new(big.Int).Mul(bigOf(n), s.MinResponsibility)
	byQuorum := new(big.Int).Mul(bigOf(s.MinQuorum), s.Quorums)
	if byNode.Cmp(byQuorum) != 0 || s.MinResponsibility.Cmp(s.MaxResponsibility) != 0 || s.MinQuorum != s.MaxQuorum {
		t.Errorf("n = %d: %v incidences by node, %v by quorum", n, byNode, byQuorum)
	}
}

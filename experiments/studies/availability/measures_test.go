package availability

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func smallMeasures() measuresParameters {
	return measuresParameters{To: 9, Groups: []int{2, 3}, Listed: 500, Exact: 60, States: 1 << 15, Fewer: 1 << 15, Samples: 1000}
}

func defaultSpecs(t *testing.T, n int, groups ...int) (specs []string) {
	t.Helper()
	defaults := experiments.Defaults(n, groups...)
	for _, i := range defaults {
		specs = append(specs, i.Spec())
	}
	return specs
}

// cartelsOf lists the quorums of a spec.
func cartelsOf(t *testing.T, spec string) []quorum.Family {
	t.Helper()
	i := assert.Got(construct.Parse(t.Context(), spec))(t)
	built := assert.Got(i.Build(t.Context(), 0))(t)
	if s, ok := built.(*quorum.System); ok {
		return []quorum.Family{s.Family()}
	}
	var list []quorum.Family
	for c := range built.(*quorum.GroupSystem).Groups() {
		list = append(list, built.(*quorum.GroupSystem).Cartel(c))
	}
	return list
}

// naiveFigures finds resilience and degree of a family on at most 9 nodes by trying all sets of
// nodes and of quorums.
func naiveFigures(f quorum.Family) (resilience, degree int) {
	var masks []int
	for _, q := range f.All() {
		m := 0
		for _, v := range q {
			m |= 1 << v
		}
		masks = append(masks, m)
	}
	resilience = f.N()
	for set := range 1 << f.N() {
		if !slices.ContainsFunc(masks, func(m int) bool { return m&set == 0 }) {
			resilience = min(resilience, bits.OnesCount(uint(set))-1)
		}
	}
	var pack func(from, used int) int
	pack = func(from, used int) int {
		best := 0
		for k := from; k < len(masks); k++ {
			if masks[k]&used == 0 {
				best = max(best, 1+pack(k+1, used|masks[k]))
			}
		}
		return best
	}
	return resilience, pack(0, 0)
}

// TestMeasuresAgainstAllSets: the figures of every small system agree with a count over all sets of
// nodes.
func TestMeasuresAgainstAllSets(t *testing.T) {
	p := smallMeasures()
	nondominatedSeen := map[quorum.Truth]int{}
	for n := 1; n <= 9; n++ {
		for _, spec := range defaultSpecs(t, n, p.Groups...) {
			s := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, spec))(t)
			families := cartelsOf(t, spec)
			measured := s.Cartels
			if s.M == 0 {
				measured = []measuredFamily{s.Own}
			}
			assert.MustEqual(t, len(measured), len(families), "%s: families measured", spec)
			totals := new(big.Int)
			leastResilience, leastDegree, failed := n, n, make([]float64, len(crashProbabilities()))
			for c, f := range families {
				m, live := measured[c], naiveLive(f)
				for _, x := range live {
					totals.Add(totals, x)
				}
				resilience, degree := naiveFigures(f)
				leastResilience, leastDegree = min(leastResilience, resilience), min(leastDegree, degree)
				if m.Resilience != resilience || s.M > 0 && m.Degree != degree {
					t.Errorf("%s, cartel %d: resilience %d, degree %d, want %d, %d", spec, c+1, m.Resilience, m.Degree, resilience, degree)
				}
				for k, x := range crashProbabilities() {
					want := 1 - experiments.FloatRat(naiveAvailability(live, x))
					failed[k] += want / float64(len(families))
					if got := m.Failures[k]; got.By != byExact || math.Abs(got.Value-want) > 1e-12 {
						t.Errorf("%s, cartel %d, p = %v: %+v, want %v", spec, c+1, x, got, want)
					}
				}
				if m.Load == nil || m.Quorums.Int64() != int64(f.Len()) {
					t.Errorf("%s, cartel %d: %+v", spec, c+1, m)
				}
			}
			for k, want := range failed {
				if got := s.Own.Failures[k]; got.By != byExact || math.Abs(got.Value-want) > 1e-12 {
					t.Errorf("%s: %+v, want the mean %v", spec, got, want)
				}
			}
			if s.Own.Resilience != leastResilience || s.M > 0 && s.Own.Degree != leastDegree {
				t.Errorf("%s: resilience %d, degree %d, want %d, %d", spec, s.Own.Resilience, s.Own.Degree, leastResilience, leastDegree)
			}
			// A coterie is nondominated iff half of all sets are live, and a pair of cartels iff
			// their live sets together number as many as all sets.
			if s.M <= 2 {
				want := quorum.Fails
				if totals.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(n-1+min(s.M, 2)/2))) == 0 {
					want = quorum.Holds
				}
				assert.Equal(t, s.Nondominated, want, "%s: nondominated", spec)
				nondominatedSeen[want]++
			}
		}
	}
	assert.Equal(t, len(nondominatedSeen), 2, "answers seen: %v", nondominatedSeen)
}

// TestEstimatedFailures: if live sets are not counted, intervals contain the true value, and are
// marked.
func TestEstimatedFailures(t *testing.T) {
	p := smallMeasures()
	p.States, p.Fewer, p.Exact, p.Samples = 4, 4, 8, 200_000
	for _, spec := range []string{"fpp:order=3", "billiard:q=5", "grid:n=10"} {
		f := cartelsOf(t, spec)[0]
		s := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, spec))(t)
		m := s.Own
		live := naiveLive(f)
		marks := map[string]int{}
		for k, x := range crashProbabilities() {
			want, got := 1-experiments.FloatRat(naiveAvailability(live, x)), m.Failures[k]
			marks[got.By]++
			if got.By == byExact || got.Low > want+1e-12 || got.High < want-1e-12 {
				t.Errorf("%s, p = %v: %+v, want %v", spec, x, got, want)
			}
			if got.By == byEstimate && (got.Value < got.Low || got.Value > got.High) || got.By == byBounds && got.Value != 0 {
				t.Errorf("%s, p = %v: %+v", spec, x, got)
			}
		}
		if marks[byEstimate] == 0 || marks[byBounds] == 0 {
			t.Errorf("%s: %v", spec, marks)
		}
	}
}

// TestMeasuresOfLongLists: a system that is not listed is measured by its formula, or the row says
// why it is not measured.
func TestMeasuresOfLongLists(t *testing.T) {
	p := smallMeasures()
	s := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, "majority:n=60"))(t)
	if s.Own.Load.Cmp(bounds.FractionOf(31, 60)) != 0 || s.Own.Resilience != 29 || s.Nondominated != quorum.Fails || s.Own.Failures[0].By != byExact {
		t.Errorf("%+v", s)
	}
	s = assert.Got(measureSystem(t.Context(), experiments.Env{}, p, "paths:d=4"))(t)
	want := "not computed: more than 500 quorums, and no closed form"
	if s.Own.Load != nil || s.Own.LoadBy != want || s.Own.ResilienceBy != want || s.Own.FailuresBy != want || s.DominationBy != want || s.Own.Resilience != -1 {
		t.Errorf("%+v", s)
	}
}

func TestMeasuresSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	p := smallMeasures()
	p.To = 13
	folder := studytest.Small(t, declareMeasures, p, nil)
	studytest.WantRows(t, folder, "measures.csv",
		`7,fpp,,,fpp:order=2,7,3,3,3,3,3/7,0.428571,0.428571,7/3,2,6.99998e-09,6.99792e-06,0.0068104,0.151967,exact,true,,`,
		`13,majority,,,majority:n=13,1716,7,7,924,924,7/13,0.538462,0.307692,13/7,6,1.70701e-18,1.62789e-11,9.92855e-05,0.0623752,exact,true,,read-once votes,`,
	)
	studytest.WantRows(t, folder, "failures.csv", "13,majority,,,majority:n=13,1/10,exact,9.92855e-05,,,9.92855e-05", `9,net,2,1,"net:side=3,m=2",1/10,exact,0.0199025,,,`)
}

// TestMeasuresLimits: no load and no failure probability is below the limits in the tables.
func TestMeasuresLimits(t *testing.T) {
	p := smallMeasures()
	var systems []measuredSystem
	for n := 2; n <= 13; n++ {
		for _, spec := range defaultSpecs(t, n, 2) {
			s := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, spec))(t)
			systems = append(systems, s)
		}
	}
	checked := 0
	limit := func(l measuredLine, what string, value, floor float64) {
		checked++
		if value < floor*(1-1e-5) {
			t.Errorf("%s: %s %v, floor %v", l.Spec, what, value, floor)
		}
	}
	for _, l := range experiments.Flat(systems, measuredSystem.lines) {
		if !l.whole() {
			continue
		}
		if l.loaded() {
			limit(l, "load", l.Load.Float64(), l.loadFloor())
		}
		for _, f := range l.failures() {
			if f.By != byBounds {
				limit(l, "failure probability", f.Value, f.floor())
			}
		}
	}
	if checked < 100 {
		t.Errorf("%d rows checked", checked)
	}
}

// TestReadWriteGridForms: the closed form of the read-write grid, beside its list.
func TestReadWriteGridForms(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		for columns := 1; columns <= 3; columns++ {
			spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", rows, columns)
			p := smallMeasures()
			listed := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, spec))(t)
			p.Listed = 0
			closed := assert.Got(measureSystem(t.Context(), experiments.Env{}, p, spec))(t)
			if listed.Nondominated != closed.Nondominated || closed.DominationBy != byReadWriteGrid {
				t.Errorf("%s: nondominated %v by %s, want %v", spec, closed.Nondominated, closed.DominationBy, listed.Nondominated)
			}
			got, want := append(closed.Cartels, closed.Own), append(listed.Cartels, listed.Own)
			for c, w := range want {
				g := got[c]
				if g.Quorums.Cmp(w.Quorums) != 0 || g.MinQuorum != w.MinQuorum || g.MaxQuorum != w.MaxQuorum || g.Load.Cmp(*w.Load) != 0 ||
					g.Resilience != w.Resilience || g.Degree != w.Degree || g.MinResp.Cmp(w.MinResp) != 0 || g.MaxResp.Cmp(w.MaxResp) != 0 {
					t.Errorf("%s, cartel %d: %+v, want %+v", spec, c+1, g, w)
				}
				for k, f := range w.Failures {
					if math.Abs(g.Failures[k].Value-f.Value) > 1e-12 {
						t.Errorf("%s, cartel %d: failures %+v, want %+v", spec, c+1, g.Failures, w.Failures)
					}
				}
			}
		}
	}
}

package construct

import (
	"errors"
	"strings"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// fornLimit is the range of n in which every family is asked for its default system.
const fornLimit = 300

// judgeLimit bounds the quorums of the systems whose properties the test of ForN judges.
const judgeLimit = 2_000

func groupsOf(f Family) []int {
	if f.Groups() || f.Holders() {
		return []int{2, 3, 4, 5}
	}
	return []int{0}
}

// TestForN asks every family for every n: it has a system, of exactly n nodes, or a reason with
// the nearest n below and above for which it has one. The figures of its systems are compared with
// the listed quorums, and the defining properties judged.
func TestForN(t *testing.T) { // TestSlowForN goes on to fornLimit
	assert.Long(t, "it asks every family for every n")
	familiesForN(t, 0, 60)
}

// familiesForN compares the systems with above+1 to most nodes.
func familiesForN(t *testing.T, above, most int) {
	for _, f := range Families() {
		compared := 0
		for _, m := range groupsOf(f) {
			errs := make([]*NoSystemError, fornLimit+1) // nil where there is a system
			for n := 1; n <= fornLimit; n++ {
				i, err := f.ForN(n, m)
				if err != nil {
					if !errors.As(err, &errs[n]) || i != nil {
						t.Fatalf("%s, n = %d, m = %d: %v, %T %v", f.Name, n, m, i, err, err)
					}
					continue
				}
				if i.N() != n || f.Groups() && i.Groups() != m || !f.Groups() && i.Groups() != 1 || i.Family().Name != f.Name {
					t.Errorf("%s, n = %d, m = %d: %s with %d nodes and %d groups", f.Name, n, m, i, i.N(), i.Groups())
				}
				if n <= above || n > most {
					continue
				}
				s := compareShape(t, i)
				if s == nil {
					continue
				}
				compared++
				assert.Equal(t, s.N(), n, "%s: built with: nodes", i)
				if count, _ := i.plan.quorums(t.Context()); count == nil || count.Cmp(bigOf(judgeLimit)) > 0 {
					continue
				}
				report := quorum.Check(t.Context(), s, quorum.Options{})
				for _, p := range s.Kind().Defining() {
					if v, _ := report.Judged(p); v.Holds != quorum.Holds {
						t.Errorf("%s: %s %v: %s", i, p, v.Holds, v.Reason)
					}
				}
			}
			checkNeighbours(t, f, m, errs)
		}
		if compared == 0 && f.forN != nil && above == 0 {
			t.Errorf("%s: no system compared", f.Name)
		}
	}
}

// checkNeighbours checks Below and Above of every error against the n that have none.
func checkNeighbours(t *testing.T, f Family, m int, errs []*NoSystemError) {
	t.Helper()
	for n := 1; n < len(errs); n++ {
		e := errs[n]
		if e == nil {
			continue
		}
		if e.Family != f.Name || e.N != n || e.M+e.K != m || e.Why == "" {
			t.Errorf("%s, n = %d, m = %d: %+v", f.Name, n, m, *e)
		}
		below, above := n-1, n+1
		for below > 0 && errs[below] != nil {
			below--
		}
		for above < len(errs) && errs[above] != nil {
			above++
		}
		assert.Equal(t, e.Below, below, "%s, n = %d, m = %d: nearest below", f.Name, n, m)
		if above < len(errs) && e.Above != above || above == len(errs) && e.Above != 0 && e.Above < above {
			t.Errorf("%s, n = %d, m = %d: nearest above %d, want %d", f.Name, n, m, e.Above, above)
		}
		for _, near := range []int{e.Below, e.Above} {
			if near == 0 {
				continue
			}
			if _, err := f.ForN(near, m); err != nil {
				t.Errorf("%s, n = %d, m = %d: for the nearest, %d: %v", f.Name, n, m, near, err)
			}
		}
	}
}

// TestForNExists compares the n that a family exists for with its definition.
func TestForNExists(t *testing.T) {
	planes, billiards, triangles, paths := map[int]bool{3: true}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	for k := 1; k <= fornLimit; k++ {
		if _, _, ok := gf.PrimePower(k); ok {
			planes[k*k+k+1] = true
		}
		if k >= 3 && k%2 == 1 {
			billiards[(k*k-1)/2] = true
		}
		triangles[k*(k+1)/2] = true
		paths[2*k*k+2*k+1] = true
	}
	every, wheels, trees := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for n := 1; n <= fornLimit; n++ {
		every[n] = true
		wheels[n] = n >= 3
		trees[n] = n == 1 || n%2 == 1 && trees[n/2]
	}
	for name, exists := range map[string]map[int]bool{
		"fpp": planes, "cyclic": planes, "billiard": billiards, "triangle": triangles,
		"triangle-lattice": triangles, "paths": paths, "wheel": wheels, "tree": trees,
		"grid": every, "majority": every, "singleton": every,
	} {
		f, ok := Lookup(name)
		assert.MustTrue(t, ok, "no family %s", name)
		for n := 1; n <= fornLimit; n++ {
			if _, err := f.ForN(n, 0); (err == nil) != exists[n] {
				t.Errorf("%s, n = %d: %v", name, n, err)
			}
		}
	}
}

func TestForNRefuses(t *testing.T) {
	for _, f := range Families() {
		for _, n := range []int{0, -1, quorum.MaxNodes + 1} {
			var e *ParamError
			if i, err := f.ForN(n, 2); i != nil || !errors.As(err, &e) || e.Key != "n" {
				t.Errorf("%s, n = %d: %v, %v", f.Name, n, i, err)
			}
		}
		// Beyond the range of a family the answer is still a system or a reason.
		for _, n := range []int{quorum.MaxNodes, quorum.MaxNodes - 1, 1 << 20} {
			i, err := f.ForN(n, 2)
			var e *NoSystemError
			if err == nil && i.N() != n || err != nil && !errors.As(err, &e) {
				t.Errorf("%s, n = %d: %v, %T %v", f.Name, n, i, err, err)
			}
		}
		if f.Groups() || f.Holders() {
			key := map[bool]string{true: "k", false: "m"}[f.Holders()]
			for _, m := range []int{-1, 0, 1} {
				assert.Equal(t, assert.Refusal[*ParamError](f.ForN(16, m))(t).Key, key, "%s, %s = %d", f.Name, key, m)
			}
		}
	}
}

// TestForNReasonsAreTrue judges every reason that denies a form to n, with the parameter 0
// included unless the reason says otherwise: 1 = 0² + 0 + 1.
func TestForNReasonsAreTrue(t *testing.T) {
	forms := map[string]func(int) int{
		"n is not q²+q+1 for a whole q":    func(q int) int { return q*q + q + 1 },
		"n is not d(d+1)/2 for a whole d":  func(d int) int { return d * (d + 1) / 2 },
		"n is not 2d²+2d+1 for a whole d":  func(d int) int { return 2*d*d + 2*d + 1 },
		"n is no square":                   func(s int) int { return s * s },
		"n is not k²·m(m-1)/2 = 3·k² for ": func(k int) int { return 3 * k * k },
	}
	judged := map[string]int{}
	for _, f := range Families() {
		for n := 1; n <= 120; n++ {
			_, err := f.ForN(n, 3)
			var e *NoSystemError
			if !errors.As(err, &e) {
				continue
			}
			for says, form := range forms {
				if !strings.HasPrefix(e.Why, says) {
					continue
				}
				judged[says]++
				for x := range 121 {
					if x == 0 && strings.HasSuffix(e.Why, " >= 1") {
						continue
					}
					if form(x) == n {
						t.Errorf("%s: %v, but %d has the form for %d", f.Name, err, n, x)
					}
				}
			}
			if (f.Name == "fpp" || f.Name == "cyclic") && n == 1 && !strings.Contains(e.Why, "q >= 1") {
				t.Errorf("%s: %v", f.Name, err)
			}
		}
	}
	assert.Equal(t, len(judged), len(forms), "reasons seen: %v", judged)
}

package construct

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

func rectangularOf(t *testing.T, sides []int, processes int) *quorum.GroupSystem {
	t.Helper()
	return assert.Got(quorum.As[*quorum.GroupSystem](RectangularSurficial(sides, processes)))(t)
}

// TestRectangularOfEqualSides: equal sides give the surficial system, node by node and quorum by
// quorum.
func TestRectangularOfEqualSides(t *testing.T) {
	for m := 2; m <= 6; m++ {
		for k := 1; k <= 4; k++ {
			g := rectangularOf(t, slices.Repeat([]int{k}, m), 0)
			want := surficialOf(t, k, m)
			for c := range m {
				if !g.Cartel(c).Equal(want.Cartel(c)) {
					t.Errorf("k = %d, m = %d: cartel %d differs", k, m, c+1)
				}
			}
		}
	}
}

// TestRectangularProperties compares every system of small sides with its definition: each node is
// in one quorum of each of two cartels, and every two quorums of different cartels share exactly
// one node, and each node is shared by one such pair.
func TestRectangularProperties(t *testing.T) {
	seen := 0
	var visit func(sides []int)
	visit = func(sides []int) {
		if len(sides) >= 2 {
			seen++
			judgeRectangular(t, sides)
		}
		if len(sides) == 4 {
			return
		}
		for k := 1; k <= 4-len(sides)/2; k++ {
			visit(append(slices.Clone(sides), k))
		}
	}
	visit(nil)
	assert.Equal(t, seen, 16+48+144, "systems judged")
}

func judgeRectangular(t *testing.T, sides []int) {
	t.Helper()
	g := rectangularOf(t, sides, 0)
	spec := "rectangular-surficial:" + "sides=" + listSetting("", sides).value
	assert.Equal(t, g.Name(), spec, "%v: its name", sides)
	compareShape(t, parsed(t, spec))
	n, total := 0, 0
	for _, k := range sides {
		n += k * total
		total += k
	}
	if g.N() != n || g.Groups() != len(sides) {
		t.Fatalf("%v: %d nodes and %d cartels", sides, g.N(), g.Groups())
	}
	shared := map[int]bool{}
	for i, k := range sides {
		c := g.Cartel(i)
		if degree := mostDisjoint(c); c.Len() != k || degree != k {
			t.Errorf("%v: cartel %d has %d quorums, degree %d", sides, i+1, c.Len(), degree)
		}
		for a, q := range c.All() {
			assert.Equal(t, len(q), total-k, "%v: a quorum of cartel %d has: nodes", sides, i+1)
			for j := range i {
				for b := range sides[j] {
					common := c.Set(a).Intersect(g.Cartel(j).Set(b)).Nodes()
					if len(common) != 1 || shared[common[0]] {
						t.Fatalf("%v: quorums %d of cartel %d and %d of cartel %d share %v", sides, a, i, b, j, common)
					}
					shared[common[0]] = true
				}
			}
		}
	}
	assert.Equal(t, len(shared), n, "%v: nodes shared", sides)
}

// TestSeveralNodesPerProcess compares the images with their definition, and their figures with the
// list.
func TestSeveralNodesPerProcess(t *testing.T) {
	minimised := 0
	for _, sides := range [][]int{{2, 3}, {2, 3, 4}, {3, 3, 3}, {1, 2, 3}, {2, 2, 2, 2}, {1, 1, 1, 1}, {3, 4, 5}} {
		whole := rectangularOf(t, sides, 0)
		for processes := 1; processes < whole.N(); processes++ {
			spec := fmt.Sprintf("rectangular-surficial:sides=%s,processes=%d", listSetting("", sides).value, processes)
			g := compareShape(t, parsed(t, spec)).(*quorum.GroupSystem)
			if g.N() != processes || !slices.EqualFunc(cartelsOf(g), cartelsOf(rectangularOf(t, sides, processes)), quorum.Family.Equal) {
				t.Errorf("%s: %d nodes, or the function differs", spec, g.N())
			}
			compareDegree(t, spec)
			for c := range sides {
				var images [][]int
				for _, q := range whole.Cartel(c).All() {
					on := map[int]bool{}
					for _, v := range q {
						on[int(v)%processes] = true
					}
					var image []int
					for p := range processes {
						if on[p] {
							image = append(image, p)
						}
					}
					images = append(images, image)
				}
				f := assert.Got(quorum.NewFamily(processes, images))(t)
				if !f.Minimized().Equal(g.Cartel(c)) {
					t.Errorf("%s: cartel %d differs from the images", spec, c+1)
				}
				if g.Cartel(c).Len() < f.Len() {
					minimised++
				}
			}
			for _, v := range quorum.Check(t.Context(), g, quorum.Options{}).Properties[:2] {
				assert.Equal(t, v.Holds, quorum.Holds, "%s: %s: %s", spec, v.Property, v.Reason)
			}
		}
	}
	if minimised == 0 {
		t.Error("no image was dropped")
	}
	assert.Equal(t, parsed(t, "rectangular-surficial:processes=26,sides=2-3-4").Spec(), "rectangular-surficial:sides=2-3-4", "a process for each node")
}

func TestRectangularRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"rectangular-surficial:sides=3":                                       "rectangular-surficial: sides=3: want 2..65536 sides, one for each cartel, such as 2-3-4",
		"rectangular-surficial:sides=3-0":                                     "rectangular-surficial: sides=3-0: want sides of at least 1",
		"rectangular-surficial:sides=3-a":                                     "rectangular-surficial: sides=3-a: want whole numbers joined by -, such as 0-1-3",
		"rectangular-surficial:sides=4096-4097":                               "rectangular-surficial: sides=4096-4097: want sides k_i with Σ k_i·k_j, the number of nodes, in 1..16777216",
		"rectangular-surficial:sides=9223372036854775807-9223372036854775807": "rectangular-surficial: sides=9223372036854775807-9223372036854775807: want sides k_i with Σ k_i·k_j, the number of nodes, in 1..16777216",
		"rectangular-surficial:sides=2-3,processes=0":                         "rectangular-surficial: processes=0: want 1..6",
		"rectangular-surficial:sides=2-3,processes=7":                         "rectangular-surficial: processes=7: want 1..6",
		"rectangular-surficial:sides=60000-200,processes=5000":                "rectangular-surficial: sides=60000-200: want a side of at most 26214 in the place of 60000, beside processes",
	} {
		i, err := Parse(t.Context(), spec)
		if i != nil || err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	assert.Refused(quorum.As[*quorum.GroupSystem](RectangularSurficial(nil, 0)))(t, "2..65536 sides")
	assert.Refused(quorum.As[*quorum.GroupSystem](RectangularSurficial([]int{2, 3}, -1)))(t, "", "-1 processes")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, spec := range []string{"rectangular-surficial:sides=2-3", "rectangular-surficial:sides=2-3,processes=4"} {
		if s, err := parsed(t, spec).Build(ctx, 0); s != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%v, %v", s, err)
		}
	}
}

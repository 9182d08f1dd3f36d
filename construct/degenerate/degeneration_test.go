package degenerate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/planes"
	"coterie/quorum"
)

// printedSet is the set of one site as a paper prints it.
type printedSet struct {
	Site quorum.Node   `json:"site"`
	Set  []quorum.Node `json:"set"`
}

// systemOf makes a system of printed sets, one for each of n sites.
func systemOf(t *testing.T, n int, printed []printedSet) *quorum.System {
	t.Helper()
	sites, sets := make([]int, n), make([][]int, 0, n)
	for i, p := range printed {
		set := make([]int, len(p.Set))
		for j, v := range p.Set {
			set[j] = int(v)
		}
		sets = append(sets, set)
		sites[p.Site] = i
	}
	f := assert.Got(quorum.NewFamily(n, sets))(t)
	return assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{Sites: sites}))(t)
}

func readPaper(t *testing.T, name string, dst any) {
	t.Helper()
	data := assert.Got(os.ReadFile(filepath.Join("..", "..", "experiments", "papers", name)))(t)
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.DisallowUnknownFields()
	assert.OK(t, decoder.Decode(dst), "%s", name)
}

// figure1 returns the parts of Maekawa's Figure 1 by their letters.
func figure1(t *testing.T) map[string]*quorum.System {
	t.Helper()
	var paper struct {
		Source  string `json:"source"`
		Figures []struct {
			Part string       `json:"part"`
			K    int          `json:"k"`
			N    int          `json:"n"`
			Sets []printedSet `json:"sets"`
		} `json:"figures"`
	}
	readPaper(t, "maekawa-figure-1.json", &paper)
	parts := map[string]*quorum.System{}
	for _, f := range paper.Figures {
		parts[f.Part] = systemOf(t, f.N, f.Sets)
		if least, greatest := parts[f.Part].Family().Sizes(); least != f.K || greatest != f.K || f.N != f.K*(f.K-1)+1 {
			t.Errorf("part %s: %d sets of %d..%d nodes, K = %d", f.Part, f.N, least, greatest, f.K)
		}
	}
	return parts
}

func TestMaekawaFigure1(t *testing.T) {
	parts := figure1(t)
	assert.MustEqual(t, len(parts), 4, "parts")
	for part, s := range parts {
		for _, v := range quorum.Check(t.Context(), s, quorum.Options{}).Properties {
			assert.Equal(t, v.Holds, quorum.Holds, "part %s: %s: %s", part, v.Property, v.Reason)
		}
	}
}

func TestMaekawaN5(t *testing.T) {
	var paper struct {
		Source   string `json:"source"`
		Part     string `json:"figure_1_part"`
		N        int    `json:"n"`
		Replaced []struct {
			Node quorum.Node `json:"node"`
			By   quorum.Node `json:"by"`
		} `json:"replaced"`
		Removed []quorum.Node `json:"removed_sites"`
		Sets    []printedSet  `json:"sets"`
	}
	readPaper(t, "maekawa-n5.json", &paper)
	by := map[int]int{}
	for _, r := range paper.Replaced {
		by[int(r.Node)] = int(r.By)
	}
	for _, site := range paper.Removed {
		if _, ok := by[int(site)]; !ok {
			t.Errorf("site %v is removed and not replaced", site)
		}
	}
	got := assert.Got(ReplaceNodes(t.Context(), "", figure1(t)[paper.Part], by))(t)
	want := systemOf(t, paper.N, paper.Sets)
	if !got.Family().Equal(want.SiteFamily()) || !slices.Equal(got.Sites(), []int{0, 1, 2, 3, 4}) {
		t.Errorf("%v, the paper has %v", got.Family(), want.SiteFamily())
	}
}

// shifted replaces the last nodes as Maekawa does for N = 5: n+1, ..., v by n-(v-n)+1, ..., n.
func shifted(v, n int) map[int]int {
	by := map[int]int{}
	for x := n; x < v; x++ {
		by[x] = x - (v - n)
	}
	return by
}

// TestMaekawaTableII finds the printed message counts with Maekawa's own replacement of the last
// nodes of Figure 1: 3·Σ(|S_i|-1)/N.
func TestMaekawaTableII(t *testing.T) {
	var paper struct {
		Rows []struct {
			N        int
			Proposed string
		}
	}
	data := assert.Got(os.ReadFile(filepath.Join("..", "..", "experiments", "papers", "maekawa-table-2.json")))(t)
	assert.OK(t, json.Unmarshal(data, &paper))
	assert.MustEqual(t, len(paper.Rows), 4, "rows")
	for _, row := range paper.Rows {
		for _, s := range figure1(t) {
			if q, _ := bounds.OrderOfPoints(s.N()); q != Order(row.N) {
				continue
			}
			small := assert.Got(ReplaceNodes(t.Context(), "", s, shifted(s.N(), row.N)))(t)
			messages := 3 * float64(small.Family().Incidences()-row.N) / float64(row.N)
			assert.Equal(t, fmt.Sprintf("%.1f", messages), row.Proposed, "N = %d: messages", row.N)
		}
	}
}

// spreadOf returns the greatest less the least responsibility of the listed sets.
func spreadOf(s *quorum.System) int {
	r := s.Family().Responsibilities()
	return slices.Max(r) - slices.Min(r)
}

// checkDegeneration checks a degeneration against the plane, and returns its system.
func checkDegeneration(t *testing.T, d *Degeneration, n int) *quorum.System {
	t.Helper()
	plane := assert.Got(planes.NewProjective(t.Context(), d.Order()))(t)
	if q := d.Order(); d.N() != n || d.Points() != plane.Points() || d.Points() < n || q > 1 && bounds.PlanePoints(bounds.PlaneOrderAtMost(q-1)) >= n {
		t.Fatalf("n = %d: order %d, %d nodes of %d points", n, q, d.N(), d.Points())
	}
	of := make([]int, n)
	for p := range d.Points() {
		of[d.Node(p)]++
	}
	lines := map[int]bool{}
	for i := range n {
		if d.Node(d.Point(i)) != i || i > 0 && d.Point(i) <= d.Point(i-1) {
			t.Fatalf("n = %d: node %d is point %d, which becomes %d", n, i, d.Point(i), d.Node(d.Point(i)))
		}
		if of[i] > 2 {
			t.Errorf("n = %d: node %d replaces %d points", n, i, of[i]-1)
		}
		if lines[d.Line(i)] || !plane.Incident(d.Point(i), d.Line(i)) {
			t.Errorf("n = %d: line %d of site %d is taken, or not through point %d", n, d.Line(i), i, d.Point(i))
		}
		lines[d.Line(i)] = true
	}
	by := d.Replaced()
	assert.Equal(t, len(by), d.Points()-n, "n = %d: points replaced", n)
	s := assert.Got(d.System(t.Context(), "name"))(t)
	total := n * (d.Order() + 1)
	for x, y := range by {
		assert.Equal(t, d.Point(d.Node(x)), y, "n = %d: point %d is replaced by, and becomes node %d", n, x, d.Node(x))
		if lines[plane.LineThrough(x, y)] {
			total--
		}
	}
	if s.Family().Incidences() != total || s.Name() != "name" {
		t.Errorf("n = %d: %s, sizes add up to %d, want %d", n, s.Name(), s.Family().Incidences(), total)
	}
	for i := range n {
		var want []int
		for _, p := range plane.Line(d.Line(i)) {
			want = append(want, d.Node(int(p)))
		}
		if !s.Family().Set(i).Equal(quorum.SetOf(want...)) {
			t.Errorf("n = %d: S_%d = %v, want %v from 0", n, i+1, s.Family().Set(i), want)
		}
	}
	report := quorum.Check(t.Context(), s, quorum.Options{})
	for _, p := range []quorum.Property{quorum.Intersection, quorum.Inclusion} {
		if v, _ := report.Judged(p); v.Holds != quorum.Holds {
			t.Errorf("n = %d: %s: %s", n, p, v.Reason)
		}
	}
	return s
}

// TestDegenerations compares the search with where it starts, for every n: never more spread, and
// with the same spread never more squares unless it has fewer nested sets.
func TestDegenerations(t *testing.T) {
	limit := assert.Sized(24, 200)
	better := 0
	for n := 2; n <= limit; n++ {
		literal := assert.Got(Literal(t.Context(), n))(t)
		found := assert.Got(Search(t.Context(), n, 1))(t)
		before, after := checkDegeneration(t, literal, n), checkDegeneration(t, found, n)
		for x, y := range literal.Replaced() {
			if x < n || y != x-(literal.Points()-n) {
				t.Errorf("n = %d: the literal choice replaces point %d by %d", n, x, y)
			}
		}
		if spreadOf(after) > spreadOf(before) {
			t.Errorf("n = %d: spread %d, literally %d", n, spreadOf(after), spreadOf(before))
		}
		if spreadOf(after) < spreadOf(before) {
			better++
		}
		nested := nestedSets(after.Family())
		if spreadOf(after) == spreadOf(before) && nested == nestedSets(before.Family()) && squaresOf(after) > squaresOf(before) {
			t.Errorf("n = %d: squares %d, literally %d", n, squaresOf(after), squaresOf(before))
		}
		assert.Equal(t, (nested > 0), (n == 2), "n = %d: %d pairs of sets are nested", n, nested)
		if v, minimal := quorum.JudgeMinimality(t.Context(), after.Family(), quorum.Options{}), n > 2; (v.Holds == quorum.Holds) != minimal {
			t.Errorf("n = %d: %s", n, v.Reason)
		}
	}
	if better < limit/2 {
		t.Errorf("the search improved on Maekawa's choice for %d of %d n only", better, limit)
	}
}

func squaresOf(s *quorum.System) int {
	sum := 0
	for _, r := range s.Family().Responsibilities() {
		sum += r * r
	}
	return sum
}

// nestedSets counts, one by one, the pairs of sets where one contains or equals the other.
func nestedSets(f quorum.Family) int64 {
	var pairs int64
	for i := range f.Len() {
		for j := range i {
			if f.Set(i).SubsetOf(f.Set(j)) || f.Set(j).SubsetOf(f.Set(i)) {
				pairs++
			}
		}
	}
	return pairs
}

// TestMaekawaClaimOnResponsibilities checks, wherever K = L has no plane, that not every node is in
// L of the sets, for Maekawa's own choice and for the choice of the search, and the numbers of the
// proof.
func TestMaekawaClaimOnResponsibilities(t *testing.T) {
	limit := assert.Sized(11, 16)
	cases := 0
	for l := 4; l <= limit; l++ {
		if bounds.PlaneOrder(l - 1).Exists() {
			continue
		}
		cases++
		n := l*(l-1) + 1
		literal := assert.Got(Literal(t.Context(), n))(t)
		found := assert.Got(Search(t.Context(), n, 1))(t)
		m := found.Order() + 1
		if m >= 2*l || n*(m-l) <= found.Points()-n || found.Points()-n != (m-l)*(m+l-1) {
			t.Errorf("L = %d: M = %d, %d points removed", l, m, found.Points()-n)
		}
		for _, d := range []*Degeneration{literal, found} {
			s := checkDegeneration(t, d, n)
			if s.Family().Incidences() <= n*l {
				t.Errorf("L = %d: the sizes add up to %d, at most %d", l, s.Family().Incidences(), n*l)
			}
			if r := s.Family().Responsibilities(); slices.Max(r) <= l {
				t.Errorf("L = %d: no node is in more than L sets", l)
			}
		}
	}
	if cases < 2 {
		t.Errorf("%d cases", cases)
	}
}

func TestSearchDegenerationStops(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	if d, err := Search(ctx, 100, 1); d != nil || !errors.Is(err, cause) {
		t.Errorf("%v, %v", d, err)
	}
	for calls := range 4 {
		late := looks.Before(t.Context(), calls)
		if d, err := Search(late, 134, 1); d != nil || !errors.Is(err, looks.Err) {
			t.Errorf("after %d looks: %v, %v", calls, d, err)
		}
	}
	// Nobody asks as often as that.
	if _, err := Search(looks.Before(t.Context(), math.MaxInt), 134, 1); err != nil {
		t.Error(err)
	}
}

func TestRefuses(t *testing.T) {
	for _, n := range []int{1, 0, -3, MaxNodes + 1} {
		if _, err := Search(t.Context(), n, 1); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("a degenerate plane of %d nodes;", n)) {
			t.Errorf("n = %d: %v", n, err)
		}
		if _, err := Literal(t.Context(), n); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("a degenerate plane of %d nodes;", n)) {
			t.Errorf("n = %d: %v", n, err)
		}
	}
}

// Node returns the node that a point becomes. It panics if there is no such point.
func (d *Degeneration) Node(point int) int { return int(d.node[point]) }

// Point returns the point that was kept as a node. It panics if there is no such node.
func (d *Degeneration) Point(node int) int { return int(d.point[node]) }

// Line returns the line that becomes S_(site+1), a line through Point(site). It panics if there is
// no such site.
func (d *Degeneration) Line(site int) int { return int(d.line[site]) }

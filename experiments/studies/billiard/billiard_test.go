package billiard

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/papers"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/picture/draw"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

func TestBilliardFiguresSmall(t *testing.T) {
	folder := studytest.Small(t, declareFigures, figureParameters{Unit: 10, Above: [2]int{2, 6}, Below: [2]int{7, 3}, Denoms: 6, Ordinary: 7, Sides: 11}, nil)
	if lines := studytest.Lines(t, folder, "figure-3-paths.csv"); len(lines) != 1+5+5 || lines[2] != "s,2,2,2,true" || lines[8] != "s',3,3,4,true" {
		t.Errorf("paths of Figure 3: %q", lines)
	}
	for file, want := range map[string]int{
		"figure-4.csv": 81, "figure-5.csv": 18, "figure-7.csv": 4 + 12 + 24 + 2, "continuous.csv": 6, "ordinary-grid.csv": 5, "figure-6.csv": 5,
	} {
		lines := studytest.Lines(t, folder, file)
		assert.Equal(t, len(lines), want+1, "%s: %d rows, want %d", file, len(lines)-1, want)
		for _, line := range lines[1:] {
			if strings.HasSuffix(line, ",false") && strings.HasPrefix(file, "figure-") {
				t.Errorf("%s: %s", file, line)
			}
		}
	}
}

// TestBilliardScenes: the pictures agree with the paper.
func TestBilliardScenes(t *testing.T) {
	printed, text := assert.Got2(readPaper(experiments.Env{Papers: papers.Files()}))(t)
	lines := squareLines(figureParameters{Unit: 10, Above: [2]int{2, 6}, Below: [2]int{7, 3}})
	s, other := draw.At(0.2, 0.6), draw.At(0.7, 0.3)
	if p := sceneOne(10, lines[:2]).Panels[0]; p.Points[0].At != s || !slices.Equal(p.Paths[0].Points, []draw.XY{draw.At(0, 0.6), draw.At(1, 0.6)}) ||
		!slices.Equal(p.Paths[1].Points, []draw.XY{draw.At(0.2, 0), draw.At(0.2, 1)}) || p.Caption != "s = (1/5, 3/5)" {
		t.Errorf("Figure 1: %+v", p)
	}
	two := sceneTwo(10, lines[2:])
	for i, want := range [][]draw.XY{
		[]draw.XY{draw.At(0, 0.4), draw.At(0.6, 1), draw.At(1, 0.6)},
		[]draw.XY{draw.At(0.4, 0), draw.At(1, 0.6), draw.At(0.6, 1)},
		[]draw.XY{draw.At(0, 0.4), s, draw.At(0.6, 0.2), draw.At(1, 0.6)},
		[]draw.XY{draw.At(0.4, 0), other, draw.At(0.3, 0.7), draw.At(0.6, 1)},
	} {
		if got := two.Panels[i]; !slices.Equal(got.Paths[0].Points, want) || got.Points[0].At != []draw.XY{s, other}[i%2] {
			t.Errorf("Figure 2, panel %d: %v", i+1, got)
		}
	}
	three := sceneThree(text.Figure3, figureThreePairs(text.Figure3)[0])
	seen := map[[2]int]bool{}
	for _, c := range three.Panels[2].Cells {
		if at := [2]int{c.Row, c.Column}; seen[at] {
			t.Errorf("Figure 3 (c): both paths are in %v", at)
		} else {
			seen[at] = true
		}
	}
	for i, path := range three.Panels[2].Paths {
		for k, c := range three.Panels[i].Cells {
			assert.Equal(t, path.Points[k], draw.CellCentre(text.Figure3, text.Figure3, c.Row, c.Column), "Figure 3 (c): place of path %d in its cell", i+1)
		}
	}
	if len(seen) != 2*text.Figure3 || three.Panels[2].Rows != text.Figure3 {
		t.Errorf("Figure 3 (c): %d cells of a grid of side %d", len(seen), three.Panels[2].Rows)
	}
	for _, c := range sceneFour(9, printed.grid()).Panels[0].Cells {
		if number := printed.Figure4[c.Row][c.Column]; (number == 0) != (c.Look == draw.LeftOut) || number > 0 && c.Label != strconv.Itoa(number) {
			t.Errorf("Figure 4: cell (%d,%d) is %q, printed %d", c.Row+1, c.Column+1, c.Label, number)
		}
	}
	for i, panel := range sceneFive(9, printed.grid(), printed.paths(text)).Panels {
		var members []int
		for k, v := range printed.Text[i].Path {
			row, column := construct.BilliardCell(panel.Rows, int(v))
			assert.Equal(t, panel.Paths[0].Points[k], draw.CellCentre(panel.Rows, panel.Columns, row, column), "Figure 5, panel %d: the path at site %v", i+1, v)
		}
		for _, c := range panel.Cells {
			if c.Look != draw.Plain && c.Look != draw.LeftOut {
				v := assert.Got(strconv.Atoi(c.Label))(t)
				members = append(members, v-1)
			}
			assert.Equal(t, (c.Look == draw.Chosen), (c.Label == printed.Text[i].Site.String()), "Figure 5, panel %d: %q is chosen", i+1, c.Label)
		}
		if got := quorum.SetOf(members...); !got.Equal(printed.Text[i].Quorum) || len(panel.Paths[0].Points) != panel.Rows {
			t.Errorf("Figure 5, panel %d: %v, printed %v", i+1, got, printed.Text[i].Quorum)
		}
	}
}

// TestReadPaper: the pieces of another quorum than the one beside them are refused.
func TestReadPaper(t *testing.T) {
	files := fstest.MapFS{}
	for _, name := range []string{"billiard-figure-7.json", "billiard-text.json"} {
		data := assert.Got(os.ReadFile("../../papers/" + name))(t)
		files[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(data), `"site": 34, "pieces"`, `"site": 33, "pieces"`, 1))}
	}
	if _, _, err := readPaper(experiments.Env{Papers: files}); err == nil || !strings.Contains(err.Error(), "S_33") {
		t.Error(err)
	}
}

func TestBilliardPropertiesSmall(t *testing.T) {
	folder := studytest.Small(t, declareProperties, propertyParameters{Sides: 11, Extend: 5, Grids: 5, Orders: 5, Ryser: 60}, nil)
	studytest.WantRows(t, folder, "row-and-column.csv", "5,12,25,25,0,0,0,4,300,56,48,11,11,true", "3,4,9,9,1,8,10,8,36,6,8,5,5,")
	studytest.WantRows(t, folder, "responsibility-by-ring.csv", `7,0,12,3,5,7,"(1,2)","(1,6)"`, `7,2,4,11,11,11,"(3,4)","(3,4)"`)
}

// TestBilliardRingsJudge: the judges of responsibilities refuse false rows.
func TestBilliardRingsJudge(t *testing.T) {
	row := assert.Got(judgeSystem(t.Context(), 9))(t)
	if ok, witness := row.nearerIsFewer(); ok || witness != "q = 9: cell (1,8) at distance 0 is in 9 quorums, cell (2,3) at distance 1 in 7" {
		t.Errorf("%v, %s", ok, witness)
	}
	if ok, _ := row.ringsGrow(); !ok {
		t.Error("least, mean and greatest grow")
	}
	row.Rings[1].Sum = row.Rings[0].Sum / 2
	if ok, _ := row.ringsGrow(); ok {
		t.Error("a mean that falls is not seen")
	}
	responsibilities := make([]int, row.N)
	judgeRings(&row, responsibilities)
	assert.Equal(t, row.Responsibility.Count, row.N, "wrong responsibilities seen")
	if broken, where := asymmetric(4); !broken || where == "" {
		t.Error("every other cell of a 4 × 4 grid is not symmetric")
	}
}

// TestMaximalIndependent compares with all subsets of random graphs.
func TestMaximalIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := 1 + random.IntN(9)
		g := sets.NewMatrix(n, n)
		density := random.Float64()
		for b := range n {
			for a := range b {
				if random.Float64() < density {
					g.Row(a).Add(b)
					g.Row(b).Add(a)
				}
			}
		}
		var want []string
		for set := range 1 << n {
			independent, maximal := true, true
			var list []int
			for v := range n {
				free := true
				for w := range n {
					free = free && (set>>w&1 == 0 || w == v || !g.Row(v).Has(w))
				}
				if set>>v&1 == 1 {
					independent = independent && free
					list = append(list, v)
				} else {
					maximal = maximal && !free
				}
			}
			if independent && maximal {
				want = append(want, quorum.SetOf(list...).String())
			}
		}
		var got []string
		for _, family := range maximalIndependent(g, n) {
			got = append(got, quorum.SetOf(slices.Collect(family.All())...).String())
		}
		slices.Sort(got)
		slices.Sort(want)
		assert.MustSlice(t, got, want, "%d vertices", n)
	}
}

// TestCrossFamilies compares the families themselves, for q = 5 and 7, with the theorem.
func TestCrossFamilies(t *testing.T) {
	for _, q := range []int{5, 7} {
		for _, family := range maximalIndependent(conflictsOf(crossesOf(q)), q*q) {
			var size [2][2]int
			rows, columns := [2]map[int]bool{{}, {}}, [2]map[int]bool{{}, {}}
			for c := range family.All() {
				i, j := c/q+1, c%q+1
				size[i%2][j%2]++
				if i%2 == j%2 {
					rows[i%2][i], columns[i%2][j] = true, true
				}
			}
			half := (q - 1) / 2
			if size[0][0] != half || size[1][1] != half+1 || size[0][1]*size[1][0] != 0 || size[0][1]+size[1][0] != half*(half+1) ||
				min(len(rows[0]), len(columns[0])) != 1 || min(len(rows[1]), len(columns[1])) != 1 {
				t.Fatalf("q = %d: %v", q, slices.Collect(family.All()))
			}
		}
	}
}

// TestExtendedBilliard compares domination with the definition on all subsets of nodes, for q = 3
// and 5: a coterie is nondominated iff, for every set, the set or its complement contains a quorum.
func TestExtendedBilliard(t *testing.T) {
	for q, want := range map[int]int{3: 8, 5: 0} {
		row := assert.Got(judgeExtended(t.Context(), q))(t)
		if row.Nondominated != want || row.BilliardWitness == "" {
			t.Errorf("q = %d: %d nondominated, want %d; %q", q, row.Nondominated, want, row.BilliardWitness)
		}
		system := assert.Got(quorum.As[*quorum.System](construct.Billiard(q)))(t)
		crosses, got := crossesOf(q), 0
		for _, family := range maximalIndependent(conflictsOf(crosses), q*q) {
			var masks []uint
			mask := func(s quorum.Set) (m uint) {
				for v := range s.All() {
					m |= 1 << v
				}
				return m
			}
			for i := range system.Family().Len() {
				masks = append(masks, mask(system.Family().Set(i)))
			}
			for c := range family.All() {
				masks = append(masks, mask(crosses[c]))
			}
			contains := func(set uint) bool {
				return slices.ContainsFunc(masks, func(m uint) bool { return m&set == m })
			}
			nondominated, all := true, uint(1)<<system.N()-1
			for set := range all + 1 {
				nondominated = nondominated && contains(set) != contains(all&^set)
			}
			got += oneIf(nondominated)
		}
		assert.Equal(t, got, want, "q = %d: nondominated by definition", q)
	}
}

// TestSegmentsMeet compares orientations with a count of common lattice points, which is exact for
// segments of slopes ±1 and 0 with even coordinates.
func TestSegmentsMeet(t *testing.T) {
	points := func(a, b [2]int) map[[2]int]bool {
		length := max(magnitude(b[0]-a[0]), magnitude(b[1]-a[1]))
		list := map[[2]int]bool{a: true}
		for k := 1; k <= length; k++ {
			list[[2]int{a[0] + k*(b[0]-a[0])/length, a[1] + k*(b[1]-a[1])/length}] = true
		}
		return list
	}
	random := rand.New(rand.NewPCG(3, 4))
	segment := func() (a, b [2]int) {
		a = [2]int{2 * random.IntN(8), 2 * random.IntN(8)}
		step, length := [][2]int{{1, 1}, {1, -1}, {1, 0}, {0, 1}}[random.IntN(4)], 2*random.IntN(6)
		return a, [2]int{a[0] + step[0]*length, a[1] + step[1]*length}
	}
	meeting := 0
	for range 3000 {
		a, b := segment()
		c, d := segment()
		want, on := false, points(a, b)
		for p := range points(c, d) {
			want = want || on[p]
		}
		assert.MustEqual(t, segmentsMeet(a, b, c, d), want, "%v %v and %v %v", a, b, c, d)
		meeting += oneIf(want)
	}
	if meeting == 0 || meeting == 3000 {
		t.Errorf("%d of 3000 meet", meeting)
	}
}

// TestContinuousJudges: the judges of paths refuse false rows.
func TestContinuousJudges(t *testing.T) {
	s := [2]int{1, 2}
	broken := polyline(BrokenPath(4, 1, 2))
	if !broken.peakAt(s, 1) || broken.peakAt(s, 0) || broken.peakAt([2]int{2, 1}, 1) || broken.peakAt([2]int{3, 3}, 1) {
		t.Error("the path peaks at (1,2) and nowhere else")
	}
	if polyline(Path(4, 1, 2)).peakAt(s, 1) {
		t.Error("a billiard path goes straight on")
	}
	if !broken.advances(4) || broken.advances(3) {
		t.Error("the path is 4 units of √2/4 long")
	}
	if (polyline{{0, 0}, {1, 2}}).advances(1) || (polyline{{0, 0}, {1, 2}}).advances(2) {
		t.Error("slope 2")
	}
	if twoSegments(4, s, broken) || twoSegments(4, s, polyline{{0, 1}, {2, 3}, {3, 2}}) {
		t.Error("neither is a billiard path")
	}
	if broken.same(polyline(BrokenPath(4, 2, 1))) || !broken.same(broken) {
		t.Error("the mirror image is another path")
	}
	assert.True(t, rotationLeaves(8, [2]int{1, 2}, Path(8, 1, 2)), "the rotated path of (1/8,1/4) leaves the square")
}

// TestBilliardWalk: broken walks have q different cells, all inside, on every grid; the other
// readings do not.
func TestBilliardWalk(t *testing.T) {
	for q := 2; q <= 9; q++ {
		for c := range q * q {
			cell := gridCell{c / q, c % q}
			walk := brokenWalk(q, cell, interchanged)
			inside := map[gridCell]bool{}
			for _, w := range walk {
				if min(w.Row, w.Column) >= 0 && max(w.Row, w.Column) < q {
					inside[w] = true
				}
			}
			if len(walk) != q || len(inside) != q || !inside[cell] || turns(walk) > 2 {
				t.Fatalf("q = %d, cell %v: %s", q, cell, cellsText(walk))
			}
		}
	}
	assert.Equal(t, cellsText(brokenWalk(9, gridCell{2, 3}, rotated)), "(6,1) (5,2) (4,3) (3,4) (4,5) (5,6) (6,5) (7,4) (8,3)", "rotated")
	assert.Equal(t, cellsText(brokenWalk(9, gridCell{2, 3}, mirrored)), "(6,1) (5,2) (4,3) (3,4) (4,5) (5,6) (4,7) (3,8) (2,9)", "mirrored")
	a, b := brokenWalk(5, gridCell{1, 1}, interchanged), brokenWalk(5, gridCell{2, 3}, interchanged)
	if got := cellsText(crossings(a, b)); got != "(3,3)" || len(crossings(a, a)) != 0 {
		t.Errorf("crossings %s of two paths, %v of a path with itself", got, crossings(a, a))
	}
	if _, ok := sitesOf(5, []gridCell{{0, 0}}); ok {
		t.Error("(1,1) has no site")
	}
	if _, ok := sitesOf(5, []gridCell{{-1, 0}}); ok {
		t.Error("(0,1) has no site")
	}
}

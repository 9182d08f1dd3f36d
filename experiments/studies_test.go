package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/table"
	"coterie/quorum"
)

// declareSmall runs a study with parameters of the test's own and returns its files.
func declareSmall[P any](t *testing.T, declare func(*Output, P), p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	return runSmall(t, func(_ context.Context, _ Env, p P, out *Output) error {
		declare(out, p)
		return out.Err()
	}, p, verify)
}

// runSmall is declareSmall for a study that returns its errors by itself.
func runSmall[P any](t *testing.T, run func(context.Context, Env, P, *Output) error, p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	study := NewStudy(Spec[P]{Name: "small", Title: "small", Doc: "small", Default: p, Run: run, Verify: verify})
	folder := t.TempDir()
	_, err := Run(t.Context(), Options{
		Studies: []Study{study}, Results: folder, Papers: os.DirFS("../testdata/papers"), Version: "test", Jobs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "small")
}

func readSmall(t *testing.T, folder, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// verdicts reads the verdict of each claim.
func verdicts(t *testing.T, folder string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, claimsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tab, err := table.ReadCSV(f, heads(claimColumns())...)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for i := range tab.Len() {
		out[tab.At(i, "id").String()] = tab.At(i, "verdict").String()
	}
	return out
}

func wantVerdicts(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	got := verdicts(t, folder)
	for id, verdict := range want {
		if got[id] != verdict {
			t.Errorf("claim %s: %q, want %q", id, got[id], verdict)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d claims, want %d", len(got), len(want))
	}
}

func TestCompareSmall(t *testing.T) {
	folder := runSmall(t, runCompare, comparison{From: 3, To: 43, Groups: []int{2, 3}, Listed: 1000}, nil)
	lines := readSmall(t, folder, "compare.csv")
	for _, want := range []string{
		"7,fpp,,fpp:order=2,,3,3,1.13389,3,3,3,7,,6,10,9,18,closed form,true,true,true,true,true,true",
		"12,billiard,,billiard:q=5,,5,5,1.44338,4,3,7,12,,12,20,15,30,closed form,true,true,true,true,false,true",
		"12,surficial,3,surficial:n=12,m=3,",
		"9,affine,2,",
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(strings.ReplaceAll(l, `"`, ""), want) }) {
			t.Errorf("no row %s", want)
		}
	}
	rows := 0
	for _, f := range construct.Families() {
		switch {
		case !f.HasDefault():
		case f.Groups():
			rows += 2
		default:
			rows++
		}
	}
	if want := 41*rows + 1; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	wantVerdicts(t, folder, map[string]string{
		"maekawa-planes": "holds on", "maekawa-optimal-k": "proved", "maekawa-grid-size": "holds on", "maekawa-grid-degenerate": "holds on",
		"maekawa-method-1-responsibility": "fails",
		"agrawal-proposition-1":           "proved", "agrawal-responsibility": "holds under", "agrawal-smaller-than-grid": "holds under",
		"agrawal-triangle-size": "holds under",
	})
}

// TestCompareMessages: a site outside its quorum has no count in Maekawa's way.
func TestCompareMessages(t *testing.T) {
	f, _ := construct.Lookup("singleton")
	row, err := compareOne(t.Context(), comparison{Listed: 10}, f, 5, 0)
	if err != nil {
		t.Fatal(err)
	}
	cells := row.messageCells()
	if !cells[0].IsEmpty() || !cells[1].IsEmpty() || cells[2] != table.Int(3) || cells[3] != table.Int(6) {
		t.Errorf("%v", cells)
	}
}

// TestCompareBound: Maekawa's bound stands beside site assignments with i ∈ S_i and beside nothing else, so that
// no row seems to beat it.
func TestCompareBound(t *testing.T) {
	for _, c := range []struct {
		family string
		n, m   int
		want   table.Cell
	}{
		{"grid", 12, 0, table.Int(4)}, {"billiard", 12, 0, table.Int(4)}, {"degenerate-fpp", 12, 0, table.Int(4)}, {"fpp", 13, 0, table.Int(4)},
		{"singleton", 12, 0, table.Empty()}, {"majority", 12, 0, table.Empty()}, {"surficial", 12, 3, table.Empty()}, {"net", 9, 2, table.Empty()},
	} {
		f, ok := construct.Lookup(c.family)
		if !ok {
			t.Fatalf("no family %s", c.family)
		}
		row, err := compareOne(t.Context(), comparison{Listed: 10_000}, f, c.n, c.m)
		if err != nil {
			t.Fatal(err)
		}
		if got := row.boundCell(); got != c.want {
			t.Errorf("%s, n = %d: bound %q, want %q", c.family, c.n, got, c.want)
		}
	}
}

func TestGroupDegreeSmall(t *testing.T) {
	folder := declareSmall(t, declareGroupDegree, degreeParameters{To: 60, Groups: []int{2, 3, 4}}, nil)
	lines := readSmall(t, folder, "group-degree.csv")
	for _, want := range []string{
		"36,3,6,3,6,,,,,6,3",   // a net of side 6 reaches √36 where no affine plane does
		"54,4,7,3,5,3,2,,,,",   // surficial: Lemma 3.3 with equality
		"25,4,5,2,3,,,5,4,5,4", // affine plane and net agree
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no row %s", want)
		}
	}
	wantVerdicts(t, folder, map[string]string{
		"joung-lemma-3-2": "proved", "joung-lemma-3-3": "proved", "joung-surficial-maximal": "holds on",
		"joung-lemma-3-2-tight": "holds on", "joung-optimal-needs-prime-power": "fails",
	})
}

func TestSurficialSmall(t *testing.T) {
	folder := runSmall(t, runSurficial, surficialParameters{Nodes: 60}, nil)
	wantPictures(t, folder, "staircase-m3", "staircase-m4")
	lines := readSmall(t, folder, "surficial-properties.csv")
	if !slices.Contains(lines, `4,2,2,true,true,true,true,true,true`) {
		t.Errorf("no row for n = 4, m = 2 in\n%s", strings.Join(lines[:6], "\n"))
	}
	wantVerdicts(t, folder, map[string]string{
		"joung-theorem-3-1": "proved", "joung-theorem-3-1-condition-1": "proved", "joung-theorem-3-1-condition-2": "proved",
		"joung-theorem-3-1-condition-3": "proved", "joung-theorem-3-1-condition-4": "proved",
	})
}

// TestSurficialJudges: the judges refuse what is not so.
func TestSurficialJudges(t *testing.T) {
	system, err := construct.Surficial(12, 3)
	if err != nil {
		t.Fatal(err)
	}
	set, err := construct.SurficialDominatingSet(12, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !meetOnce(system) || !showsDominated(system, set) {
		t.Error("the surficial system of 12 nodes meets once and is dominated by T")
	}
	if showsDominated(system, system.Cartel(0).Set(0)) {
		t.Error("a quorum of the first cartel shows nothing")
	}
	if showsDominated(system, set.Minus(quorum.SetOf(set.Nodes()[0]))) {
		t.Error("T less a node misses a quorum")
	}
	lifted, err := construct.Parse("lift:m=2,of=(majority:n=5)")
	if err != nil {
		t.Fatal(err)
	}
	built, err := lifted.Build(t.Context(), construct.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if meetOnce(built.(*quorum.GroupSystem)) {
		t.Error("majorities of 5 meet in up to three nodes")
	}
}

// TestMeasureDegree: a degree is counted only where all quorums of a cartel are disjoint and cartels cross.
func TestMeasureDegree(t *testing.T) {
	family := func(quorums ...[]int) quorum.Family {
		f, err := quorum.NewFamily(4, quorums)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	rows, columns := family([]int{0, 1}, []int{2, 3}), family([]int{0, 2}, []int{1, 3})
	for _, c := range []struct {
		cartels []quorum.Family
		want    string
	}{
		{[]quorum.Family{rows, columns}, ""},
		{[]quorum.Family{rows, family([]int{0, 2}, []int{0, 3})}, "cartel 2 has quorums that meet"},
		{[]quorum.Family{rows, rows}, "quorum 1 of cartel 1 {1,2} and quorum 2 of cartel 2 {3,4} are disjoint"},
	} {
		g, err := quorum.NewGroupSystem("", c.cartels, nil)
		if err != nil {
			t.Fatal(err)
		}
		degree, responsibility, err := measureDegree(t.Context(), g)
		if c.want == "" && (err != nil || degree != 2 || responsibility != 2) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("degree %d, responsibility %d, %v; want %q", degree, responsibility, err, c.want)
		}
	}
}

func TestMaekawaSetsSmall(t *testing.T) {
	study := maekawaSetsStudy()
	verify := func(ctx context.Context, _ maekawaParameters, name string, data []byte) error {
		return study.verify(ctx, false, name, data)
	}
	folder := runSmall(t, runMaekawaSets, maekawaParameters{Sizes: []int{2, 3}}, verify)
	wantVerdicts(t, folder, map[string]string{"maekawa-figure-1": "holds on", "maekawa-figure-1-planes": "holds on", "maekawa-method-1-five-nodes": "holds on"})
	if lines := readSmall(t, folder, "maekawa-sets.csv"); len(lines) != 1+3+7 {
		t.Errorf("%d lines", len(lines))
	}

	// Every kind of damage to the certificate is seen.
	data := strings.Join(readSmall(t, folder, "renaming-k3.json"), "\n")
	var good renaming
	if err := json.Unmarshal([]byte(data), &good); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(r *renaming){
		"swap":    func(r *renaming) { r.To[0], r.To[1] = r.To[1], r.To[0] },
		"repeat":  func(r *renaming) { r.To[0] = r.To[1] },
		"ours":    func(r *renaming) { r.Ours[0] = quorum.SetOf(0, 1, 3) },
		"printed": func(r *renaming) { r.Printed[6] = r.Printed[5] },
		"spec":    func(r *renaming) { r.Spec = "cyclic:order=2" },
		"short":   func(r *renaming) { r.To = r.To[1:] },
	} {
		var r renaming
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			t.Fatal(err)
		}
		damage(&r)
		if r.verify() == nil {
			// A swap may be an automorphism of the plane; then the certificate is good.
			if name == "swap" {
				t.Logf("the swap is an automorphism")
				continue
			}
			t.Errorf("damage %q is not seen", name)
		}
	}
	if err := good.verify(); err != nil {
		t.Error(err)
	}
}

// TestInterruptedStudies: no study stumbles over the empty lists that an interrupted stage leaves.
func TestInterruptedStudies(t *testing.T) {
	for _, s := range All() {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Run(ctx, Options{
			Studies: []Study{s}, Results: t.TempDir(), Papers: os.DirFS("../testdata/papers"), Version: "test", Jobs: 1, Progress: func(string, int, int) { cancel() },
		})
		var interrupted *InterruptedError
		if err != nil && !errors.As(err, &interrupted) && s.name != "claims" {
			t.Errorf("%s: %v", s.name, err)
		}
		cancel()
	}
}

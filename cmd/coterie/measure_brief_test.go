package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/internal/command"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/measure"
)

// briefSpecs returns small systems of every family and kind, each of which is measured at once.
func briefSpecs(t *testing.T) []string {
	specs := append(samples.Forms(),
		"expr:a*b + c*d", "expr:choose(2,a,b,c,d,e)", "gifford:votes=3-2-1-1,read=2,write=6", "gifford:votes=1-1-1-1-1,read=2,write=4",
		"hierarchical:outer=(read-write-grid:rows=2,columns=2),inner=(expr:a+b)",
		"majority:n=1001", "majority:n=20000", "paths:d=6", "triangle-lattice:rows=13", "read-write-grid:rows=30,columns=30")
	for _, f := range construct.Families() {
		for _, n := range []int{1, 2, 3, 4, 6, 7, 9, 12, 13, 15, 16, 21, 25} {
			for _, m := range []int{2, 3, 5} {
				i, err := f.ForN(n, m)
				if err == nil && (m == 2 || f.Groups() || f.Holders()) {
					specs = append(specs, i.Spec())
				}
			}
		}
	}
	long := strings.Repeat("a name that does not end ", 8)
	files := map[string]string{
		"stellar.json": fmt.Sprintf(`{"threshold":2,"validators":[%q,"b"],"innerQuorumSets":[{"threshold":2,"validators":["x","y","z"]}]}`, long),
		"apart.json":   fmt.Sprintf(`{"format":"coterie/1","kind":"quorum-system","name":%q,"n":4,"quorums":[[1,2],[3,4]],"names":[%q,"ノードの名前","x","y"]}`, long, long),
		"k.json":       `{"format":"coterie/1","kind":"k-coterie","k":2,"n":4,"quorums":[[1],[2],[3,4]]}`,
		"one.json":     `{"format":"coterie/1","kind":"group-quorum-system","n":2,"cartels":[[[1,2]]]}`,
		"crossed.json": `{"format":"coterie/1","kind":"group-quorum-system","name":"expr:a*b","n":2,"cartels":[[[1]],[[2]]]}`,
	}
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		assert.OK(t, os.WriteFile(path, []byte(text), 0o644))
		specs = append(specs, path)
	}
	slices.Sort(specs) // many n have the same small systems
	return slices.Compact(specs)
}

// TestBriefTextFits: no line of the text is wider than 80 columns, and every limit is described in
// words.
func TestBriefTextFits(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	t.Parallel()
	for _, spec := range briefSpecs(t) {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			status := run(t.Context(), []string{"measure", spec, "--quiet", "--states", "20000", "--samples", "1000", "--p", "0.0001,1/3,0.9"}, nil, &out, &errs)
			want := command.ExitDone
			if head, _, _ := strings.Cut(out.String(), "\n"); strings.Contains(head, ": no ") {
				want = command.ExitFails
			}
			exits(t, want)(status, errs.String())
			for line := range strings.Lines(out.String()) {
				if line = strings.TrimSuffix(line, "\n"); show.Width(line) > pageWidth {
					t.Errorf("%d columns: %s", show.Width(line), line)
				}
				if strings.Contains(line, "; by ") || strings.Contains(line, " by bounds") {
					t.Errorf("a limit without words: %s", line)
				}
			}
		})
	}
}

// TestBriefTextFitsTheTerminal: the text keeps to a narrower page as well, and says more on a wider
// one.
func TestBriefTextFitsTheTerminal(t *testing.T) {
	t.Parallel()
	known := assert.Got(construct.Build(t.Context(), "majority:n=5"))(t)
	r := assert.Got(measure.Measure(t.Context(), known, measure.Options{}))(t)
	for width, want := range map[int]string{
		40:  "3/5 = 0.6 at the\n                  busiest node\n",
		60:  "3/5 = 0.6, the least with quorums of 3\n",
		80:  "3/5 = 0.6 at the busiest node, the least with quorums of 3\n",
		120: "3/5 = 0.6 at the busiest node, the least with quorums of 3; for 5 nodes at least 0.512\n",
	} {
		var out bytes.Buffer
		assert.OK(t, report.Brief(t.Context(), &out, r, width))
		assert.Contains(t, out.String(), "  load            "+want, "%d columns", width)
		for line := range strings.Lines(out.String()) {
			if show.Width(strings.TrimSuffix(line, "\n")) > width {
				t.Errorf("more than %d columns: %s", width, line)
			}
		}
	}
}

// TestMeasureCSVHasDecimals: each fraction is followed by the same number with six digits, and a
// failure probability is not lost to rounding when the availability is near 1.
func TestMeasureCSVHasDecimals(t *testing.T) {
	t.Parallel()
	limit := regexp.MustCompile(`^[≥≤] (\S+) \((\S+), (?:slack (\S+)|(tight))\)$`)
	for _, spec := range []string{"fpp:order=3", "majority:n=101", "grid:n=16", "expr:a*b + c*d", "net:side=3,m=3", "wheel:n=6"} {
		var out, errs bytes.Buffer
		status := run(t.Context(), []string{"measure", spec, "--quiet", "--format", "csv", "--p", "1e-30,0.001,1/3"}, nil, &out, &errs)
		exits(t, command.ExitDone)(status, errs.String())
		rows := assert.Got(csv.NewReader(&out).ReadAll())(t)
		column := map[string]int{}
		for i, name := range rows[0] {
			column[name] = i
		}
		failures, compared := 0, 0
		for _, row := range rows[1:] {
			at := func(name string) string { return row[column[name]] }
			if at("figure") == "availability" {
				failures++
				if f, ok := new(big.Rat).SetString(at("failure")); !ok || f.Sign() <= 0 || f.Cmp(big.NewRat(1, 1)) >= 0 {
					t.Errorf("%s: at p = %s the failure probability is %q", spec, at("p"), at("failure"))
				}
			}
			if at("limits") == "" {
				continue
			}
			exact, decimals := strings.Split(at("limits"), "; "), strings.Split(at("limits_approx"), "; ")
			assert.MustEqual(t, len(exact), len(decimals), "%s", spec)
			for i := range exact {
				e, d := limit.FindStringSubmatch(exact[i]), limit.FindStringSubmatch(decimals[i])
				if strings.Contains(exact[i], "sqrt") {
					continue
				}
				if e == nil || d == nil || e[2] != d[2] || e[4] != d[4] || !near(e[1], d[1]) || !near(e[3], d[3]) {
					t.Errorf("%s: %q beside %q", spec, exact[i], decimals[i])
				}
				compared++
			}
			if first := limit.FindStringSubmatch(decimals[0]); first != nil && (at("limit") != first[2] || at("limit_approx") != first[1]) {
				t.Errorf("%s: the tightest limit is %s %s, and the first of %q", spec, at("limit"), at("limit_approx"), decimals)
			}
		}
		if failures == 0 || compared == 0 {
			t.Errorf("%s: %d failure probabilities, %d limits", spec, failures, compared)
		}
	}
}

// near reports whether a decimal of six digits equals the number after rounding.
func near(exact, decimal string) bool {
	if exact == "" || decimal == "" {
		return exact == decimal
	}
	e, ok := new(big.Rat).SetString(exact)
	d, okToo := new(big.Rat).SetString(decimal)
	if !ok || !okToo {
		return false
	}
	off := new(big.Rat).Sub(e, d)
	return off.Abs(off).Cmp(new(big.Rat).Mul(new(big.Rat).Abs(e), big.NewRat(1, 100_000))) <= 0
}

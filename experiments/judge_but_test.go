package experiments

import (
	"fmt"
	"strings"
	"testing"
)

// Words that fail in trivial cases alone hold without them, as printed: nothing else gets a claim
// its trivial cases.
func TestButFor(t *testing.T) {
	for _, c := range []struct {
		name    string
		from    int              // trivial cases: below it, of 1..20
		holds   func(n int) bool // the words
		verdict Verdict
		trivial string
		flaw    bool
	}{
		{"fails for n = 1 alone", 2, func(n int) bool { return n > 1 }, HoldsUnder, "n < 2", false},
		{"holds", 2, func(int) bool { return true }, HoldsOn, "", false},
		{"fails elsewhere too", 2, func(n int) bool { return n > 1 && n != 7 }, Fails, "", false},
		{"too many to be trivial", 10, func(n int) bool { return n > 9 }, HoldsUnder, "n < 10", true},
		{"two are always few enough", 3, func(n int) bool { return n > 1 }, HoldsUnder, "n < 3", false},
	} {
		j := ButFor(fmt.Sprintf("n < %d", c.from), func(n int) bool { return n < c.from }, "for larger n", Every("all"), Every("the larger"),
			Numbers(1, 20), func(n int) (bool, string) { return c.holds(n), fmt.Sprint("n = ", n) })
		if j.verdict != c.verdict || j.trivial != c.trivial || j.flaw != "" != c.flaw {
			t.Errorf("%s: %+v", c.name, j)
		}
		if j = j.Proved("degree"); c.verdict == HoldsUnder && !c.flaw && (j.verdict != HoldsUnder || !strings.HasSuffix(j.doc, "degree.md")) {
			t.Errorf("%s, proved: %+v", c.name, j)
		}
	}
}

// A claim carries its trivial cases to the gathered claims, to the picture and to the page; a study
// without such a claim has no column for them.
func TestTrivialCasesOfClaims(t *testing.T) {
	study := NewStudy(Spec[struct{}]{Name: "small", Title: "Small", Doc: "Small cases.", Declare: func(out *Output, _ struct{}) {
		large := func(n int) (bool, string) { return n > 1, fmt.Sprint("n = ", n) }
		out.Claim("small-one", "Nobody 1900", "Lemma 1", "Numbers are large.",
			ButFor("n = 1", func(n int) bool { return n == 1 }, "for n > 1", Every("n in 1..9"), Every("n in 2..9"), Numbers(1, 9), large))
		out.Claim("small-two", "Nobody 1900", "Lemma 2", "Numbers are large.",
			HoldsUnderReading("for n > 1", ForAll("n in 1..9", Numbers(1, 9), large), ForAll("n in 2..9", Numbers(2, 9), large)))
	}})
	opts := Options{Results: t.TempDir(), Studies: []Study{study, newFake("alpha").study()}}
	opts.Studies = append(opts.Studies, ClaimsStudy(opts.Studies))
	mustRun(t, opts)
	mustCheck(t, opts)
	files := snapshot(t, opts.Results)
	for name, want := range map[string]string{
		"small/claims.csv":    "coterie experiment run small,n = 1\n",
		"claims/claims.csv":   "coterie experiment run small,n = 1\n",
		"claims/findings.csv": "1 hold only if they are read otherwise than printed, and 1 only without trivial cases",
		pageName:              "<dt>Holds but for</dt><dd>n = 1</dd>",
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s: no %q in\n%.2000s", name, want, files[name])
		}
	}
	if strings.Contains(files["alpha/claims.csv"], "trivial") {
		t.Errorf("alpha/claims.csv: %s", files["alpha/claims.csv"])
	}
}

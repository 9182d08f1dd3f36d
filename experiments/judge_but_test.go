package experiments

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// A statement that fails only in trivial cases holds without them, as printed. Only such a claim
// carries trivial cases.
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
	study := studyOf("small", "Small", "Small cases.", func(out *Output) {
		large := func(n int) (bool, string) { return n > 1, fmt.Sprint("n = ", n) }
		out.Claim("small-one", "Nobody 1900", "Lemma 1", "Numbers are large.",
			ButFor("n = 1", func(n int) bool { return n == 1 }, "for n > 1", Every("n in 1..9"), Every("n in 2..9"), Numbers(1, 9), large))
		out.Claim("small-two", "Nobody 1900", "Lemma 2", "Numbers are large.",
			HoldsUnderReading("for n > 1", ForAll("n in 1..9", Numbers(1, 9), large), ForAll("n in 2..9", Numbers(2, 9), large)))
	})
	opts := Options{Results: t.TempDir(), Studies: []Study{study, newFake("alpha").study()}}
	opts.Studies = append(opts.Studies, ClaimsStudy(opts.Studies))
	mustRun(t, opts)
	mustCheck(t, opts)
	files := snapshot(t, opts.Results)
	for name, want := range assert.Pairs(
		"small/claims.csv", "coterie experiment run small,n = 1\n",
		"claims/claims.csv", "coterie experiment run small,n = 1,\n",
		"claims/findings.csv", "1 hold only if they are read otherwise than printed, and 1 only without trivial cases",
		pageName, "<dt>Holds but for</dt><dd>n = 1</dd>",
	) {
		assert.Contains(t, files[name], want, "%s", name)
	}
	if strings.Contains(files["alpha/claims.csv"], "trivial") {
		t.Errorf("alpha/claims.csv: %s", files["alpha/claims.csv"])
	}
}

// An error is neither a counterexample nor a case that holds: it ends the study.
func TestErrorsAreNoVerdicts(t *testing.T) {
	lost := errors.New("out of reach")
	study := studyOf("lost", "Lost", "One claim.", func(out *Output) {
		out.Claim("a-claim", "Author 2000", "section 1", "So it is.", ForAll("n in 1..5", Numbers(1, 5), func(int) (bool, string) {
			Ensure(lost)
			return true, ""
		}))
	})
	_, err := Run(t.Context(), Options{Results: t.TempDir(), Studies: []Study{study}})
	assert.Is(t, err, lost)
}

// A sentence that is judged again, and a question of our own, are no further claims of a paper.
func TestClaimsAreCountedOnce(t *testing.T) {
	holds, fails := JudgeOnce(Every("one case"), true, "so it is"), JudgeOnce(Every("one case"), false, "so it is not")
	of := func(name string, declare func(out *Output)) Study {
		return studyOf(name, "One", "One case.", declare)
	}
	gathered := func(studies ...Study) (map[string]string, error) {
		opts := Options{Results: t.TempDir(), Studies: append(studies, ClaimsStudy(studies))}
		_, err := Run(t.Context(), opts)
		return snapshot(t, opts.Results), err
	}
	first := of("first", func(out *Output) {
		out.Claim("a-question", BeyondThePaper, "after section 1", "More than that holds.", fails)
		out.Claim("a-claim", "Author 2000", "section 1", "It holds.", holds)
	})
	files := assert.Got(gathered(first, of("second", func(out *Output) {
		out.ClaimAgain("a-claim", "a-claim-again", "Author 2000", "section 1", "It holds, by other means.", holds)
	})))(t)
	for name, want := range assert.Pairs(
		"claims/summary.csv", "Author 2000,1,0,1,0,0,1\nbeyond the paper,1,0,0,0,1,0\n",
		"claims/findings.csv", "Of 1 claim of 1 paper, 0 are proved and 1 hold on all that was tried. Of the others 0 fail,",
		"claims/claims.csv", "second,a-claim-again,",
		pageName, "<dt>Counted with</dt><dd><a href=\"#claim-a-claim\">a-claim</a></dd>",
	) {
		assert.Contains(t, files[name], want, "%s", name)
	}
	assert.Contains(t, files["claims/findings.csv"], "Beyond the papers, of 1 question of our own 1 have the answer no.", "findings")
	for name, again := range map[string]func(out *Output){
		"of nothing":       func(out *Output) { out.ClaimAgain("no-claim", "b", "Author 2000", "section 1", "It holds.", holds) },
		"of another paper": func(out *Output) { out.ClaimAgain("a-claim", "b", "Author 2001", "section 1", "It holds.", holds) },
		"of itself":        func(out *Output) { out.ClaimAgain("b", "b", "Author 2000", "section 1", "It holds.", holds) },
	} {
		assert.Refused(gathered(first, of("second", again)))(t, "", "judged again %s", name)
	}
}

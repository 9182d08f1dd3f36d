package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/table"
)

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 1; i <= n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// below returns the statement "c is less than limit".
func below(limit int) func(int) (bool, string) {
	return func(c int) (bool, string) { return c < limit, fmt.Sprint(c) }
}

func TestJudgements(t *testing.T) {
	every, sample := Every("1..10"), Sample("ten of them")
	holds, fails := Judge(every, upTo(10), below(11)), Judge(every, upTo(10), below(8))
	sampled := Judge(sample, upTo(10), below(11))
	found := JudgeExists(every, upTo(10), below(2))
	for _, c := range []struct {
		name           string
		j              Judgement
		verdict        Verdict
		tried, against int
		witness        string
		refused        string // part of the reason why no claim may carry it
	}{
		{"holds", holds, HoldsOn, 10, 0, "", ""},
		{"fails", fails, Fails, 10, 3, "8", ""},
		{"holds on a sample", sampled, HoldsOn, 10, 0, "", ""},
		{"fails on a sample", Judge(sample, upTo(10), below(8)), Fails, 10, 3, "8", ""},
		{"no cases", Judge(every, upTo(0), below(8)), HoldsOn, 0, 0, "", "no case was tried"},
		{"there is, without a range", JudgeExists(Range{}, upTo(3), below(2)), HoldsOn, 1, 0, "1", "no range"},
		{"no range", Judge(Range{}, upTo(1), below(8)), HoldsOn, 1, 0, "", "no range"},
		{"no witness", Judge(every, upTo(1), func(int) (bool, string) { return false, "" }), Fails, 1, 1, "", "without a witness"},
		{"there is", found, HoldsOn, 1, 0, "1", ""},
		{"there is later", JudgeExists(sample, upTo(10), func(c int) (bool, string) { return c == 7, fmt.Sprint(c) }), HoldsOn, 7, 0, "7", ""},
		{"there is none", JudgeExists(every, upTo(10), below(0)), Fails, 10, 0, "none found", ""},
		{"none in a sample", JudgeExists(sample, upTo(10), below(0)), Fails, 10, 0, "none found", "sample"},
		{"none among none", JudgeExists(every, upTo(0), below(0)), Fails, 0, 0, "none found", "no case was tried"},
		{"example without witness", JudgeExists(every, upTo(1), func(int) (bool, string) { return true, "" }), HoldsOn, 1, 0, "", "without a witness"},
		{"once", JudgeOnce(every, true, "printed 7, computed 7"), HoldsOn, 1, 0, "printed 7, computed 7", ""},
		{"once wrong", JudgeOnce(every, false, "printed 7, computed 8"), Fails, 1, 1, "printed 7, computed 8", ""},
		{"once without words", JudgeOnce(every, true, ""), HoldsOn, 1, 0, "", "compared"},
		{"proved", holds.Proved("degree"), Proved, 10, 0, "", ""},
		{"a proof of what fails", fails.Proved("degree"), Fails, 10, 3, "8", ""},
		{"a proof with a sample", sampled.Proved("degree"), HoldsOn, 10, 0, "", "exhaustive"},
		{"a proof nowhere", holds.Proved(""), HoldsOn, 10, 0, "", "theorem"},
		{"words hold", HoldsUnderReading("strictly", holds, fails), HoldsOn, 10, 0, "", ""},
		{"reading holds", HoldsUnderReading("strictly", fails, holds), HoldsUnder, 10, 3, "8", ""},
		{"neither holds", HoldsUnderReading("strictly", fails, Judge(every, upTo(10), below(5))), Fails, 10, 6, "5", ""},
		{"reading without words", HoldsUnderReading("", fails, holds), HoldsUnder, 10, 3, "8", "no reading"},
		{"reading untried", HoldsUnderReading("strictly", fails, Judge(every, upTo(0), below(1))), HoldsOn, 0, 0, "", "no case was tried"},
		{"words untried", HoldsUnderReading("strictly", Judge(every, upTo(0), below(1)), holds), HoldsOn, 0, 0, "", "no case was tried"},
		{"not judged", Judgement{}, 0, 0, 0, "", "not judged"},
	} {
		tried, against := c.j.Cases()
		if c.j.Verdict() != c.verdict || tried != c.tried || against != c.against || c.j.Witness() != c.witness {
			t.Errorf("%s: %v on %d with %d against, witness %q", c.name, c.j.Verdict(), tried, against, c.j.Witness())
		}
		if c.name == "neither holds" && c.j.Reading != "strictly" {
			t.Errorf("%s: the reading is %q", c.name, c.j.Reading)
		}
		claim := Claim{ID: "a-1", Source: "Nobody 1900", Section: "1", Statement: "It is so.", Judgement: c.j}
		err := newOutput(t.Context(), Env{}, newFake("alpha").study(), false).claim(claim)
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%s: refused: %v", c.name, err)
		case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
			t.Errorf("%s: error %v, want something on %q", c.name, err, c.refused)
		}
	}
	if !panics(func() { Every("") }) || !panics(func() { Sample("") }) {
		t.Error("a range without words was accepted")
	}
}

// TestExampleEndsTheTrial: a range says so if only the cases up to the first example were tried.
func TestExampleEndsTheTrial(t *testing.T) {
	found := JudgeExists(Every("1..10"), upTo(10), below(2))
	if found.over.exhaustive || found.over.text != "1..10, up to the first example" {
		t.Errorf("%+v", found.over)
	}
	if none := JudgeExists(Every("1..10"), upTo(10), below(0)); !none.over.exhaustive || none.over.text != "1..10" {
		t.Errorf("%+v", none.over)
	}
}

func TestClaimsGoPaperByPaper(t *testing.T) {
	papers := studyOf("papers", "Papers", "Claims of three.", func(out *Output) {
		for i, source := range []string{"B", "A", "B", "C", "A"} {
			out.Claim(fmt.Sprintf("c-%d", i), source, "1", "It is so.", ForAll("1..3", Numbers(1, 3), below(4)))
		}
	})
	opts := Options{Results: t.TempDir(), Studies: []Study{papers, ClaimsStudy([]Study{papers})}, Build: "build"}
	mustRun(t, opts)
	got := ""
	for _, line := range linesOf(t, filepath.Join(opts.Results, "claims", claimsFile))[1:] {
		cells := strings.Split(line, ",")
		got += " " + cells[2] + cells[1]
	}
	assert.Equal(t, got, " Bc-0 Bc-2 Ac-1 Ac-4 Cc-3")
	if lines := linesOf(t, filepath.Join(opts.Results, "claims", "summary.csv")); !slices.Equal(lines[1:], []string{"B,2,0,2,0,0,0", "A,2,0,2,0,0,0", "C,1,0,1,0,0,0"}) {
		t.Errorf("summary %q", lines)
	}
}

func TestClaimsAreChecked(t *testing.T) {
	good := Claim{ID: "a-1", Source: "Nobody 1900", Section: "1", Statement: "It is so.", Judgement: Judge(Every("1"), upTo(1), below(2))}
	out := newOutput(t.Context(), Env{}, newFake("alpha").study(), false)
	assert.OK(t, out.claim(good))
	for name, alter := range map[string]func(c *Claim){
		"twice":        func(c *Claim) {},
		"ID":           func(c *Claim) { c.ID = "Lemma 3" },
		"source":       func(c *Claim) { c.ID, c.Source = "b", "" },
		"section":      func(c *Claim) { c.ID, c.Section = "b", "" },
		"statement":    func(c *Claim) { c.ID, c.Statement = "b", "" },
		"no judgement": func(c *Claim) { c.ID, c.Judgement = "b", Judgement{} },
	} {
		c := good
		alter(&c)
		if err := out.claim(c); err == nil || !strings.HasPrefix(err.Error(), "claim "+c.ID+": ") {
			t.Errorf("%s: %v", name, err)
		}
		out.err = nil
	}
	if len(out.claims) != 1 || out.claims[0].Command != "coterie experiment run alpha" {
		t.Errorf("%d claims were taken", len(out.claims))
	}
	out.Claim("b", "Nobody 1900", "1", "two\nlines", good.Judgement)
	if out.finish() == nil {
		t.Error("a statement of two lines was taken")
	}
}

func TestClaimsOfTwoStudiesAreDistinct(t *testing.T) {
	a, b := newFake("alpha"), newFake("beta")
	b.oddClaims = true
	opts := options(t.TempDir(), a, b)
	twin := studyOf("twin", "Twin", "Repeats a claim.", func(out *Output) {
		out.Claim("alpha-positive", "S", "1", "s", JudgeOnce(Every("1"), true, "1"))
	})
	studies := []Study{a.study(), b.study(), twin}
	opts.Studies = append(studies, ClaimsStudy(studies))
	_, err := Run(t.Context(), opts)
	assert.Fails(t, err, "claim alpha-positive: judged by the studies alpha and twin")
}

func TestVerdictNames(t *testing.T) {
	for v, want := range map[Verdict]string{Proved: "proved", HoldsOn: "holds on", HoldsUnder: "holds under", Fails: "fails", 0: "Verdict(0)"} {
		assert.Equal(t, v.String(), want, "verdict %d is called %s", int(v), v)
	}
}

// Every proved claim in results/ names a theorem that exists.
func TestProvedClaimsNameTheirProof(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../results/*/claims.csv", "../results/*/full/claims.csv"} {
		found := assert.Got(filepath.Glob(pattern))(t)
		files = append(files, found...)
	}
	for _, file := range files {
		data := assert.Got(os.Open(file))(t)
		defer data.Close()
		claims, err := table.ReadCSV(data)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for i := range claims.Len() {
			doc := claims.At(i, "doc").String()
			if claims.At(i, "verdict").String() == Proved.String() {
				assert.Equal(t, claims.At(i, "exhaustive").String(), "true", "%s: %s is proved without an exhaustive run", file, claims.At(i, "id"))
			} else if doc == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join("..", doc)); err != nil || !strings.HasPrefix(doc, "docs/theorems/") {
				t.Errorf("%s: %s: no theorem %q", file, claims.At(i, "id"), doc)
			}
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func linesOf(t *testing.T, file string) []string {
	t.Helper()
	data := assert.Got(os.ReadFile(file))(t)
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

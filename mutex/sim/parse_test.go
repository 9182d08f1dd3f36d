package sim

import (
	"testing"

	"coterie/internal/check/assert"
)

func TestParseDistribution(t *testing.T) {
	for text, want := range map[string]Distribution{
		"2":               {Constant, 2, 0},
		"constant:0.5":    {Constant, 0.5, 0},
		" uniform:1, 3 ":  {Uniform, 1, 3},
		"exponential:1e2": {Exponential, 100, 0},
		"0":               {},
	} {
		got, err := ParseDistribution(text)
		if err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":               "is no number",
		"-1":             "from 0",
		"NaN":            "from 0",
		"1e7":            "from 0",
		"uniform:1":      "want 2, or",
		"uniform:3,1":    "the least time comes first",
		"constant:1,2":   "want 2, or",
		"normal:1,2":     "want 2, or",
		"exponential:x":  `"x" is no number`,
		"exponential:-1": "from 0",
	} {
		_, err := ParseDistribution(text)
		assert.Fails(t, err, want, "%s", text)
	}
}

func TestParseMatrix(t *testing.T) {
	got, err := ParseMatrix("# two places\n0 1.5\n\n2,0 # back\n")
	if err != nil || len(got) != 2 || got[0][1] != 1.5 || got[1][0] != 2 {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":               "no latencies",
		"0 1\n1\n":       "line 2: 1 numbers, where the first row has 2",
		"0 1\n1 x\n":     `line 2: "x" is no latency`,
		"0 -1\n1 0\n":    `line 1: "-1" is no latency`,
		"0 1 2\n1 0 2\n": "2 rows of 3 numbers",
	} {
		_, err := ParseMatrix(text)
		assert.Fails(t, err, want, "%q", text)
	}
}

// FuzzParse: a distribution that was read is printed in a form that is read as the same one, and
// every matrix that is read is square.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"1", "uniform:1,3", "exponential:0.25", "constant:1e3", "0 1\n1 0\n", "# a\n0,2\n2,0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := ParseDistribution(text); err == nil {
			assert.Equal(t, assert.Got(ParseDistribution(d.String()))(t), d, "%q", text)
		}
		rows, err := ParseMatrix(text)
		for _, row := range rows {
			if err != nil || len(row) != len(rows) {
				t.Errorf("%q: %v, %v", text, rows, err)
			}
		}
	})
}

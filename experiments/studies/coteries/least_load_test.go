package coteries

import (
	"encoding/json"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestLeastLoadSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	p := leastLoads{To: 8, Families: 6}
	folder := studytest.Small(t, declareLeastLoad, p, experiments.Decoded(verifyLeastLoad))
	lines := studytest.Lines(t, folder, "least-load.csv")
	studytest.WantRows(t, folder, "least-load.csv", "1,1,1,true,1,1,1,1,", "3,2/3,2/3,true,3/2,2/3,2,2/3,", "7,3/7,3/7,true,7/3,3/7,3,3/7,", "8,5/12,5/12,true,12/5,")
	for i, cited := range []string{"", "", "2/3", "3/5", "5/9", "1/2", "3/7", "5/12"} { // Mills's, from 3 on
		if line := lines[i+1]; !strings.HasSuffix(line, ","+cited) {
			t.Errorf("n = %d: not cited as %q: %s", i+1, cited, line)
		}
	}
}

// TestVerifyLeastLoad: a certificate with a flaw is refused.
func TestVerifyLeastLoad(t *testing.T) {
	p := leastLoads{To: 3}
	var good experiments.Systems[leastSystem]
	for n := 1; n <= p.To; n++ {
		row := assert.Got(leastAt(t.Context(), n))(t)
		good.Systems = append(good.Systems, row.Best)
	}
	text := assert.Got(json.Marshal(good))(t)
	verify := func(data []byte) error { return experiments.Decoded(verifyLeastLoad)(t.Context(), p, leastFile, data) }
	studytest.Respelt(t, verify, text, [][2]string{
		{`"load":"2/3"`, `"load":"1/2"`}, {`"1/3 1/3 1/3"`, `"1/3 1/3 1/2"`}, {`"1/3 1/3 1/3"`, `"1/3 2/3"`}, {`{1,2},{1,3},{2,3}`, `{1,2},{1,3},{2}`}, {`{1,2},{1,3},{2,3}`, `{1,2},{3},{2,3}`},
		{`"n":3`, `"n":4`}, {`"systems"`, `"system"`},
	}...)
}

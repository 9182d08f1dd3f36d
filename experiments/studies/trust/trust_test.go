package trust

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/measure/liars"
	"coterie/quorum"
)

func TestByzantineSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Small(t, declareByzantine, byzantine{16, 7, 1, 500}, experiments.Decoded(verifyLeast))
	studytest.WantRows(t, folder, "byzantine.csv",
		"7,threshold,threshold:n=7,b=1,5,3,2,5/7,5/7,0.714286,0.0256915,2,2,1,1,0,", "7,biplane,biplane:k=4,4,2,2,4/7,4/7,0.571429,0.0210988,1,1,0,,0,",
		"9,mgrid,mgrid:side=3,b=1,8,7,1,8/9,8/9,0.888889,0.225159,1,,1,,1,")
	studytest.WantRows(t, folder, "least-load.csv",
		"dissemination,1,4,3/4,3/4,true,3/4,", "dissemination,1,7,4/7,4/7,true,5/7,", "masking,1,6,7/9,7/9,true,5/6,", "opaque,1,7,4/5,4/5,true,6/7,")
}

// TestVerifyLeast: a certificate with a flaw is refused.
func TestVerifyLeast(t *testing.T) {
	p, good := byzantine{Listed: 100}, experiments.Systems[certified]{}
	for _, q := range []question{{"dissemination", 1, 5}, {"masking", 1, 5}} {
		r := assert.Got(leastAt(t.Context(), q))(t)
		good.Systems = append(good.Systems, certified{q, *r.Upper, r.Best})
	}
	text := assert.Got(json.Marshal(good))(t)
	verify := func(data []byte) error {
		return experiments.Decoded(verifyLeast)(t.Context(), p, leastFile, data)
	}
	studytest.Respelt(t, verify, text, [][2]string{
		{`"load":"5/7"`, `"load":"2/3"`}, {`"b":1`, `"b":2`}, {`"n":5`, `"n":4`}, {`"masking"`, `"of liars"`}, {"threshold:n=5,b=1", "threshold:n=6,b=1"}, {`"b":1`, `"c":1`},
	}...)
}

// TestClaims: each claim on rows sees a row with an error.
func TestClaims(t *testing.T) {
	good := system{N: 16, Family: "threshold", Smallest: 10, Load: bounds.FractionOf(10, 16), Bears: [3]int{3, 1, -1}, B: 1}
	for id, damage := range map[string]func(s *system){
		"malkhi-reiter-threshold":   func(s *system) { s.Smallest = 9 },
		"malkhi-reiter-grid":        func(s *system) { s.Family, s.Bears[1] = "byzantine-grid", 0 },
		"malkhi-reiter-wool-mgrid":  func(s *system) { s.Family, s.Bears[1] = "mgrid", 0 },
		"malkhi-reiter-wool-load":   func(s *system) { s.Bears[1] = 3 },
		"malkhi-reiter-opaque-load": func(s *system) { s.Bears[2], s.Load = 0, bounds.FractionOf(7, 16) },
		"ours-mgrid":                func(s *system) { s.Family, s.Bears[1] = "mgrid", 2 },
	} {
		bad := good
		damage(&bad)
		studytest.WantFails(t, id, func(out *experiments.Output) { claimByzantine(out, byzantine{}, []system{bad}, nil) })
	}
}

func TestFederatedSmall(t *testing.T) {
	folder := studytest.Small(t, declareFederated, networks{[]string{"ledger", "seven", "tiers", "split"}}, nil)
	studytest.WantRows(t, folder, "federated.csv", "ledger,4,2,2,2", "seven,7,3,3,3", "split,5,3,0,2")
	studytest.WantRows(t, folder, "alone.csv", "ledger,ash.example,3,1,true,true,false", "tiers,ash.example,3,6,true,true,false", "seven,elm.example,3,0,true,false,false", "split,elm.example,3,0,true,true,true")
}

// TestSystems: of each system so many nodes may lie as its row says, and no more, and it wins for
// those b for which its load is the least.
func TestSystems(t *testing.T) {
	list := systemsAt(t.Context(), byzantine{Liars: 2, Listed: 200}, 9)
	assert.MustTrue(t, len(list) > 5, "%d systems", len(list))
	for _, s := range list {
		known, _ := assert.Got(construct.Build(t.Context(), s.Spec))(t).Structure.(*quorum.System)
		for k, greatest := range s.Bears {
			for b := range 5 {
				judged := liars.Judge(t.Context(), []quorum.Family{known.Family()}, liars.Faulty{Any: b}, 1)[k]
				assert.Equal(t, judged.Holds == quorum.Holds, b <= greatest, "%s, %s for %d", s.Spec, judged.Property, b)
				least := slices.MinFunc(list, func(x, y system) int {
					return cmp.Or(cmp.Compare(min(b, y.Bears[k]), min(b, x.Bears[k])), x.Load.Cmp(y.Load))
				})
				wins := b > 0 && b <= greatest && s.Load.Cmp(least.Load) == 0
				assert.Equal(t, s.Wins[k] > 0 && b >= s.Wins[k] && b <= greatest, wins, "%s wins with b = %d", s.Spec, b)
			}
		}
	}
}

package record

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/results"
)

// committed returns the committed record of a kind on n nodes.
func committed(t *testing.T, what string, n int, given map[string]results.Cell) *results.Record {
	t.Helper()
	k := results.Of(what)
	list := k.Find(n, given)
	assert.MustEqual(t, len(list), 1, "%s %d", what, n)
	return k.WithWitness(list[0])
}

// TestJudge: what carries each bound is said.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		what         string
		n            int
		given        map[string]results.Cell
		lower, upper string
	}{
		{"cyclic", 93, nil, "arithmetic", "the witness"},
		{"cyclic", 100, nil, "cited: exhaustive search over covers of Z_n: none of 11 residues; coterie search cyclic --n 100 repeats it", "the witness"},
		{"repeated", 31, map[string]results.Cell{"lambda": "2"}, "arithmetic", "the witness"},
		{"mates", 20, map[string]results.Cell{"m": "19"}, "cited: exhaustive search over all pairs", "the witness"},
		{"cover", 21, map[string]results.Cell{"group": "Z7:Z3"}, "", "the witness"},
		{"maekawa", 30, nil, "a kept proof: coterie verify results/proofs/maekawa-30", "the witness"},
		{"load", 9, nil, "a kept proof: coterie verify results/proofs/load-9", "the witness"},
		{"group", 20, map[string]results.Cell{"m": "4"}, "the witness", "arithmetic"},
		{"group", 20, map[string]results.Cell{"m": "12"}, "the witness", "arithmetic"},
		{"array", 10, map[string]results.Cell{"k": "2"}, "cited", "the witness"},
		{"byzantine", 13, map[string]results.Cell{"kind": "masking", "b": "1"}, "", "the witness"},
		{"byzantine", 4, map[string]results.Cell{"kind": "dissemination", "b": "1"}, "arithmetic", "the witness"},
		{"nondominated", 9, map[string]results.Cell{"kind": "labelled"}, "cited: split on four nodes; coterie enumerate --n 9 --nondominated --count repeats it", "cited"},
	} {
		f := Judge(t.Context(), committed(t, c.what, c.n, c.given))
		if !f.Holds || f.Better || !strings.HasPrefix(f.Lower, c.lower) || !strings.HasPrefix(f.Upper, c.upper) {
			t.Errorf("%s %d: %+v", c.what, c.n, f)
		}
	}
}

// TestDamaged: a record in which one key is damaged is refused, and the reason names the key.
func TestDamaged(t *testing.T) {
	intact := string(assert.Got(json.Marshal(committed(t, "cyclic", 93, nil)))(t))
	for key, change := range map[string][2]string{
		"what":      {`"what":"cyclic"`, `"what":"load"`},
		"n":         {`"n":93,"objective"`, `"n":94,"objective"`},
		"objective": {`"objective":"K"`, `"objective":"k"`},
		"value":     {`"value":11`, `"value":10`},
		"lower":     {`"lower":11`, `"lower":12`},
		"lower_by":  {`"lower_by":"counting`, `"lower_by":"Counting`},
		"upper":     {`"upper":11`, `"upper":"eleven"`},
		"upper_by":  {`"upper_by":"exhaustive`, `"upper_by":"quick`},
		"optimal":   {`"optimal":true`, `"optimal":false`},
		"witness":   {`51,70`, `51,71`},
		"source":    {`"source":"Luk`, `"source":"Lux`},
		"cited":     {`"cited":12`, `"cited":13`},
		"compared":  {`"compared":"theirs is wrong"`, `"compared":"equal"`},
		"table":     {`"table":"results`, `"table":"result`},
		"command":   {`--n 93`, `--n 92`},
		"version":   {`"version":"0`, `"version":"9`},
		"seed":      {`"seed":1`, `"seed":2`},
	} {
		assert.MustEqual(t, strings.Count(intact, change[0]), 1, "%s", change[0])
		list := assert.Got(Read([]byte(strings.Replace(intact, change[0], change[1], 1))))(t)
		f := Judge(t.Context(), list[0])
		if f.Holds || !strings.Contains(f.Why, key) && !(key == "n" || key == "what") || (key == "n" || key == "what") && !strings.Contains(f.Why, "witness") {
			t.Errorf("%s: %+v", key, f)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(intact, `"what"`, `"which"`, 1): "which",
		"":  "EOF",
		"7": "record 1",
		strings.Replace(intact, `"seed":1`, `"seed":-1e999`, 1):     "seed",
		strings.Replace(intact, `"value":11`, `"value":[11,"`, 1):   "record 1",
		strings.Replace(intact, `"residues":[0`, `"residues":0`, 1): "record 1",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(intact, `"what":"cyclic"`, `"what":"@/etc/passwd"`, 1):                                                                                     "what",
		strings.Replace(intact, `"lower":11`, `"lower":"1e999999999"`, 1):                                                                                          "lower",
		strings.Replace(intact, `"n":93,"objective"`, `"n":1000000000000,"objective"`, 1):                                                                          "n:",
		strings.Replace(intact, `"residues"`, `"none"`, 1):                                                                                                         "witness",
		`{"what":"mates","n":7,"parameters":{"m":6},"value":"13/14","lower":"13/14","upper":"13/14","optimal":true,"witness":{"residues":[0,1,3],"mate":[0,1,3]}}`: "do not meet",
		`{"what":"load","n":3,"value":"2/3","lower":"2/3","upper":"2/3","optimal":true,"witness":{"quorums":"@/dev/zero"}}`:                                        "neither a list",
	} {
		if f := Judge(t.Context(), assert.Got(Read([]byte(text)))(t)[0]); f.Holds || !strings.Contains(f.Why, want) {
			t.Errorf("%s: %+v, want %q", text, f, want)
		}
	}
}

// TestBetter: a record beyond the table holds if arithmetic carries its other bound, and else not.
func TestBetter(t *testing.T) {
	set := assert.Got(planes.SingerSet(37))(t)
	n := 37*38 + 1
	for _, c := range []struct {
		set          []int
		lower, value string
		optimal      bool
		why          string
	}{
		{set, "38", "38", true, ""},
		{set[1:], "37", "37", true, "witness: "},
		{append([]int{(set[0] + set[1] + n/2) % n}, set...), "38", "39", false, ""},
		{append([]int{(set[0] + set[1] + n/2) % n}, set...), "39", "39", true, "lower"}, // counting has 38
		{set, "38", "37", true, "lower"},
	} {
		text := assert.Got(json.Marshal(map[string]any{"what": "cyclic", "n": n, "value": c.value, "lower": c.lower, "upper": c.value, "optimal": c.optimal, "witness": map[string][]int{"residues": c.set}}))(t)
		f := Judge(t.Context(), assert.Got(Read(text))(t)[0])
		if f.Holds != (c.why == "") || f.Better != f.Holds || !strings.Contains(f.Why, c.why) {
			t.Errorf("%s with lower %s: %+v", c.value, c.lower, f)
		}
	}
	r := committed(t, "cyclic", 57, nil)
	r.Lower, r.Optimal = "7", false
	f := Judge(t.Context(), r)
	assert.True(t, !f.Holds && strings.Contains(f.Why, "lower"), "a weaker bound is another one: %+v", f)
}

// TestOracle: the judges against definitions in other words, on small witnesses and on damaged
// ones.
func TestOracle(t *testing.T) {
	for n := 2; n <= 40; n++ {
		r := committed(t, "cyclic", n, nil)
		var w struct{ Residues []int }
		assert.OK(t, json.Unmarshal(r.Witness, &w))
		for drop := -1; drop < len(w.Residues); drop++ {
			in := map[int]bool{}
			for i, x := range w.Residues {
				if i != drop {
					in[x] = true
				}
			}
			all := true
			for d := range n {
				some := false
				for x := range in {
					some = some || in[(x+d)%n]
				}
				all = all && some
			}
			kept := w.Residues
			if drop >= 0 {
				kept = append(append([]int{}, kept[:drop]...), kept[drop+1:]...)
			}
			r.Witness = assert.Got(json.Marshal(map[string][]int{"residues": kept}))(t)
			v, err := value(t.Context(), r)
			if all != (err == nil) || err == nil && v.Cmp(big.NewRat(int64(len(in)), 1)) != 0 {
				t.Errorf("n = %d without %d: %v, %v", n, drop, v, err)
			}
		}
	}
	// The strategy and the node weights of the certificate, added up, are both sides of the load
	// that the judge finds without them.
	for n := 1; n <= 31; n++ {
		r := committed(t, "load", n, nil)
		var w struct {
			Quorums, Strategy string
			NodeWeights       string `json:"node_weights"`
		}
		assert.OK(t, json.Unmarshal(r.Witness, &w))
		asked, weights, least := map[string]*big.Rat{}, strings.Fields(w.NodeWeights), big.NewRat(2, 1)
		for i, q := range strings.Split(strings.Trim(w.Quorums, "{}"), "},{") {
			share, weight := results.Cell(strings.Fields(w.Strategy)[i]).Rat(), new(big.Rat)
			for _, v := range strings.Split(q, ",") {
				if asked[v] == nil {
					asked[v] = new(big.Rat)
				}
				asked[v].Add(asked[v], share)
				weight.Add(weight, results.Cell(weights[int(results.Cell(v).Rat().Num().Int64())-1]).Rat())
			}
			if weight.Cmp(least) < 0 {
				least = weight
			}
		}
		most := new(big.Rat)
		for _, a := range asked {
			if a.Cmp(most) > 0 {
				most = a
			}
		}
		v := assert.Got(value(t.Context(), r))(t)
		assert.True(t, v.Cmp(most) == 0 && v.Cmp(least) == 0, "n = %d: %v, between %v and %v", n, v, least, most)
	}
}

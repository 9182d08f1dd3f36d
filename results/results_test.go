package results

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestKept: a line has the bounds of the table, and says whether they meet.
func TestKept(t *testing.T) {
	for _, c := range []struct {
		what  string
		n     int
		given map[string]Cell
		want  string
	}{
		{"maekawa", 38, nil, "open in results/near-optimal/near-optimal.csv: 7 <= K <= 8"},
		{"maekawa", 40, nil, "K = 7 in results/near-optimal/near-optimal.csv"},
		{"maekawa", 101, nil, ""},
		{"load", 15, nil, "open in results/least-load/full/least-load.csv: 23/79 <= load <= 7/23"},
		{"cover", 40, nil, "K = 7 in results/group-covers/groups.csv"}, // 8 in Z40, 7 in two other groups
		{"group", 11, map[string]Cell{"m": "6"}, "degree = 2 in results/group-optimal/full/group-optimal.csv"},
	} {
		assert.Equal(t, Kept(c.what, c.n, c.given), c.want, "%s, n = %d", c.what, c.n)
	}
}

// TestRecords: every kind has records, with numbers as bounds and, if a certificate is named, with
// a witness, and no two have the same place.
func TestRecords(t *testing.T) {
	for _, k := range Kinds() {
		anchors := map[string]bool{}
		for i, r := range k.Records() {
			name := fmt.Sprint(k.What, " ", r.N, r.Parameters)
			assert.True(t, !anchors[r.Anchor()], "%s: twice", name)
			anchors[r.Anchor()] = true
			if r.Lower.Rat() == nil || r.Upper.Rat() == nil || r.Lower.Compare(r.Upper) > 0 || r.Optimal != (r.Lower == r.Upper) || r.LowerBy == "" || r.UpperBy == "" || r.Source == "" || r.Version == "" {
				t.Errorf("%s: %+v", name, r)
			}
			if i%50 == 0 && len(k.Witness.Files) > 0 && string(k.WithWitness(r).Witness) == "null" && r.Value != "1" {
				t.Errorf("%s: no witness", name)
			}
		}
		assert.True(t, len(anchors) > 0, "%s: no records", k.What)
	}
}

// TestPacked: a compressed certificate is that of the study.
func TestPacked(t *testing.T) {
	want := assert.Got(os.ReadFile("byzantine/full/least-load.json"))(t)
	assert.True(t, string(open("packed/byzantine-least-load.json.gz")) == string(want),
		"packed differs: gzip -9nc byzantine/full/least-load.json > packed/byzantine-least-load.json.gz")
}

// TestProofs: kinds.json names the kept proofs of least values, and no other.
func TestProofs(t *testing.T) {
	found := map[string][]int{}
	for _, path := range assert.Got(filepath.Glob("proofs/*/manifest.json"))(t) {
		var m struct {
			Search     string
			Parameters map[string]string
		}
		assert.OK(t, json.Unmarshal(assert.Got(os.ReadFile(path))(t), &m))
		n := 0
		for _, k := range Kinds() {
			if _, err := fmt.Sscanf(filepath.Base(filepath.Dir(path)), k.What+"-%d", &n); err == nil && len(m.Parameters) == 1 && m.Search == k.What &&
				m.Parameters["n"] == fmt.Sprint(n) && filepath.Base(filepath.Dir(path)) == fmt.Sprintf("%s-%d", k.What, n) {
				found[k.What] = append(found[k.What], n)
			}
		}
	}
	for _, k := range Kinds() {
		slices.Sort(found[k.What])
		assert.True(t, slices.Equal(found[k.What], k.Proofs), "%s: proofs of %v, and kinds.json has %v", k.What, found[k.What], k.Proofs)
	}
}

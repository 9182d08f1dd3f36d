package enumerate

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"testing"

	"coterie/internal/check/assert"
)

// published are the printed numbers of nondominated coteries on n = 1, 2, ... nodes, of their
// classes, and of classes of monotone functions of k = 0, 1, ... variables.
type published struct {
	SelfDual                []*big.Int
	Labelled                []int // SelfDual, as far as it fits
	Classes, ClassesAllUsed []int
	MonotoneClasses         []int
}

func readPublished(t testing.TB) published {
	t.Helper()
	data := assert.Got(os.ReadFile("../../experiments/papers/self-dual-functions.json"))(t)
	var file struct {
		SelfDual struct {
			Counts []string `json:"counts_from_n_1"`
		} `json:"self_dual"`
		Classes struct {
			Counts []int `json:"counts_from_n_1"`
		} `json:"classes"`
		ClassesAllUsed struct {
			Counts []int `json:"counts_from_n_1"`
		} `json:"classes_all_used"`
		MonotoneClasses struct {
			Counts []int `json:"counts_from_k_0"`
		} `json:"monotone_classes"`
	}
	assert.OK(t, json.Unmarshal(data, &file))
	p := published{Classes: file.Classes.Counts, ClassesAllUsed: file.ClassesAllUsed.Counts, MonotoneClasses: file.MonotoneClasses.Counts}
	for _, s := range file.SelfDual.Counts {
		x, ok := new(big.Int).SetString(s, 10)
		assert.MustTrue(t, ok, "%q is no number", s)
		p.SelfDual = append(p.SelfDual, x)
		if x.IsInt64() {
			p.Labelled = append(p.Labelled, int(x.Int64()))
		}
	}
	if len(p.SelfDual) != 9 || len(p.Labelled) != 8 || len(p.Classes) != 8 || len(p.ClassesAllUsed) == 0 || len(p.MonotoneClasses) != 7 {
		t.Fatalf("numbers are missing: %+v", p)
	}
	return p
}

// TestPublishedCountOfNine: docs/tour.md has the published number of nondominated coteries on nine
// nodes as the output of a command. The test of the commands of that page computes it, which takes
// many seconds.
func TestPublishedCountOfNine(t *testing.T) {
	tour := assert.Got(os.ReadFile("../../docs/tour.md"))(t)
	assert.Contains(t, string(tour), fmt.Sprintf("\n$ coterie enumerate --n 9 --nondominated --count\n%v nondominated coteries on 9 nodes\n", readPublished(t).SelfDual[8]))
}

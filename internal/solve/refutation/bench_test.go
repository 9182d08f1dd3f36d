package refutation

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
)

// free is a formula with so many variables more than its clauses have, and the tree that decides
// all of them.
func free(f *sat.CNF, vars int) (*sat.CNF, List) {
	list := List{nil}
	for range vars {
		v := int32(f.NewVar())
		next := make(List, 0, 2*len(list))
		for _, cube := range list {
			next = append(next, append(cube[:len(cube):len(cube)], v), append(cube[:len(cube):len(cube)], -v))
		}
		list = next
	}
	return f, list
}

// BenchmarkCheck: 16384 cubes that unit propagation refutes, and 128 with a proof of CaDiCaL each,
// of pigeonholes, how many a second.
func BenchmarkCheck(b *testing.B) {
	b.Run("propagated=16384", func(b *testing.B) {
		cnf, list := free(pigeons(2), 14)
		for k := range list { // a decision that is enough
			list[k] = append(list[k][:len(list[k]):len(list[k])], 1)
		}
		checker := NewChecker(cnf)
		for b.Loop() {
			start := time.Now()
			for _, cube := range list {
				assert.Got(checker.Check(b.Context(), cube, nil))(b)
			}
			reach.AtLeast(b, "propagated_cubes_per_second", float64(len(list))/time.Since(start).Seconds(), 100_000)
		}
	})
	b.Run("proofs=128", func(b *testing.B) {
		text := assert.Got(os.ReadFile("../drat/testdata/pigeons6.cnf"))(b)
		proof := assert.Got(os.ReadFile("../drat/testdata/pigeons6.drat"))(b)
		cnf := assert.Got(sat.ReadDIMACS(bytes.NewReader(text)))(b)
		cnf, list := free(cnf, 7)
		var pack bytes.Buffer
		p := NewPacker(&pack)
		for i := range list {
			assert.OK(b, p.Add(i, proof))
		}
		p.Close()
		for b.Loop() {
			for _, jobs := range []int{1, 2} {
				start := time.Now()
				assert.Got(Check(b.Context(), cnf, list, bytes.NewReader(pack.Bytes()), Options{Jobs: jobs}))(b)
				reach.AtLeast(b, fmt.Sprintf("cubes_per_second/jobs=%d", jobs), float64(len(list))/time.Since(start).Seconds(), 100)
			}
		}
	})
}

package drat

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// pigeons says that n+1 pigeons do not fit into n holes.
func pigeons(n int) *cnf {
	f := &cnf{}
	in := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var some []int
		for h := range n {
			some = append(some, in(p, h))
			for q := range p {
				f.AddClause(-in(p, h), -in(q, h))
			}
		}
		f.AddClause(some...)
	}
	return f
}

// random has 4.8 clauses of three literals for each variable.
func random(vars int) *cnf {
	r := rand.New(rand.NewPCG(18, uint64(vars)))
	f := &cnf{}
	for range vars * 24 / 5 {
		var c []int
		for _, v := range r.Perm(vars)[:3] {
			c = append(c, (v+1)*(1-2*r.IntN(2)))
		}
		f.AddClause(c...)
	}
	return f
}

// BenchmarkCheck checks proofs that CaDiCaL writes at once, beside drat-trim where that is
// installed, and beside CaDiCaL's own time.
func BenchmarkCheck(b *testing.B) {
	cadical, err := exec.LookPath("cadical")
	if err != nil {
		b.Skip("CaDiCaL is not installed")
	}
	for name, formula := range map[string]*cnf{"pigeons=8": pigeons(8), "pigeons=9": pigeons(9), "random=200": random(200), "random=250": random(250)} {
		b.Run(name, func(b *testing.B) {
			folder := b.TempDir()
			question, proof := filepath.Join(folder, "question.cnf"), filepath.Join(folder, "proof")
			f := assert.Got(os.Create(question))(b)
			assert.OK(b, formula.WriteDIMACS(f))
			f.Close()
			timed := func(program string, args ...string) time.Duration {
				start := time.Now()
				exec.Command(program, args...).Run() // its status is its answer
				return time.Since(start)
			}
			solving := timed(cadical, "-q", question, proof)
			for b.Loop() {
				p := assert.Got(os.Open(proof))(b)
				assert.Got(Check(b.Context(), formula, p, nil))(b)
				p.Close()
			}
			checking := reach.PerRun(b)
			times := func(other time.Duration) float64 { return float64(checking) / float64(other) }
			reach.AtMost(b, fmt.Sprintf("drat-%s-times-cadical", name), times(solving), 5)
			if trim, err := exec.LookPath("drat-trim"); err != nil {
				b.Log("drat-trim is not installed: no comparison with it")
			} else {
				reach.AtMost(b, fmt.Sprintf("drat-%s-times-drat-trim", name), times(timed(trim, question, proof)), 5)
			}
		})
	}
}

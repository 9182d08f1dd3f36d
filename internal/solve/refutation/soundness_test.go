package refutation

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// anyTree appends the leaves of a random tree of decisions below a path.
func anyTree(r *rand.Rand, list List, path []int32, vars int) List {
	var free []int32
	for v := range int32(vars) {
		used := false
		for _, lit := range path {
			used = used || max(lit, -lit) == v+1
		}
		if !used {
			free = append(free, v+1)
		}
	}
	if len(free) == 0 || r.IntN(3) == 0 {
		return append(list, append([]int32{}, path...))
	}
	lit := free[r.IntN(len(free))] * int32(1-2*r.IntN(2))
	list = anyTree(r, list, append(path[:len(path):len(path)], lit), vars)
	return anyTree(r, list, append(path[:len(path):len(path)], -lit), vars)
}

// models are those of a formula, by going through all assignments.
func models(f *sat.CNF) (list [][]bool) {
	for bits := range 1 << f.Variables() {
		model := make([]bool, f.Variables()+1)
		for v := range f.Variables() {
			model[v+1] = bits>>v&1 == 1
		}
		if f.Violated(model) < 0 {
			list = append(list, model)
		}
	}
	return list
}

// TestNoModelIsLost: no cubes and proofs refute a formula that has a model. The trees are random,
// spoilt or not; the proofs are all clauses of few literals in a random order, so that those of
// formulas without a model often hold.
func TestNoModelIsLost(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 4))
	accepted, refused := 0, 0
	rounds := assert.Sized(300, 3000)
	for range rounds {
		vars := 3 + r.IntN(3)
		f := &sat.CNF{}
		f.Grow(vars)
		lit := func() int { return (1 + r.IntN(vars)) * (1 - 2*r.IntN(2)) }
		for range 3*vars + r.IntN(3*vars) {
			f.AddClause(lit(), lit(), lit())
		}
		list := anyTree(r, nil, nil, vars)
		switch k := r.IntN(len(list)); r.IntN(6) {
		case 0:
			list = append(list[:k:k], list[k+1:]...)
		case 1:
			if len(list[k]) > 0 {
				list[k][r.IntN(len(list[k]))] *= -1
			}
		case 2:
			if len(list[k]) > 0 {
				list[k] = list[k][:len(list[k])-1]
			}
		}
		var pack bytes.Buffer
		packer := NewPacker(&pack)
		checker := NewChecker(f)
		for i, cube := range list {
			if _, err := checker.Check(context.Background(), cube, nil); err == nil {
				continue
			}
			var proof []byte
			for range 1 + r.IntN(12) {
				proof = fmt.Appendf(proof, "%d %d 0\n", lit(), lit())
			}
			for range 1 + r.IntN(2*vars) {
				proof = fmt.Appendf(proof, "%d 0\n", lit())
			}
			assert.OK(t, packer.Add(i, append(proof, "0\n"...)))
		}
		assert.OK(t, packer.Close())
		_, err := Check(context.Background(), f, list, &pack, Options{Jobs: 1})
		if err != nil {
			refused++
			continue
		}
		accepted++
		if left := models(f); len(left) > 0 {
			t.Fatalf("cubes %v refute a formula with the model %v", list, left[0])
		}
	}
	if accepted < rounds/50 || refused < rounds/3 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

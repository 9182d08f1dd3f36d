package votes

import (
	"math/bits"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// cartelsOf returns the quorums of a spec, or the cartels of one.
func cartelsOf(t testing.TB, spec string) []quorum.Family {
	t.Helper()
	s := assert.Got(construct.Build(t.Context(), spec))(t)
	switch s := s.Structure.(type) {
	case *quorum.System:
		return []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		var cartels []quorum.Family
		for g := range s.Groups() {
			cartels = append(cartels, s.Cartel(g))
		}
		return cartels
	}
	t.Fatalf("%s is neither a quorum system nor a group system", spec)
	return nil
}

func mustFamily(n int, quorums [][]int) quorum.Family {
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

// nodesOf returns the nodes of a set, bit i for node i.
func nodesOf(set uint) (out []int) {
	for ; set != 0; set &= set - 1 {
		out = append(out, bits.TrailingZeros(set))
	}
	return out
}

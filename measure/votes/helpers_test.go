package votes

import (
	"math/bits"

	"coterie/quorum"
)

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

package transversal

import (
	"context"

	"coterie/internal/solve/sets"
)

// tableNodes is the greatest number of nodes for which all node sets are gone over at once, in
// about five milliseconds.
const tableNodes = 24

// sweepOver returns how many nodes of a search of at most left to visit, and whether to go over all
// node sets if that does not end: at once for few nodes; for more, if the search may take longer
// than the sweep, after a search that takes about as long. A node of a search goes over the columns
// several times.
func (h *hitting) sweepOver(left int64) (most int64, sweep bool) {
	n := len(h.nodes)
	if n <= tableNodes {
		return 0, true
	}
	if worth := int64(sets.SweepWords(n) / (n * h.cols.Words)); worth <= left {
		return worth, true
	}
	return left, false
}

// tableTransversal returns a smallest transversal as ascending columns, from all node sets: a set
// is a transversal if and only if its complement contains no quorum. Of the largest sets without a
// quorum it takes the one whose mask is the least number. It needs at most 57 nodes. Cost: that of
// sets.Sweep, however many quorums there are. The error is the cause of ctx.
func (h *hitting) tableTransversal(ctx context.Context, jobs int) ([]int32, error) {
	swept, err := sets.Sweep(ctx, jobs, len(h.nodes), h.rows.Bits, nil) // rows of one word
	if err != nil {
		return nil, err
	}
	var columns []int32
	for v := range h.nodes {
		if swept.Most>>v&1 == 0 {
			columns = append(columns, int32(v))
		}
	}
	return columns, nil
}

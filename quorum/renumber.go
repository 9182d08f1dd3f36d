package quorum

import "slices"

// onOccurringNodes returns the families over the nodes that occur in any of them,
// numbered from 0 in the old order, and the old number of each. The properties of
// pairs do not see the other nodes, while the working memory of their kernels is
// proportional to n: a file may name n = 2^24 and hold one quorum. Where most
// nodes occur the families are returned as they are, with a nil list. Quorums keep
// their order and their lexicographic relations. Cost O(incidences · log).
func onOccurringNodes(families ...Family) ([]Family, []int32) {
	incidences, n := 0, 0
	for _, f := range families {
		incidences += len(f.nodes)
		n = max(n, f.n)
	}
	if n <= incidences || n <= 64 {
		return families, nil
	}
	old := make([]int32, 0, incidences)
	for _, f := range families {
		old = append(old, f.nodes...)
	}
	slices.Sort(old)
	old = slices.Compact(old)
	number := make(map[int32]int32, len(old))
	for i, v := range old {
		number[v] = int32(i)
	}
	out := make([]Family, len(families))
	for i, f := range families {
		out[i] = Family{n: max(1, len(old)), start: f.start, nodes: make([]int32, len(f.nodes))}
		for k, v := range f.nodes {
			out[i].nodes[k] = number[v]
		}
	}
	return out, old
}

// compacted is onOccurringNodes for one family whose old numbers are not needed.
func compacted(f Family) Family {
	families, _ := onOccurringNodes(f)
	return families[0]
}

package quorum

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
	number := make([]int32, n) // of the nodes that occur; first only that they do
	for _, f := range families {
		for _, v := range f.nodes {
			number[v] = 1
		}
	}
	old := make([]int32, 0, incidences)
	for v, occurs := range number {
		if occurs == 1 {
			number[v] = int32(len(old))
			old = append(old, int32(v))
		}
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

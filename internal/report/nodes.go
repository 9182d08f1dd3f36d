package report

import (
	"coterie/internal/listing"
	"coterie/quorum"
)

// NodeNames returns the names by which [AppendNodes] calls nodes: nil where these are their numbers.
// It goes through them all, once for a list.
func NodeNames(names []string) []string {
	if areNumbers(names) {
		return nil
	}
	return names
}

// AppendNodes appends what [NodeList] has of the given nodes, which are called as NodeNames says,
// without a set that has room for all nodes.
func AppendNodes[T int | int32](dst []byte, nodes []T, names []string) []byte {
	for i, v := range nodes {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if int(v) < len(names) {
			dst = append(dst, listing.Name(names[v])...)
		} else {
			dst, _ = quorum.Node(v).AppendText(dst)
		}
	}
	return dst
}

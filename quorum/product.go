package quorum

// Product returns f ⊕ g = {q ∪ q' : q ∈ f, q' ∈ g} for families over disjoint nodes (Miyamoto,
// Kakugawa and Yamashita 1994, section 3.2.2): node v of g becomes node f.N() + v, so that the
// result is over f.N() + g.N() nodes. There is one quorum for each pair, in the order of f and, for
// equal q, in the order of g; it has |q| + |q'| nodes. The product is associative. It has no quorum
// if f or g has none.
//
// There is an error if there are more than MaxNodes nodes. Cost and memory O(|f|·|g|·(K +
// K')) for greatest quorum sizes K and K'.
//
// Lemma 1 of the paper: if f is a k-coterie and g a k'-coterie, f ⊕ g is a min(k,k')-coterie.
//
// The greatest number of pairwise disjoint quorums of the product is the smaller of the greatest
// numbers of its two factors, whether these are k-coteries or not.
//
// Proof: docs/theorems/product.md.
func Product(f, g Family) (Family, error) {
	n := f.n + g.n
	if err := CheckNodes(n); err != nil {
		return Family{}, err
	}
	out := Family{
		n:     n,
		start: make([]int, 1, f.Len()*g.Len()+1),
		nodes: make([]int32, 0, f.Incidences()*g.Len()+f.Len()*g.Incidences()),
	}
	for _, q := range f.All() {
		for _, r := range g.All() {
			out.nodes = append(out.nodes, q...)
			for _, v := range r {
				out.nodes = append(out.nodes, v+int32(f.n))
			}
			out.start = append(out.start, len(out.nodes))
		}
	}
	return out, nil
}

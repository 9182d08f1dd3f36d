package votes

import (
	"context"
	"fmt"

	"coterie/internal/solve/given"
	"coterie/quorum"
)

// Quota says whether the quorums of a coterie, dominated or not, are the minimal sets with at least
// Quota votes, for some votes of the nodes. It has the proof: see "Votes with a quota" in the
// documentation of the package.
type Quota struct {
	// Assignable says that there are votes and a quota.
	Assignable bool
	// A set of nodes contains a quorum iff its Weights sum to Quota or more; Total is the sum of
	// all Weights, less than 2·Quota. Nil and 0 where nothing is assignable.
	Weights []int
	Total   int
	Quota   int
	// LowerQuota is a lower bound: no quota of integer votes that is more than half of their total
	// is less. If it equals Quota, Quota is the least; Proof says why.
	LowerQuota int
	// SelfDual is a nondominated coterie on n+1 nodes. Its quorums without the last node give the
	// coterie. Proof has its votes, or the trade that shows that there are none.
	SelfDual quorum.Family
	Proof    Votes
}

// FindQuota returns votes and a quota for a coterie, dominated or not, with the least quota
// that it can find, or the proof that there are none. The result has passed CheckQuota.
//
// Domain: quorums that meet, pairwise. Repeated quorums, and quorums that contain others, are legal
// and change nothing.
//
// Method: the coterie f becomes the nondominated coterie g = f ∨ x·f* on n+1 nodes, f* the dual,
// and Find looks for votes of g. These votes without the votes of x are votes of f, with the same
// quota.
//
// Cost: the dual, at most 100,000 minimal transversals, and Find for g.
//
// Errors: a *quorum.InputError if there are no quorums or two do not meet; a *quorum.LimitError as
// Find, and if the dual is out of reach.
func FindQuota(ctx context.Context, q quorum.Quorums, opts Options) (Quota, error) {
	f, err := given.List(q)
	if err != nil {
		return Quota{}, err
	}
	if f.Len() == 0 {
		return Quota{}, errNoVotesAsked
	}
	if err := requireMeeting(ctx, f); err != nil {
		return Quota{}, err
	}
	g, err := selfDualised(ctx, f)
	if err != nil {
		return Quota{}, given.Limited(fmt.Errorf("votes: the dual was not found: %w", err))
	}
	proof, err := Find(ctx, g, opts)
	if err != nil && proof.Weights == nil {
		return Quota{}, err
	}
	v := Quota{Assignable: proof.Assignable, SelfDual: g, Proof: proof}
	if v.Assignable {
		v.Weights = proof.Weights[:f.N():f.N()]
		v.Total, v.Quota = proof.Total-proof.Weights[f.N()], proof.Quota
		v.LowerQuota = (proof.Lower + 1) / 2
	}
	if err := CheckQuota(f, v); err != nil {
		panic("votes: FindQuota: a result that does not pass its check: " + err.Error())
	}
	return v, err
}

// selfDualLimit bounds the minimal transversals that are listed.
const selfDualLimit = 100_000

// selfDualised returns the quorums of f ∨ x·f*: the quorums of f, and the minimal transversals that
// contain no quorum of f, with x = node n.
func selfDualised(ctx context.Context, f quorum.Family) (quorum.Family, error) {
	minimal := f.Minimized()
	dual, err := minimal.Dual(ctx, selfDualLimit)
	if err != nil {
		return quorum.Family{}, err
	}
	b, err := quorum.NewFamilyBuilder(f.N() + 1)
	if err != nil {
		return quorum.Family{}, err
	}
	for _, q := range minimal.All() {
		if err := b.AddSorted(q); err != nil {
			return quorum.Family{}, err
		}
	}
	for i, t := range dual.All() {
		if ctx.Err() != nil {
			return quorum.Family{}, context.Cause(ctx)
		}
		if containsQuorum(minimal, dual.Set(i)) {
			continue
		}
		nodes := make([]int32, 0, len(t)+1)
		if err := b.AddSorted(append(append(nodes, t...), int32(f.N()))); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), nil
}

func containsQuorum(f quorum.Family, set quorum.Set) bool {
	for i := range f.Len() {
		if f.Set(i).SubsetOf(set) {
			return true
		}
	}
	return false
}

// CheckQuota judges v for the coterie f, in exact integer arithmetic; nil means that v is right. It
// checks that
//
//   - Proof passes Check for SelfDual, whose quorums without the last node contain quorums of f,
//     and whose other quorums meet all of these: the proofs of a trade and of a lower bound need
//     it;
//   - Weights, Total, Quota and LowerQuota are those of Proof, and for at most 20 nodes that the
//     sets of at least Quota votes, all listed, are those that contain a quorum of f. (For more
//     nodes this follows from Proof, if the quorums of f are those of SelfDual without the last
//     node, which is compared.)
//
// Cost: that of Check, and O(m²) comparisons of sets for m quorums of SelfDual.
func CheckQuota(f quorum.Family, v Quota) error {
	n := f.N()
	if v.SelfDual.N() != n+1 || v.Assignable != v.Proof.Assignable {
		return fmt.Errorf("the proof is about other nodes, or says another thing")
	}
	if err := Check(v.SelfDual, v.Proof); err != nil {
		return err
	}
	without := 0
	for i := range v.SelfDual.Len() {
		q := v.SelfDual.Set(i)
		if !q.Has(n) {
			if without++; !containsQuorum(f, q) {
				return fmt.Errorf("%v contains no quorum", q)
			}
			continue
		}
		for j := range f.Len() {
			if !f.Set(j).Intersects(q) {
				return fmt.Errorf("%v does not meet %v", q, f.Set(j))
			}
		}
	}
	if minimal := f.Minimized(); without != minimal.Len() {
		return fmt.Errorf("%d quorums without node %v, and %d in the coterie", without, quorum.Node(n), minimal.Len())
	}
	if !v.Assignable {
		if v.Weights != nil || v.Total != 0 || v.Quota != 0 || v.LowerQuota != 0 {
			return fmt.Errorf("votes where there are none")
		}
		return nil
	}
	if len(v.Weights) != n {
		return fmt.Errorf("%d votes for %d nodes", len(v.Weights), n)
	}
	total := 0
	for x, w := range v.Weights {
		if w != v.Proof.Weights[x] {
			return fmt.Errorf("node %v has %d votes, and %d in the proof", quorum.Node(x), w, v.Proof.Weights[x])
		}
		total += w
	}
	if v.Total != total || v.Quota != v.Proof.Quota || 2*v.Quota <= total || v.LowerQuota != (v.Proof.Lower+1)/2 {
		return fmt.Errorf("a quota of %d, at least %d, of %d is not that of the proof", v.Quota, v.LowerQuota, v.Total)
	}
	if n <= listedNodes {
		return checkAllSets(f, Votes{Weights: v.Weights, Total: v.Total, Quota: v.Quota})
	}
	return nil
}

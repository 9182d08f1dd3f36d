package enumerate

import (
	"context"
	"fmt"
	"iter"
	"math/big"
)

// This file stands in for what the branches of counting and of groups define, so that this one
// compiles and tests alone: the merger deletes it.

func listGroups(context.Context, Query, Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) { yield(Item{}, checkListGroups(Query{})) }
}

func checkListGroups(Query) error {
	return &InputError{Option: "group", Why: "groups are not here"}
}

// CheckCount stands in for counting.
func (q Query) CheckCount() error {
	if q.Nodes < 1 || q.split() > 6 || q.Classes || q.groups() > 1 || q.AllUsed {
		return &InputError{Option: "n", Why: fmt.Sprintf("%d nodes are not here", q.Nodes)}
	}
	return nil
}

// Count stands in for counting: labelled, for k <= 6, one p of each orbit.
func Count(ctx context.Context, q Query, opts Options) (Counted, error) {
	if err := q.CheckCount(); err != nil {
		return Counted{}, err
	}
	sum := int64(0)
	if q.split() < 0 {
		sum = 1
	} else {
		c := newClassifier(Query{Nodes: q.split() + 1})
		for _, h := range c.heads {
			all := factorial(c.k) / (len(c.stabiliser(h)) + 1)
			top, count := h.p&h.p.dual(c.k), 1
			if c.k > 0 {
				half := c.pairs.half
				count = 0
				for _, hi := range c.pairs.below(half.index(top >> (1 << (c.k - 1)))) {
					count += len(c.pairs.below(half.index(half.members[hi] & top & one(c.k-1))))
				}
			}
			sum += int64(all * count)
		}
		if !q.Nondominated {
			sum--
		}
	}
	return Counted{Count: big.NewInt(sum), Method: "pairs"}, nil
}

package enumerate

import (
	"errors"
	"fmt"
)

// Admits returns nil if item may be in the listing of q. Otherwise the error says why not: it
// judges the systems by the definitions, a representative of a class by its canonical form, and
// says nothing of the item's place. It is how a listing that goes on after an item sees that the
// item is one of its own.
func (q Query) Admits(item Item) error {
	if len(item.Cartels) != q.groups() {
		return fmt.Errorf("%d cartels, not %d", len(item.Cartels), q.groups())
	}
	used := 0
	for _, f := range item.Cartels {
		switch {
		case f.n != q.Nodes:
			return fmt.Errorf("%d nodes, not %d", f.n, q.Nodes)
		case f.Size() == 0:
			return errors.New("a cartel without quorums")
		case f.Has(0):
			return errors.New("an empty quorum")
		}
		used |= f.Used()
	}
	if q.AllUsed && used != 1<<q.Nodes-1 {
		return errors.New("a node is in no quorum")
	}
	if q.K > 0 {
		if err := q.admitsK(item.Cartels[0]); err != nil {
			return err
		}
	} else if err := q.admitsMeeting(item.Cartels); err != nil {
		return err
	} else if q.Nondominated {
		if err := q.admitsNondominated(item.Cartels); err != nil {
			return err
		}
	}
	if !q.Classes {
		if item.Automorphisms != 0 || item.Orbit != 0 {
			return errors.New("it stands for a class")
		}
		return nil
	}
	if item.Automorphisms*item.Orbit != factorial(q.Nodes) {
		return fmt.Errorf("%d automorphisms and an orbit of %d do not go together", item.Automorphisms, item.Orbit)
	}
	if !q.inTuples() {
		if canonical, automorphisms := Canonical(item.Cartels[0]); canonical != item.Cartels[0] || automorphisms != item.Automorphisms {
			return errors.New("it does not represent its class")
		}
	}
	return nil
}

// admitsMeeting judges that quorums of different cartels meet, or those of a coterie.
func (q Query) admitsMeeting(cartels []Function) error {
	if len(cartels) == 1 {
		if !cartels[0].Below(cartels[0].Dual()) {
			return errors.New("two quorums do not meet")
		}
		return nil
	}
	for i, f := range cartels {
		for _, g := range cartels[:i] {
			if !f.Below(g.Dual()) {
				return errors.New("two quorums of different cartels do not meet")
			}
		}
	}
	return nil
}

// admitsNondominated judges that every transversal of the others contains a quorum.
func (q Query) admitsNondominated(cartels []Function) error {
	for i, f := range cartels {
		others := Function{n: q.Nodes}
		for j, g := range cartels {
			if j != i || len(cartels) == 1 {
				others.table().Unite(g.table().Bits)
			}
		}
		if !others.Dual().Below(f) {
			return errors.New("it is dominated")
		}
	}
	return nil
}

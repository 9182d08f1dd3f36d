package session

import (
	"fmt"

	"coterie/bounds"
)

// ByCounting names the bound of bounds.MaekawaSize.
const ByCounting = "counting, K(K-1)+1 >= n"

// LeastSize returns the least K for n nodes that arithmetic does not exclude, and the argument.
// That there is no plane of order 10 is known by a computation; the argument then says that it is
// cited.
func LeastSize(n int) (k int, by string) {
	k = bounds.PlaneSize(n)
	counting := bounds.MaekawaSize(n)
	switch {
	case k == counting:
		return k, ByCounting
	case n != bounds.MaekawaNodes(counting):
		by, _ = bounds.NearPlane(n)
		return k, by
	}
	plane := bounds.PlaneOrder(counting - 1)
	why := "by the theorem of Bruck and Ryser"
	if plane.Status == bounds.PlaneExcludedByComputation {
		why = fmt.Sprintf("cited: %s, not executed here", plane.Source)
	}
	return k, fmt.Sprintf("no projective plane of order %d (%s), n = K(K-1)+1 for K = %d", plane.Order, why, counting)
}

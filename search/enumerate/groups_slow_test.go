//go:build slow

package enumerate

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
)

// TestSlowGroupTriples counts three cartels on 6 nodes, labelled and classes: the sum over the
// cycle types is checked to be divisible by 720, and there are at least 1/720 as many classes as
// systems.
func TestSlowGroupTriples(t *testing.T) {
	q := Query{Nodes: 6, Groups: 3}
	labelled := assert.Got(countGroups(t.Context(), q, Options{}))(t)
	q.Classes = true
	classes := assert.Got(countGroups(t.Context(), q, Options{}))(t)
	least := new(big.Int).Div(labelled.Count, big.NewInt(720))
	if excess := new(big.Int).Sub(classes.Count, least); excess.Sign() < 0 || excess.Mul(excess, big.NewInt(100)).Cmp(least) > 0 {
		t.Errorf("%v systems in %v classes", labelled.Count, classes.Count)
	}
}

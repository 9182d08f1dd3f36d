//go:build slow

package record

import (
	"fmt"
	"testing"

	"coterie/results"
)

func TestSlowX(t *testing.T) {
	for _, k := range results.Kinds() {
		how := map[string]int{}
		for i, r := range k.Records() {
			if (k.What == "group" || k.What == "byzantine") && i%7 != 0 {
				continue
			}
			f := Judge(t.Context(), k.WithWitness(r))
			if !f.Holds {
				how["FAILS"]++
				if how["FAILS"] < 4 {
					fmt.Println(k.What, r.N, r.Parameters, f.Why)
				}
			}
			l, u := f.Lower, f.Upper
			if len(l) > 20 {
				l = l[:20]
			}
			if len(u) > 20 {
				u = u[:20]
			}
			how[l+"|"+u]++
		}
		fmt.Println(k.What, how)
	}
}

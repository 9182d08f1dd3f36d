package atlas

import (
	"testing"
	"time"

	"coterie/search/enumerate"
)

func TestQuick(t *testing.T) {
	var k Kernel
	for n := 1; n <= 8; n++ {
		seen, voted := 0, 0
		var spent time.Duration
		for item, err := range enumerate.List(t.Context(), enumerate.Query{Nodes: n, Nondominated: true, Classes: true}, enumerate.Options{Jobs: 1}) {
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			c, err := k.Measure(item.Cartels[0], item.Automorphisms)
			spent += time.Since(start)
			if err != nil {
				t.Fatal(item.Index, err)
			}
			seen++
			if c.Total > 0 {
				voted++
			}
			if seen == 300000 {
				break
			}
		}
		t.Log(n, seen, voted, spent, spent/time.Duration(seen))
	}
}

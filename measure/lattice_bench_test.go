package measure_test

import (
	"strings"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure"
)

// BenchmarkLattices measures all figures of lattices without a list of their quorums, and of small
// ones also from the list.
func BenchmarkLattices(b *testing.B) {
	for _, c := range []struct {
		spec   string
		target time.Duration
		faster float64 // than from the list; 0 where that takes long
	}{
		{"paths:d=3", time.Second, 10},
		{"paths:d=4", time.Second, 0},
		{"paths:d=6", 5 * time.Second, 0},
		{"triangle-lattice:rows=8", time.Second, 10},
		{"triangle-lattice:rows=10", time.Second, 0},
		{"triangle-lattice:rows=14", time.Minute, 0},
	} {
		b.Run(c.spec, func(b *testing.B) {
			if testing.Short() && c.target > 5*time.Second {
				b.Skip("too long with -short")
			}
			known := assert.Got(construct.Open(b.Context(), c.spec, strings.NewReader("")))(b)
			known.Unlisted = "not listed"
			var swept time.Duration
			for b.Loop() {
				from := reach.CPU()
				r := assert.Got(measure.Measure(b.Context(), known, measure.Options{Jobs: 1}))(b)
				swept += reach.CPU() - from
				if len(r.LiveSets) != known.Nodes+1 || r.Resilience == nil {
					b.Fatal("not counted")
				}
			}
			swept /= time.Duration(b.N)
			reach.Time(b, "lattice/"+c.spec, swept, c.target)
			if c.faster > 0 {
				listed, from := assert.Got(known.Listed(b.Context(), 0))(b), reach.CPU()
				listed.Origin = nil
				assert.Got(measure.Measure(b.Context(), listed, measure.Options{Jobs: 1}))(b)
				reach.Ratio(b, "lattice/"+c.spec+"/against=list", float64(reach.CPU()-from)/float64(swept), c.faster)
			}
		})
	}
}

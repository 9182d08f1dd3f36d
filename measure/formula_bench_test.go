package measure

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure/availability"
	"coterie/measure/loads"
	"coterie/measure/transversals"
)

// BenchmarkFormula measures each figure of systems far beyond lists.
func BenchmarkFormula(b *testing.B) {
	for _, spec := range []string{
		"majority:n=60", "majority:n=1001", "tree:height=9", "triangle:rows=60", "wall:rows=1-200-300-400-500",
		"hierarchical:outer=(majority:n=31),inner=(majority:n=31)", "weighted:votes=9-8-7-6-5-4-3-3-2-2-1-1-1",
	} {
		f := formulaOf(b, spec, 0)
		for _, job := range []struct {
			name string
			run  func() error
		}{
			{"load", func() error { _, err := loads.Find(b.Context(), f, loads.Options{}); return err }},
			{"live", func() error { _, err := availability.CountLive(b.Context(), f, availability.LiveOptions{}); return err }},
			{"domination", func() error { closedFormsOf(b.Context(), f); return nil }},
			{"degree", func() error {
				_, err := transversals.MaxDisjoint(b.Context(), f, transversals.PackingOptions{})
				return err
			}},
			{"shape", func() error { f.Shape(b.Context()); return nil }},
			{"transversal", func() error { f.Dual().Smallest(b.Context()); return nil }},
		} {
			b.Run("system="+spec+"/figure="+job.name, func(b *testing.B) {
				for b.Loop() {
					assert.OK(b, job.run())
				}
			})
		}
	}
}

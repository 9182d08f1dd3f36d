package fleet

import (
	"fmt"
	"slices"
	"strings"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
)

// Shape is a form of quorum systems that software can be configured for.
type Shape string

// The shapes.
const (
	AnyShape    Shape = "any"     // every system
	CountShape  Shape = "counts"  // any R nodes for a read, and any W for a write
	ZoneShape   Shape = "zones"   // majorities of the local zone, of each, of most, or of all nodes
	WeightShape Shape = "weights" // votes, with a quota for reads and one for writes
	GroupShape  Shape = "groups"  // more than half of the weight in more than half of the groups
)

// Shapes returns all shapes.
func Shapes() []Shape { return []Shape{AnyShape, CountShape, ZoneShape, WeightShape, GroupShape} }

// ParseShapes reads the name of a shape, or several with commas between them; all stands for all of
// them. The shapes come in the order of Shapes, each once. The error is a *quorum.InputError.
func ParseShapes(text string) ([]Shape, error) {
	var named []Shape
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == "all":
			named = append(named, Shapes()...)
		case slices.Contains(Shapes(), Shape(name)):
			named = append(named, Shape(name))
		default:
			return nil, refused(fmt.Sprintf("there is no shape %s", show.Value(name)), yamlfile.Near(name, ShapeNames()))
		}
	}
	return slices.DeleteFunc(Shapes(), func(s Shape) bool { return !slices.Contains(named, s) }), nil
}

// ShapeNames returns the names that ParseShapes knows.
func ShapeNames() []string {
	var names []string
	for _, s := range Shapes() {
		names = append(names, string(s))
	}
	return append(names, "all")
}

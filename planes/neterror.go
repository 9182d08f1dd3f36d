package planes

import "fmt"

// NetVerdict says what is known of a net that NewNet does not build.
type NetVerdict int

const (
	// NetUndecided: not built, and no statement whether such a net exists.
	NetUndecided NetVerdict = iota
	// NetExists: such a net exists by NetError.Source and is not built by this package.
	NetExists
	// NetImpossible: no such net exists, by NetError.Source.
	NetImpossible
)

func (v NetVerdict) String() string {
	switch v {
	case NetExists:
		return "exists"
	case NetImpossible:
		return "impossible"
	default:
		return "undecided"
	}
}

// NetError says that NewNet builds no net with that side and number of classes.
type NetError struct {
	Side, Classes int
	Most          int // the most classes that NewNet builds for Side; the least is 1
	Verdict       NetVerdict
	Source        string // the argument for the verdict, empty for NetUndecided
}

func (e *NetError) Error() string {
	text := fmt.Sprintf("planes: no net of side %d with %d classes, only 1 to %d", e.Side, e.Classes, e.Most)
	switch e.Verdict {
	case NetImpossible:
		return fmt.Sprintf("%s: impossible, %s", text, e.Source)
	case NetExists:
		return fmt.Sprintf("%s: exists, but is not built here (%s)", text, e.Source)
	default:
		return text + " are built here"
	}
}

// newNetError judges a number of classes outside 1..most. The verdicts are those of theorems that
// settle one case each for all sides; that a complete net (side+1 classes) is an affine plane, and
// what is known of those, is left to whoever judges orders of planes.
func newNetError(side, classes, most int) *NetError {
	e := &NetError{Side: side, Classes: classes, Most: most}
	switch {
	case classes < 1:
		e.Verdict, e.Source = NetImpossible, "a net has at least one class"
	case side == 1:
		e.Verdict, e.Source = NetExists, "any number of classes can share the one line of side 1"
	case classes > side+1:
		e.Verdict, e.Source = NetImpossible, fmt.Sprintf("a net of side %d has at most %d classes (Bruck 1951)", side, side+1)
	case side == 6 && classes >= 4:
		e.Verdict, e.Source = NetImpossible, "no two Latin squares of side 6 are orthogonal (Tarry 1900)"
	case classes == 4: // side >= 3 is implied by classes <= side+1
		e.Verdict = NetExists
		e.Source = "two orthogonal Latin squares exist for every side but 2 and 6: Bose, Shrikhande and Parker 1960"
	}
	return e
}

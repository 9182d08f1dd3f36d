package planes

import (
	"fmt"
	"strconv"
)

// OrderError says that a constructor has no object of the order (or side) it was asked for: the
// order lies outside Min..Max, or it lies inside and is no prime power, or not what Needs says,
// where the construction needs one. It makes no statement on whether some other construction has an
// object of that order.
type OrderError struct {
	Object   string // what was asked for, such as "PG(2,q)"
	Order    int    // the offending order
	Min, Max int    // the range of orders that the constructor accepts

	// Needs says what the order has to be where that is not simply a prime power, such as "the
	// square of a prime power"; empty otherwise.
	Needs string

	// Below and Above are the nearest legal orders on either side of Order if the constructor needs
	// a prime power, or what Needs says, and Order lies in Min..Max; otherwise 0, and also where
	// there is none.
	Below, Above int
}

func (e *OrderError) Error() string {
	if e.Order < e.Min || e.Order > e.Max {
		return fmt.Sprintf("planes: %s: order %d is outside %d..%d", e.Object, e.Order, e.Min, e.Max)
	}
	if e.Needs == "" {
		return fmt.Sprintf("planes: %s: order %d is no prime power (nearest: %d, %d)", e.Object, e.Order, e.Below, e.Above)
	}
	nearest := strconv.Itoa(e.Below)
	if e.Above != 0 {
		nearest += ", " + strconv.Itoa(e.Above)
	}
	return fmt.Sprintf("planes: %s: order %d is not %s (nearest: %s)", e.Object, e.Order, e.Needs, nearest)
}

// SizeError says that an explicit object would have more incidences than this package keeps in
// memory.
type SizeError struct {
	Object     string // what was asked for, such as "net of side 16384 with 3 classes"
	Incidences int64  // its number of (point, line) incidences
	Max        int64  // the limit, MaxIncidences
}

func (e *SizeError) Error() string {
	return fmt.Sprintf("planes: %s has %d incidences, more than the %d that are kept explicitly",
		e.Object, e.Incidences, e.Max)
}

// FormError says that a list of lines (or of rows, of classes) has not the form of the object it
// was given for, before any axiom is looked at: a point out of range, lines of different sizes,
// sizes that belong to no plane.
type FormError struct {
	Object string // the name given to the object
	Line   int    // the offending line, counted from 0, or -1 when no single line is at fault
	Reason string
}

func (e *FormError) Error() string {
	if e.Line < 0 {
		return fmt.Sprintf("planes: %s: %s", e.Object, e.Reason)
	}
	return fmt.Sprintf("planes: %s: line %d (counted from 0) %s", e.Object, e.Line, e.Reason)
}

// Element says what a number in an AxiomError counts.
type Element int

// The two elements of an incidence structure.
const (
	Points Element = iota
	Lines
)

func (e Element) String() string {
	if e == Lines {
		return "lines"
	}
	return "points"
}

// other is the element that two of e have in common.
func (e Element) other() Element { return 1 - e }

// AxiomError is the witness against "any two of these have exactly one of those in common": two
// points that are joined by no line or by several, or two lines that meet in no point or in
// several. All numbers count from 0; the lines of a net are numbered class by class, line i of
// class c being c times the side plus i.
type AxiomError struct {
	Object string
	Pair   Element // what A and B are
	A, B   int     // the offending pair
	Common []int   // what the two have in common: empty, or at least two elements
}

func (e *AxiomError) Error() string {
	return fmt.Sprintf("planes: %s: %s %d and %d (counted from 0) have %d %s in common %v, want exactly 1",
		e.Object, e.Pair, e.A, e.B, len(e.Common), e.Pair.other(), e.Common)
}

// PartitionError is the witness against a parallel class of a net that does not partition the
// points: a point on none of its lines, or on several. All numbers count from 0.
type PartitionError struct {
	Object string
	Class  int
	Point  int
	Lines  []int // the lines of the class through Point, counted within the class: empty, or at least two
}

func (e *PartitionError) Error() string {
	return fmt.Sprintf("planes: %s: point %d is on %d lines of class %d (counted from 0) %v, want exactly 1",
		e.Object, e.Point, len(e.Lines), e.Class, e.Lines)
}

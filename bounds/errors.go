package bounds

import (
	"fmt"
	"math"
)

// A RangeError reports a number outside the range that a function is defined on.
type RangeError struct {
	Name     string // the parameter, as the documentation calls it
	Value    int    // what was given
	Min, Max int    // the legal range, both ends included
}

func (e *RangeError) Error() string {
	if e.Max == math.MaxInt {
		return fmt.Sprintf("%s = %d is out of range: at least %d is needed", e.Name, e.Value, e.Min)
	}
	return fmt.Sprintf("%s = %d is out of range %d..%d", e.Name, e.Value, e.Min, e.Max)
}

// checkRange returns a RangeError if value is outside min..max.
func checkRange(name string, value, min, max int) error {
	if value < min || value > max {
		return &RangeError{Name: name, Value: value, Min: min, Max: max}
	}
	return nil
}

// need panics with a RangeError if value is outside min..max.
func need(name string, value, min, max int) {
	if err := checkRange(name, value, min, max); err != nil {
		panic(err)
	}
}

// needAtLeast panics with a RangeError if value is below min.
func needAtLeast(name string, value, min int) { need(name, value, min, math.MaxInt) }

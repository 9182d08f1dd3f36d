package bounds

import (
	"fmt"
	"math"
)

// checkRange returns an error if value is outside min..max.
func checkRange(name string, value, min, max int) error {
	switch {
	case value >= min && value <= max:
		return nil
	case max == math.MaxInt:
		return fmt.Errorf("%s = %d is out of range: at least %d is needed", name, value, min)
	}
	return fmt.Errorf("%s = %d is out of range %d..%d", name, value, min, max)
}

// need panics with the error of checkRange if value is outside min..max.
func need(name string, value, min, max int) {
	if err := checkRange(name, value, min, max); err != nil {
		panic(err)
	}
}

// needAtLeast panics if value is below min.
func needAtLeast(name string, value, min int) { need(name, value, min, math.MaxInt) }

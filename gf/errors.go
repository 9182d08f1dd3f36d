package gf

import "fmt"

// codeError reports a number that is not the code of an element: the codes of a field with q
// elements are 0 to q-1. The arithmetic on codes panics with it.
type codeError struct {
	code  int64 // the offending number
	order int   // codes are at least 0 and less than order
}

func (e *codeError) Error() string {
	return fmt.Sprintf("gf: %d is not the code of an element of GF(%d): codes are 0 to %d", e.code, e.order, e.order-1)
}

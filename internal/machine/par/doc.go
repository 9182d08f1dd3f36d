// Package par distributes work over goroutines so that no answer depends on their number. [For]
// runs tasks in any order, [First] finds the first success in the order of the inputs, and
// [Ordered] yields results in their order. [Poll] checks a context once in many steps. [Progress]
// is the type with which every package reports progress.
//
// Every function except [Start] and [LeaveBehind] returns after its goroutines have ended. If the
// caller's context ends, the error is its cause.
package par

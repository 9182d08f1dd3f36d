// Package par shares work out among goroutines so that no answer depends on how many there are:
// [For] takes what comes, [First] the first in the order of the inputs, [Ordered] hands results
// over in their order. [Poll] looks at a context once in many steps; [Progress] is what every
// package tells the person who waits.
//
// Every function but [LeaveBehind] returns after its goroutines have ended. When the context of the
// caller ends, the error is its cause.
package par

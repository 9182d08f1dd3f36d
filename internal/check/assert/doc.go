// Package assert has the checks of nearly every test: that a call does not fail, and that two
// values are equal. A test with this package is as long as its thought:
//
//	fano := assert.Got(construct.Open(ctx, "fano"))(t)
//	assert.Equal(t, fano.N(), 7)
//	assert.Equal(t, fano.Sizes(), want, "order = %d", order)
//
// Got, OK and the functions that begin with Must end the test; the others let it go on. Each
// function takes a label last: a format and its values, which come before the message. The package
// is for tests alone.
package assert

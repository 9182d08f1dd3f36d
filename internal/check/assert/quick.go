//go:build !slow

package assert

// WithSlow says whether slow tests run: it is the build tag slow.
const WithSlow = false

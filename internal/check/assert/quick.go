//go:build !slow

package assert

const slow = false

//go:build !lab

package lab

// released returns nil, because this program was built without an engine.
func released() *Built { return nil }

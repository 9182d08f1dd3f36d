// Package looks has the context with which tests stop a computation at its first look at the
// context, at its second, and so on.
package looks

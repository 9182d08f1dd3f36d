// Package compositions holds the study of systems that are adjusted, mapped and put into each
// other.
package compositions

// Package progress shows on a terminal how far work is that takes longer than a moment: a bar where
// the steps are counted beforehand, and otherwise a spinner with what was counted so far.
package progress

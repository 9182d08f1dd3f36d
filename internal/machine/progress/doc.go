// Package progress shows on a terminal the progress of work that takes longer than a moment. It
// shows a bar if the number of steps is known, and otherwise a spinner with the count so far.
package progress

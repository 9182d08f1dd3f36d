// Package memory keeps large tables within a budget: whoever is about to make one computes its size
// first and calls [Ask]. What does not fit is a [*Error], so that a figure becomes null with a
// reason, and no process ends because the machine has no more.
//
// The budget travels in the context ([With]); where nobody set one it is [Default]. Each table is
// compared with the whole budget by itself: an answer depends on the budget, never on what other
// workers hold at the moment.
package memory

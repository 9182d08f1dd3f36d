// Package session has the parts that the searches share: the result under way with its two bounds,
// the questions that are put to a SAT solver, and the machinery behind them. Keepers keep the
// proofs, and cubes are decided on many cores or machines. Package search has the part that callers
// need.
package session

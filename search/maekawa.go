package search

// MaekawaOptions are those of Maekawa.
type MaekawaOptions struct {
	Options
	// Exact asks for (c) and (d) with equality: every |S_i| = K, every responsibility K.
	Exact bool
	// Size and Responsibility, if not 0, ask for one pair of limits: |S_i| <= Size and every
	// responsibility at most Responsibility. Responsibility alone goes with MinTotal.
	Size, Responsibility int
	// MinTotal asks for the least Σ|S_i| in place of the least K, under Responsibility.
	MinTotal bool
	// Unique asks for sets that differ.
	Unique bool
	// Symmetry is "" (none), "cyclic" (the S_i are translates in Z_n) or "orbits" (a cyclic group acts
	// on nodes and sites, with orbits of one length and fixed nodes): only such systems are then
	// looked for. OrbitLength, if not 0, is that length.
	Symmetry    string
	OrbitLength int
	// Method is "" or "auto" (arithmetic, then covers, then SAT), "sat" (no argument but
	// the formula) or "exhaustive" (a dedicated search in place of SAT).
	Method string
	// Steps, if not 0, limits the exhaustive search with MinTotal: another way to end it
	// than a clock, with the same bounds on every machine. With few steps (up to 2^22) there is
	// no simulated annealing either: with one, arithmetic and constructions alone.
	Steps int64
}

// Package results holds, as files within the program, the tables and certificates that say which
// values are the best known: what `coterie experiment run` wrote into this folder and committed.
// Whoever reads them here cites them; `coterie experiment check` computes them again.
package results

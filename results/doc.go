// Package results holds, as files within the program, the tables and certificates that say which
// values are the best known: those that `coterie experiment run` wrote into this folder and
// committed. It reads them as records: one for each value, with its bounds, the arguments for them
// and its witness.
//
// kinds.json declares each kind of record: its tables, their columns, the parameters beside N, the
// certificate with the witnesses and which entry of it belongs to a record, the source, and the
// command that repeats the search. A further kind is a further entry there, and its tables in the
// lists of embedded files.
//
// Whoever reads records cites them; `coterie experiment check` computes the tables again, and
// package solve/record judges a record from its witness alone. packed/ has, compressed,
// certificates that are too long to be embedded as they are.
package results

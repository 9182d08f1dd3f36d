// Package evidence keeps what a search with an external SAT solver rests on, in a folder that
// others can check: for each question the formula as DIMACS, the solver's proof that it has no
// model (DRAT) or its model, and one manifest that says what was asked, which theorems carry the
// encodings, what was checked, and which bound follows from what.
//
// # Writing
//
// A [Writer] is the [search.Keeper] of a search. Each proof is checked by package drat before the
// search goes on with the answer: one that does not hold is a *search.SolverLiedError. The folder
// grows as FOLDER.partial, and gets its name when the search is over ([Writer.Finish]); a search
// that was interrupted leaves it there, with a manifest of what it has.
//
// # Checking
//
// [Verify] reads a folder, checks sizes and hashes, and then runs the search that the manifest
// names once more, with a keeper that has no solver: each formula that the search asks about is
// written anew, looked up by its hash, and answered by the proof, which is checked against the
// formula of the search itself, or by the model. So the formulas of the folder need not be
// believed, and need not even be there. What remains on trust is that this program's encodings say
// what they are said to say (the theorems that are named, and their tests), its arguments that are
// no questions, and its checker of proofs.
//
// A folder comes from anywhere: names lead nowhere outside of it, sizes are compared before
// anything is read, and unknown keys are refused. Files may be compressed: NAME.gz stands for NAME.
//
// # Format
//
// manifest.json, with the keys of [Manifest]; numbers are decimal, hashes SHA-256 of the file as it
// is without compression. A model is a text file: the true literals, with spaces and line ends
// between.
package evidence

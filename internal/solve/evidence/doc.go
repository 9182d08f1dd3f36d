// Package evidence keeps what a search with an external SAT solver rests on, in a folder that
// others can check: for each question the formula as DIMACS, the solver's proof that it has no
// model (DRAT) or its model, and one manifest that says what was asked, which theorems carry the
// encodings, what was checked, and which bound follows from what.
//
// # Writing
//
// A [Writer] is the [session.Keeper] of a search. Each proof is checked by package drat before
// the search goes on with the answer: one that does not hold is a *sat.SolverError. The
// folder grows as FOLDER.partial, and gets its name when the search is over ([Writer.Finish]); a
// search that was interrupted leaves it there, with a manifest of what it has. The manifest is
// written after each question, so that a process that is killed leaves as much.
//
// A question that is split ([session.CubeKeeper]) has a list of cubes and a proof for each
// (docs/theorems/cubes.md). A proof is checked when it comes, from whatever worker of a cluster,
// and waits in a file of its own; when the question is over, or the search is interrupted, those
// that there are go into one pack, in the order of the cubes. So the folder does not depend on
// who was fast. [Resume] takes up the folder of a search that was interrupted or killed: what it
// answers is checked again and not asked again, to the cube.
//
// # Checking
//
// [Verify] reads a folder, checks sizes and hashes, and then runs the search that the manifest
// names once more, with a keeper that has no solver: each formula that the search asks about is
// written anew, looked up by its hash, and answered by the proof, which is checked against the
// formula of the search itself, or by the model. So the formulas of the folder need not be
// believed, and need not even be there. Of a question in cubes package refutation checks first
// that the list covers all assignments, and then each cube. What remains on trust is that this
// program's encodings say what they are said to say (the theorems that are named, and their
// tests), its arguments that are no questions, and its checker of proofs.
//
// A folder comes from anywhere: names lead nowhere outside of it, sizes are compared before
// anything is read, and unknown keys are refused. Files may be compressed: NAME.gz stands for
// NAME.
//
// # Format
//
// manifest.json, with the keys of [Manifest]; numbers are decimal, hashes SHA-256 of the file as
// it is without compression. A folder without questions in cubes is of the first format, and may
// have other files beside its own; the second may not. A model is a text file: the true
// literals, with spaces and line ends between.
package evidence

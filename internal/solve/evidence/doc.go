// Package evidence keeps the evidence for a search with an external SAT solver in a folder that
// others can check. For each question it has the formula as DIMACS, and the solver's proof that it
// has no model (DRAT) or its model. One manifest lists the questions, the theorems that carry the
// encodings, the checks that were made, and the questions on which each bound rests.
//
// # Writing
//
// A [Writer] is the [session.Keeper] of a search. Each proof is checked by package drat before
// the search goes on with the answer: one that does not hold is a *sat.SolverError. The
// folder grows as FOLDER.partial, and gets its name when the search is over ([Writer.Finish]); a
// search that was interrupted leaves it there, with a manifest of its contents. The manifest is
// written after each question, so that a killed process leaves one, too.
//
// A question that is split ([session.CubeKeeper]) has a list of cubes and a proof for each
// (docs/theorems/cubes.md). A proof is checked when it comes, from whatever worker of a cluster,
// and waits in a file of its own; when the question is over, or the search is interrupted, the
// proofs go into one pack, in the order of the cubes. So the folder does not depend on the speeds
// of the workers. [Resume] takes up the folder of a search that was interrupted or killed: its
// answers are checked again, and only the other questions and cubes are solved.
//
// # Checking
//
// [Verify] reads a folder, checks sizes and hashes, and then runs the search that the manifest
// names once more, with a keeper that has no solver: each formula that the search asks about is
// written anew, looked up by its hash, and answered by the proof, which is checked against the
// formula of the search itself, or by the model. So the formulas of the folder need not be
// believed, and need not even be there. Of a question in cubes package refutation checks first
// that the list covers all assignments, and then each cube. It remains to trust that this program's
// encodings are correct (by the named theorems and their tests), the arguments of the search that
// are no questions, and the checker of proofs.
//
// A folder comes from anywhere: names cannot lead out of it, sizes are compared before anything is
// read, and unknown keys are refused. Files may be compressed: NAME.gz stands for NAME.
//
// # Format
//
// manifest.json, with the keys of [Manifest]; numbers are decimal, hashes SHA-256 of the file as
// it is without compression. A folder without questions in cubes has the first format, and may
// contain other files besides its own. A folder in the second format may not. A model is a text
// file: the true literals, with spaces and line ends between.
package evidence

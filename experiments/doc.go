// Package experiments holds the named studies of the project and the machinery that runs them: it
// computes tables, draws figures from them, keeps certificates, judges the claims of papers, writes
// all of that to results/, and checks the files there against the results of today's program.
//
// # Definitions
//
//   - A study ([Spec], [NewStudy]) is a function from parameters and a seed to files. Its default
//     part takes at most 10 seconds on one core. Its full part holds the longer computations.
//     package studies lists them.
//   - A row is the result for one parameter of a list. [Rows] computes rows in parallel and returns
//     them in the order of the parameters.
//   - A table ([table.Table]) is a CSV file with typed, documented columns.
//   - A certificate is a JSON file that somebody can verify without a search: a system that attains
//     a value, a strategy with node weights. The study's Verify does that.
//   - A judgement ([Judge], [JudgeExists], [JudgeOnce]) is the outcome of trying a statement on a
//     range by code. A claim ([Claim]) is a statement of a paper with its judgement. The study
//     `claims` gathers all of them.
//
// # How a study reads
//
// From top to bottom, as a list of declarations: parameters, rows, tables, plots, certificates,
// claims.
//
//	type row struct {
//		N int `csv:"n,nodes" doc:"modulus"`
//		K int `csv:"k,nodes,omitzero" doc:"least number of residues; empty where it is not known"`
//	}
//
//	func declareCovers(out *Output, p parameters) {
//		rows := Compute(out, "covers", Numbers(1, p.Nodes), coverAt)
//		covers := Table(out, "covers", rows,
//			"n", "k",
//			Bools("plane", "", "whether there is a plane of n points", row.plane))
//		out.Plot("covers", "Smallest covers", plot.Axis{Label: "n", Unit: "nodes"}, plot.Axis{Label: "K", Unit: "nodes"},
//			covers.Scatter("cover", "n", "k", Is("plane", false)),
//			covers.Curve("√n", 1, float64(p.Nodes), math.Sqrt))
//		out.Claim("author-bound", "Author 1985", "section 7", "K(K-1)+1 is at least N.",
//			ForAll(fmt.Sprintf("N in 1..%d", p.Nodes), rows, func(r row) (bool, string) {
//				return r.K*(r.K-1)+1 >= r.N, fmt.Sprintf("N = %d: K = %d", r.N, r.K)
//			}).Proved("counting"))
//	}
//
// The rules:
//
//   - A computation is a function of its own that returns a row and an error. [Compute] runs it for
//     a list of parameters, in parallel, and keeps its rows for --resume. A declaration has no loop
//     over cells and returns no error: the [Output] keeps the first error, as bufio.Writer does,
//     and every later call does nothing.
//   - An error ends a row, a declaration or the verification of a certificate where it happens
//     ([Must], [Ensure]) and becomes its error. A function returns its errors if a caller tells
//     them apart.
//   - After an error lists of rows are empty. So take indices and the least or greatest element
//     from the parameters, or write if out.Err() != nil { return } before them, and before any long
//     computation outside Compute. [Output.Fail] enters an error that comes from elsewhere.
//   - A column that shows a field of the row is declared by the tags of the field, and named where
//     the table is made ([Columns]). A computed column is one line: name, unit, documentation, and
//     a function or method of the row. nil, "" and the values that [Column.If] or [Column.NonZero]
//     leaves out give empty cells. Columns that follow from a list are appended to a []Column[R].
//   - A table with several lines for a row is made from the parts of the rows, which [Flat] lists.
//   - A plot shows columns of tables and nothing else: layers come from the sheets that [Table]
//     returned, choose rows by [Is], [Not] and [AtLeast], and are grouped by [Sheet.Values]. A
//     layer without points is left out, so no condition stands around it. Other pictures declare
//     the tables from which they were drawn by [Output.Draw].
//   - A claim states its cases ([Keep] chooses the rows) and how one case is tried. Its verdict and
//     its command follow. [ForAll] tries all cases of a list, [Judge] a sequence or a sample,
//     [JudgeExists] seeks an example, [JudgeOnce] judges a single fact, [HoldsUnderReading] adds a
//     reading, [Judgement.Proved] a proof.
//   - A statement that only small cases contradict is tried from the largest case down
//     ([LargestFirst]).
//   - An error is no verdict: a judge that can fail uses [Must], which ends the study.
//   - A claim that no paper makes has the source [BeyondThePaper]. A sentence that is judged again
//     by other means is emitted by [Output.ClaimAgain] and counted once.
//   - A finding is a sentence whose numbers come from rows; [Output.Found] names the picture that
//     shows it.
//   - The function that declares claims takes only the rows, so that a test can give it wrong rows
//     ([ClaimsOf]).
//
// # What a default row may hold
//
// A row holds only decided values that are the same in every run: values with a proof, bounds,
// verdicts. It never holds a result that was cut short by a clock or a limit of effort, never a
// time, never the particular model that a solver happened to find (that goes into a certificate),
// and nothing that depends on the number of jobs, on the order of a map or on the machine. A float
// is rounded to 6 significant digits, which hides the last bits in which processors differ; if a
// value is a fraction, a cell of [table.KindRatio] keeps it exact. "Not applicable" and "unknown"
// are empty cells, with the reason in a column of its own.
//
// All randomness comes from [Env.Rand], labelled by row.
//
// # Layout of results/
//
//	results/manifest.json          how everything here was computed
//	results/index.html             all of it, for people: see "The report page"
//	results/NAME/*.csv             tables of the default part of study NAME
//	results/NAME/*.svg             pictures drawn from them
//	results/NAME/*.json            certificates
//	results/NAME/claims.csv        the judged claims, if the study judges any
//	results/NAME/findings.csv      the findings of the default part, in sentences
//	results/NAME/full/             the same for the full part
//	results/.partial/              unfinished files; never committed
//	results/.partial/lock          names the run at work here, while there is one
//
// A study owns its folder: a run replaces it. [Check] reports any file that was put there by hand,
// and [Run] refuses to start until it is gone. File names are lower-case words joined by -.
//
// # The manifest
//
// results/manifest.json is one object: "format" ("coterie-results/1") and "studies", an object by
// study name of objects with the members "default" and "full". Each of these parts holds
//
//	version, go, os, arch   of the program and the machine that first computed these files; for
//	                        information, never compared
//	parameters              of the part, as JSON
//	seed                    used again by Check
//	reads                   SHA-256 of the files read from other studies, by STUDY/FILE or STUDY/full/FILE
//	files                   by name: sha256; for a table its columns (name, kind, unit, doc); for a picture
//	                        drawn_from, the SHA-256 of the part of each table that it shows: of a plot its titles and
//	                        the names and points of its layers, of other pictures the rows
//
// Keys and files are in a fixed order. The manifest is replaced by a rename; entries of studies
// that were not run stay.
//
// A run that computes the same results again changes no byte in the folder, whatever its version:
// an entry with the old files, parameters, seed and inputs is kept unchanged, and so is a
// certificate that still verifies while every table is the same, although the search found another
// one. No other file names a version.
//
// # The report page
//
// results/index.html tells the story: the purpose of the page and the actions of a visitor; the
// findings of the studies that have a place in it ([Study.Story]), each a headline of one sentence
// with the rest below it and its picture; a gallery of drawings ([Study.Drawings]); all claims as a
// folded referee report, each once, the failing ones first; then the studies, paper by paper
// ([Study.Filed]), each with its findings ([Output.Found]), the picture that shows them, its doc,
// its tables folded, and last how it was made.
//
// It needs no network. The pictures of the story stand in it. All other pictures are files beside
// it, and so are long tables, whose first rows it shows. Its links are relative. A full part is
// described by its command and its files. It has at most [pageLimit] bytes, however many studies
// there are: if they would make it longer, it holds less of each ([pageDetail]).
//
// The page is a function of the manifest, the files that it lists, and the titles and docs of the
// studies, and of nothing else, so [Check] compares it by bytes ([StalePage]). A run writes it
// anew, through a rename, after each study that it completes and at its end; a run that is
// interrupted ends at once, with the page of the last study that it completed. So it agrees with
// the manifest whenever no run is at work. If the program dies in between, the next completed run
// writes the page. If the page cannot be written, no results are lost: the run goes on, and ends
// with a [PageError]. A page that no run wrote is never replaced.
//
// Markup, style sheet and script are in the folder report and are embedded in the program.
//
// # Runs, interruptions, crashes
//
// One run or one redraw at a time works on a results folder; checks share it. A second one fails
// with a [quorum.InputError] that names the first. The lock is that of the operating system
// (package files): it ends with its process, however that ends. If a folder can only be read, a
// check takes no lock.
//
// [Run] keeps a study's files in memory until the study has finished. Then it writes them to a new
// folder, moves the present folder aside, moves the new one into its place, takes the folder of the
// full part along, and removes the old one: renames within results/, each of which is taken back if
// a later one fails. If the program dies in between, the next run completes the replacement or
// undoes it before it does anything else, so neither the old folder nor the new one is lost, and
// full/ never is.
//
// Every row that [Rows] finishes is appended to results/.partial/NAME/PART/rows/STAGE.jsonl. When
// the context ends (Ctrl-C), Run returns a [StudyError] whose End is [StudyInterrupted]; nothing of
// the interrupted study has touched its folder, and a run with Options.Resume takes the kept rows
// up. They count only under the same version and build of the program, parameters and seed;
// otherwise they are discarded, with a note. Rows are kept until the whole run is complete, so that
// resuming a run of all studies does not compute the first ones again. Without Resume a run
// discards the kept rows, with a note.
//
// If the disk refuses a write, because it is full or read-only or because something else stands in
// the place of a file, the error is a [StoreError] and no fault of a study: the finished rows are
// kept, and the folder of the study is the old one. Only regular files of a results folder are
// read, at most 256 MiB of each. A pipe, a device or a folder in the place of a file is never
// waited for.
//
// A study that does not return within [patience] of the end of its context is left behind, so that
// the user who stopped it waits for less than a second.
//
// A row that returns after the context ended is not kept, and a study that returns after the
// context ended is not installed: either may have been cut short. A row always passes through its
// JSON, so a resumed run and an uninterrupted one give the same bytes.
//
// # Many machines
//
// Every stage is a job of package work, every row a part of it. With [Options.Runner] the rows of a
// run are computed elsewhere, by workers that have [Work]: the files have the same bytes, kept rows
// and --resume work as usual, and a row from elsewhere is kept once it is trusted. A row is a
// closure in the middle of a study, so a worker runs the study up to the stage, from the parameters
// and the seed, with the rows of earlier stages from the cluster, and makes nothing but rows. So
// each worker pays for long computations outside [Compute] before each later stage. `claims` reads
// the files of other studies and has no rows: it is made on the machine that has the results. Four
// studies are computed at once and installed in their order, so that the last rows of one study
// leave no worker idle.
//
// A row from elsewhere is trusted by its form and by a sample: one row in a hundred, at least one
// and at most eight, chosen by the key of the job, is computed again here, and the bytes are
// compared. No clock chooses the sample, so if each row takes hours, the sample does too. This
// machine counts the rows. Before a worker computes the first row, a hash of all parameters is
// compared to make sure that the rows are the requested ones.
//
// # Check
//
// [Check] writes nothing but the lock. It recomputes the default parts (or all) under the recorded
// seeds, compares CSV by bytes, verifies certificates instead of finding them again (a study calls
// [Env.Known] before it searches), and judges a picture by the hash of the points and rows that it
// shows, because the bytes of a picture depend on the library that draws it. A point that moves
// makes the picture out of date; a row or a column that it does not show does not. It compares
// every file with its hash in the manifest and reports files that are missing or stray. See
// [Problem] for the list.
//
// # Verdicts
//
// A verdict is computed, never typed: a [Judgement] has no exported fields, and the only way to
// make one is to try a statement. "For all" holds on a range when no case of it is a
// counterexample, and fails with the first one. "There is" holds with an example, and fails only
// when an exhaustive range has none. A judgement becomes proved by naming the file of docs/theorems
// with the proof, and only if it was exhaustive on its range and no counterexample turned up.
// "Holds under" takes two judgements, one of the words and one of the reading. [ButFor] tries the
// same words twice, with and without trivial cases such as n = 1. The claim then says in a column
// of its own that it fails only in these cases. claims.csv has that column if some claim of the
// study needs it.
package experiments

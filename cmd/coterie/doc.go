// Command coterie builds, checks, measures and compares quorum systems.
//
//	coterie VERB [SPEC] [flags]
//
// # Verbs
//
//	plan FILE            the best system for servers that differ, and how far that is proven
//	compare [SPEC...]    every family for n nodes, and the given systems, in one table
//	families             lists the constructions, or the default system of each for n nodes
//	build SPEC           prints a system
//	check SPEC           judges every property that its kind can have, with witnesses
//	measure SPEC         load, resilience, availability, domination, degree; --proof: with proofs; --fleet: for servers that differ
//	bounds --n N         prints every closed-form limit for n nodes (and m groups)
//	search WHAT          a best system, with the proof that there is no better one: maekawa, cyclic, cover, group, plane, mols, load
//	enumerate --n N      lists or counts all coteries, all nondominated ones, one of each class; group systems, too
//	extend SPEC          a nondominated system that dominates it, and contains it if that is possible
//	simulate SPEC        runs a mutual-exclusion algorithm over it: messages, delays, whether its rule holds
//	explore SPEC         visits every state that an algorithm can reach over it, and judges each state
//	record WHAT N        the best value known, with both bounds, its witness and its source; all records as a data package
//	verify DIR, FILE     replays the proofs that --proof of search, extend and check kept; judges records from their witnesses
//	draw SPEC            a picture of it: SVG, PNG, PDF or TikZ, by the ending of -o
//	experiment list      lists the studies
//	experiment run       computes studies: CSV, plots, certificates and a report page under results/
//	experiment check     computes them again and compares the files under results/
//	experiment redraw    draws their plots again from the tables under results/
//	exercises            makes exercises from a seed, with their answers, and judges answers to them
//	cluster serve        keeps jobs, their parts and results, for many machines
//	cluster work         computes parts of them, until it is ended
//	cluster status       shows the jobs, their progress, and the workers
//	cluster cancel JOB   removes a job
//	version              prints the version
//	help words [WORD]    prints the glossary, or the entries of a word
//	completion SHELL     prints a completion script
//
// # Specs
//
// A SPEC names a system. The forms are tried in this order: "-" reads a file from standard input;
// "@PATH" reads the file PATH; "{1,2},{2,3},{1,3}" lists the quorums themselves, by numbers or
// names; "expr:EXPRESSION" is the read/write system of a monotone expression;
// "FAMILY:KEY=VALUE,..." builds a system, and "fano" is another name of fpp:order=2 (package
// construct documents all forms, `coterie families` lists the families); anything else that ends in
// .json or has a path separator is a file. Files are JSON, lists with a quorum on each line, or CSV
// as build writes it; package quorum documents these formats. A note on standard error states the
// assumptions about a file.
//
// The FILE of plan and of --fleet is a fleet file (package fleet), or one of the software that runs
// on the servers, by its content (package fleet/inventory); --write-fleet FILE writes the fleet
// file that it stands for. --export FORMAT writes the system as configuration (package
// fleet/deploy) in the place of the answer, and has no --format; a system that the software cannot
// run is exit status 2.
//
// The main numbers of a verb may be given without their flags: `coterie search group 11 5` means
// --n 11 --m 5.
//
// # Output
//
// Results go to standard output, everything else to standard error. --format chooses text
// (default), json, csv or parquet (only into a file); all of them show the same value. The verb
// compare also has latex; build and extend write lists of quorums, and no Parquet. If the name of
// the file of -o ends in .json, .csv, .parquet or .tex, the file has that format, and any other
// --format is refused; so is an ending that the verb does not write. Of plan and measure --fleet,
// .svg, .png, .pdf and .tex draw the answer for a slide.
//
// With -o FILE the result goes to a temporary file in the same folder, .coterie-RANDOM.tmp. When
// the result is complete and on the disk, this file replaces FILE, so FILE is either complete or
// unchanged. Symbolic links are followed, even if they lead to nothing yet; devices and named pipes
// are written directly. An existing file keeps its mode, and a new one obeys the umask. If a run
// was killed, the next run that writes into the folder removes its temporary files. --system and
// --dimacs write in the same way.
//
// An interrupted run leaves its result so far in FILE.partial. This file belongs to that run: while
// it is there, no verb writes to FILE (status 2) except enumerate --resume, which goes on with it.
//
// The program waits for the other end of a pipe, for reading and for writing, until --timeout or
// Ctrl-C. After that, it gives up a write that nobody takes for half a second. A second signal
// within a second of the first changes nothing; a later one ends the process at once.
//
// Names from outside are printed so that they do no harm, and so that different names look
// different. A name with invisible characters is printed in Go's quotes with escapes. In a list, so
// is a name with a comma, a brace or a space, or one that is the number of another node. In CSV an
// apostrophe precedes any text that a spreadsheet would run or change (package table says when);
// numbers stay numbers. Nodes, quorums and cartels are numbered from 1. JSON keys are a contract:
// more may be added, none is renamed.
//
//	check: kind, name, n, quorums; the main answers: quorum_system, coterie, nondominated, writes_meet (true, false,
//	    or null), domination_witness: {cartel, nodes}, reasons (by key: why one of these is null);
//	    arbiter (of a quorum-system: the greatest k for which every k+1 quorums share a node; null where all share one) and
//	    arbiter_witness (k+2 quorums that share none);
//	    properties: [{name, holds, witness, reason}]
//	    holds is true, false, or null with a reason; a witness has those of the
//	    keys cartels, quorums, sites, processes, sets, nodes, values, liars that apply;
//	    for_good (of a sharing structure: can each process be given its resource when it enters?): the keys of a property, and
//	    rule, table: [{held and enters: process, quorum, resource}] (where the rule depends on who is inside, and is short) with
//	    alike (sets of nodes that may be exchanged in it), or sequence: [{process, quorum, resource}] (without a quorum it leaves,
//	    without a resource it finds none free) and strategy: {process, quorum, replies: [{resource, then (a strategy)}]}
//	    of a federated system: kind, n, faulty and without (names, where they are given), greatest_quorum (how many nodes are in
//	    some quorum), properties (as above; the witness of quorum-intersection: two disjoint quorums, lists of names), faults
//	    (why nodes are in no quorum), and with --proof proofs, as search has them
//	    of an asymmetric system: kind, name, n, canonical (the file has no quorums), properties (as above: b3, consistency, availability)
//	build: of an asymmetric system the file itself, with the quorums of each process
//	families: [{name, kind, usage, params, exists, source, summary}]; with --n
//	    [{name, n, m, k, spec, reason, nearest, min_quorum, max_quorum,
//	    min_responsibility, max_responsibility, quorums, degree, method}]
//	exercises: seed, exercises: [{number, topic, level, question, system (a SPEC), answer_form, words (of the glossary), run (where the
//	    events of a run are asked for: {algorithm, flaw, requesters}, for the flags of simulate), and with --key key (a right answer), why, command}]; with --answer: seed, number, topic, answer, right, why, command
//	compare: n (a number, or [from, to]), m, k (holders at once), mix, p, rows: [{n, spec, family (null for a file), given, m, k: {min, max},
//	    responsibility: {min, max}, load ("3/7"), resilience, failure, holders, failure_of_all (of that many at once), messages, messages_exact ("15/2"), nondominated,
//	    intersecting, front, estimates: {load, failure, failure_of_all, messages: {low, high, confidence}}, reasons (by key: why a
//	    figure is null or an estimate; front: why a row takes no part)}], in the order of n and then of --sort;
//	    picks: [{n, of (load, failure, messages), spec, load, failure, messages, load_times_least, failure_times_least,
//	    messages_more_than_fewest, ties, tied (rows that the next costs put behind it), open (rows not exact and perhaps less), beside (the best in which
//	    not one node decides alone)}]; with --liars: liars, kind, left_out (by spec: why a family's system is not in rows), and in rows
//	    min_intersection and byzantine: {dissemination, masking, opaque}, as measure has them (null with a reason); in CSV min_intersection,
//	    dissemination, masking, opaque
//	plan (without --export, which writes configuration): n, nodes (names), optimize, verdict (found, proven-absent, unknown), best and majority (null, or one of systems; with liars the threshold that bears them), liars (where nodes may lie: {nodes, kind, shared (nodes that a read and a write share)}, borne by each system that keeps what is required),
//	    optimal, optimal_by, ties (the goals that decide next), ties_optimal (no system that ties comes before the best),
//	    latency_assumed (of times given by percentiles; also of measure --fleet), bound (no system is better), bound_exact ("3/7"), bound_of
//	    (the figure of bound, gap, read_once and costs: the first goal, but load for a capacity with several shares of reads,
//	    where capacity is the mean of its inverse), bound_by, gap (between best and bound, as a share of the bound),
//	    read_once (the best of formulas that read each node once), front_optimal (with two goals), conflict (requirements that
//	    no system keeps together), conflict_by, costs: [{requirement, change (dropped, one more, one less), value, share (of
//	    the change; where bound_of is capacity, of the load), least and most (between which it is), proven, absent}], stopped_by, notes, systems: [{spec, by, within, capacity, load (seconds a request),
//	    latency (seconds), network, availability, reads_availability, writes_availability, survives: [{zones, nodes}], writes_meet (null with a reason), disjoint_writes (two without a common node, or none), writes_good_for,
//	    data_lost: [{crash, write, read}] (through witnesses: after that crash the read quorum lives, and nobody has the data of the write; not there without),
//	    percentiles: {p50, p99, p99.9} (seconds; null with a reason where latencies are not known so far), place_percentiles: [{place, percentiles}] (where there are several places),
//	    mean_time_between_losses and mean_time_to_loss: {reads, writes, both (either of them), unit, error (at most, as a share), method} (null with a reason), keeps,
//	    fails, open (requirements not judged), front, exact (by key: "3/7"), reasons (by key), reads and writes (quorums; null
//	    where they are too many), strategy: [{place, operation, share_of_reads, choices: [{nodes, weight ("3/7"), approx}]}],
//	    prices: {nodes, load, latency, network, late (of the limits on percentiles)}}], the best first; with --from, change: {nodes (those that leave among them), from (a system), steps and gentler: [{reads_of
//	    and writes_of (today, both, plan, enough), safe_with_previous, pairs (quorums that were found to meet, one by one), unchecked (why not, or empty), copy_before (null,
//	    or why each value is copied before this step: {old_of, new_of, old, new}), keeps, fails, and the keys of a system}], fewest, reason, apart: [{old_of, new_of, old, new}] (why not in one step), joins, leaves};
//	    with a leader, leader (its node), leaders: [{node, way (seconds, of the clients to it), found, capacity, load, latency, network}] (all places), leader_proven (no place is better in the first goal);
//	    with shapes asked for, shapes: [{shape, reads_setting and
//	    writes_setting (how it is configured), votes and groups (of weights and groups), optimal, optimal_by, ties_optimal, bound,
//	    bound_by, gap (to the bound of the shape), loses (to the best of all systems, or to its bound unless loses_proven), among (what was gone through), tried (how many systems), absent (proven: none keeps the requirements), reason (why there is none), disjoint: [{reads_setting, writes_setting, read,
//	    write}] (settings whose reads do not meet writes, with two sets that share no node), and the keys of a system}]
//	measure: kind, name, n, names, intersecting, quorums, min_quorum, max_quorum, min_responsibility,
//	    max_responsibility, load ("3/7"), capacity, strategy: [{quorum, nodes, weight}],
//	    node_weights, resilience, smallest_transversal, resilience_proof:
//	    {transversals_at_least, by, disjoint_quorums, transversal_found}, live_sets (counts
//	    by size 0..n, as strings), availability: [{p, value, failure, exact, estimate:
//	    {value, low, high, confidence, samples, live, seed}, failure_at_least, failure_at_most, failure_floor,
//	    failure_interval: {value, low, high, confidence (1 where it is proved), approximate (with Student's t), digits (that it settles),
//	    smallest_transversal, counted_to (crashes), samples, failing_samples, seed, by}}], node_availability:
//	    {p, value, failure}, beside_liars: [{p, liars (at the worst places), value, failure}] (with --liars), nondominated, domination_witness: {cartel, nodes}, min_intersection (of two quorums; of groups, of two cartels), min_intersection_witness,
//	    byzantine: {dissemination, masking, opaque} (the greatest number of nodes that may lie, or null), dominating (quorums of a k-coterie that dominates a given one),
//	    semicoterie_nondominated and semicoterie_witness (of k-coteries), writes_meet (true, false, or null)
//	    and writes_witness (two writes that share no node), failing (the defining properties that fail, as check has them), limits:
//	    [{quantity, name, direction, limit, approx, slack, tight, ...}], methods and reasons
//	    (by key: how a figure was found, why one is null or an estimate). A group system has
//	    degree, uniform, mix, mix_load, mix_strategies, mix_node_weights and cartels: [...]
//	    with the keys of a family, degree, disjoint_quorums and degree_proof each; a sharing
//	    structure has cartels with processes. A k-coterie has k and concurrency: [{entries (h = 2..k), live_sets (with h disjoint
//	    quorums), availability, method, reason}]. roles are those of the cartels,
//	    where it has any: ["reads","writes"]; check has them, too. With
//	    --transversals, one object {group, nodes} a line. With --pairs: blocks, owners, speeds, share, cut, cut_pairs, fewest_pairs,
//	    most_pairs, copies: {fewest, most, all, replicated, groups, two_groups}, pairs: [{blocks, owner}]. Of a federated system: kind, n, by, faulty, without, quorum_intersection,
//	    top_tier: {complete, names}, minimal_quorums, minimal_blocking_sets and minimal_splitting_sets: {complete, count, least (the
//	    size of a smallest; null without one), at_least (no set that is not listed is smaller), reason (why it is not complete),
//	    sets: lists of names, by size}, symmetric_clusters (lists of names), availability (null where the minimal quorums are not all known), faults
//	    Of an asymmetric system: kind, name, n, faulty, wise, naive, guild (the greatest), evidence: [{process, quorum}], tolerated: {complete,
//	    reason, sets (the maximal ones)}, fatal: {at_least, at_most, set} (faulty processes that leave no guild; the sizes bound the fewest)
//	    In CSV, beside the exact columns: role; failure with failure_low and failure_high where
//	    it is an estimate; limit, limit_approx and slack_approx of the tightest limit, in
//	    decimals, and limits_approx with all of them
//	    With --fleet: n, nodes, the keys of a system of plan, and loads (at each share of reads), alone (by goal: the best
//	    strategy without limits), adapting (another strategy at each share; null with one share), curve: [{reads, load,
//	    capacity}] (linear between), witnesses (failures that are not survived), tails: {read, write, read_all, write_all: [{share,
//	    seconds, low, high}]} (of the strategy, and where every request asks all nodes),
//	    open (figures not found), liars (as of plan) and liars_break (how they break the system; not there where it bears them)
//	search: search, question, verdict (found, proven-absent, unknown), objective, value, lower, lower_by, upper,
//	    upper_by, optimal, stopped_by, asked (the last question to a SAT solver, "" if there was none), notes, system
//	    (null without one); cyclic: cover (residues, from 0), mate (residues of the other cover of --with), mate_sizes: [{a, lower, upper}] (bounds on the residues of cover by those of mate), pairs (as measure has them); cover: group, cover (elements, from 0), groups (these keys for each); mols: squares (symbols from 0); load: strategy
//	    and node_weights, as measure. Values are numbers, loads are texts ("3/7")
//	enumerate: on each line an object {index, system}, with --classes {index, automorphisms, orbit, system}; with
//	    --count one object {n, kind (coterie, nondominated-coterie, group-quorum-system,
//	    nondominated-group-quorum-system, k-coterie, nondominated-k-coterie), groups (of group systems), k (of k-coteries), classes, all_used, count (a string; null, with a reason, where it was cut short), method}
//	record: what, n, parameters (m, k, b, kind, group, ...), objective, value, lower, lower_by, upper, upper_by, optimal, witness
//	    (the entry of the certificate, or null), source, cited (what others print, as the table cites it), table, command, version, seed; of
//	    several records: records, a list of these without witnesses
//	verify FILE: records: [{what, n, parameters, value, holds, why, better (than the committed record), lower and upper (what carries the bound)}]
//	extend: the keys of search; contains, unchanged, kept (quorums of each given cartel that are quorums of the extension),
//	    contains_witness, contains_reason (why none contains the given system), tie_break, instead (the tie-break of --prefer
//	    availability, where one was taken whose quorums can be listed) with instead_quorums (a string), proof, counts (with
//	    --count: the quorums of each cartel, as strings), live_sets_before, live_sets (of each cartel, counts by size 0..n, as strings)
//	simulate: algorithm, system, n, knows and late (how the text is read, where it can be read in several ways:
//	    as the flags say), requesters, rule, seed, replications, warmup (entries of each that do not count),
//	unfinished (the first run was cut off, and the figures are those of its beginning),
//	    requests, entries, unserved, abandoned, messages, by_type, messages_per_entry, messages_per_entry_by_type,
//	    min_messages_of_entry, max_messages_of_entry, late_messages, max_in_cs, mean_in_cs, sync_delay and
//	    max_sync_delay (mean latencies), waiting: {mean, p50, p90, p99, max} (units of time), throughput,
//	    context_switches, max_overtaken, accesses: {counts, shares (by node), busiest, busiest_node, optimal_load},
//	    fairness, violations (number), stuck (bool), stuck_processes, failed_replication (0: none), down, intervals
//	    (by key: mean, low, high, at 95 %), reasons (by key: why a figure is null). Counts are sums over the runs.
//	    witness: null, or the shortest run that fails: steps (sentences), choices (the names of its events, for --choose),
//	    least (no step can be left out), waits. With --flaw: flaw (the part left out)
//	simulate --choose: algorithm, flaw (the part left out), system, chosen (the names of all events, those of --then
//	    included), next: [{choice (its name), what (wish, arrive or exit), actor (its number), kind (of the message that
//	    arrives), text (a sentence)}], steps (sentences), entries, violation (the step that breaks the rule, or null), stuck
//	    (the processes that wait though nothing can happen unless another one wishes), waits (why), done (--then would add
//	    nothing), page (the run as the page of --html plays it)
//	explore: algorithm, flaw (the part left out), system, n, knows and late (as for simulate), rule, requesters (processes), stands_for (number of sets of
//	    requesters whose graphs are the same), entries (of each; null: without end), fifo, reduction, states, transitions,
//	    depth (steps to the farthest), terminal (states in which nothing can happen), complete, stopped_by,
//	    mutual_exclusion (it holds), violations and stuck (numbers of states), lockout (somebody can be locked out), blocked
//	    (for good), concurrent_entering (it holds), together (how many were to enter at once), invariants: [{name, text,
//	    holds, broken (number of states)}], max_messages_per_entry, costliest_entry: {process, entry}, max_messages_of_a_run,
//	    reasons (by key: why a value is null), trace: null, or the run that fails: of (the key of the failing judge), shortest,
//	    steps (sentences), choices (names for simulate --choose), least, waits (why it fails), cycle (how many of the last steps repeat for ever); with --sets,
//	    sets: [the keys up to reasons, of each set]. Where entries is null, depth, terminal and violations are 0, as nothing
//	    is said of them
//	cluster status: jobs: [{job, kind, title, state (open, parked, done, cancelled), executable and platform (whose workers
//	    compute it), trust, parts, done, open, parked (failed three times), rate (parts a second, of the last minute), left
//	    (seconds that the open ones take at this rate, or null)}], workers: [{worker, executable, platform, jobs (parts at
//	    once), done, job (or none), since}], refused: [{worker, job, part, why}], stored and limit (bytes; limit may be null)
//	cluster serve: url, dir (one object, once it serves)
//	bounds: n, m, limits: [{name, quantity, direction, value, approx, formula,
//	    applies_to, source}]
//
// # Flags of every verb
//
//	--format text|json|csv|parquet   form of the result
//	-o, --output FILE        file for the result, instead of standard output
//	--jobs N                 workers (default: one for each core)
//	--memory BYTES           memory limit of one table, as in 8GB (default: half of the machine's)
//	--seed N                 source of all randomness, of studies and of samples (default 1);
//	                         a spec has a parameter of its own for it
//	--timeout DURATION       stop after this long, with the results so far
//	--estimate               say which CPU time and memory the verb needs, and do not run it (below)
//	--quiet                  no progress and no notes on standard error
//
// measure, compare, search, enumerate, explore, simulate, extend and plan have --estimate. It runs
// the same command at smaller sizes, for at most five seconds of CPU time: the smaller defaults of
// the family of the SPEC, or a smaller --n, --order, --entries, --replications or number of
// requesters. At the end it runs the command itself for one second. From the costs of these pilots
// it foretells the CPU time, over all workers, and the memory, with an interval that is no proof.
// JSON has the keys command, verdict (measured, foretold or unknown), size, asked, cpu_seconds and
// memory_bytes (likely, low, high and growth), pilots and reason. If the growth cannot be told, the
// verdict is unknown and the exit status 3; so it is for a file that takes longer than the pilots.
//
// Probabilities and shares are numbers from 0 to 1, exactly as they are written: 0.01, 1%, 1e-2 and
// 1/100 are the same. A node is given by its number or its name.
//
// # More than one machine
//
// experiment run, search (maekawa, load, plane, mols, group), enumerate, explore and simulate have
// --at URL: the workers of the cluster there compute the parts of the work, and the output has the
// same bytes as on one machine. Notes on standard error say who computed which parts and how the
// results were checked. --token-file, --tls-ca, --tls-cert and --tls-key are the credentials for
// the cluster. After Ctrl-C or a crash the job stays there, and the same command with the same
// program file goes on with it. serve and work end by Ctrl-C or --timeout with status 0. A part
// that failed three times, a cancelled job and a server without room are exit status 3; a worker
// that was caught with a wrong result ends with 4. docs/cluster.md has the guarantees.
//
// # Other solvers
//
// search, extend and, of a federated system, check ask the built-in solver, or the program of
// --solver, which gets a DIMACS file and answers as CaDiCaL does. A model that the program returns
// is checked. If it answers that there is no model, that answer is compared, before anything is
// printed, with the results of arithmetic, of constructions, and of a short search by the built-in
// solver; a contradiction is exit status 4 and names the program. Otherwise the answer is believed,
// unless --proof DIR keeps the proofs that the program writes (DRAT, as text or binary). Then each
// proof is checked, and one that does not hold is exit status 4. DIR has the formulas, the proofs
// and a manifest; --dimacs keeps the last question. An interrupted search leaves DIR.partial. With
// --proof the JSON of search, extend and check has proofs, a list of question, theorems, file,
// solver, checked, unchecked, lemmas, needed. verify DIR replays the folder: folder, verdict
// (verified, fails, undecided), derived, not_derived, search, parameters, follows, trust,
// questions. Package internal/solve/evidence and docs/proofs.md describe the manifest. The program
// of --solver ends with the search, however that ends. Its temporary files are removed then, or
// after the next search. (If coterie itself is killed by force, this holds on Linux only, and not
// for the children of a script.)
//
// # Exit status
//
//	0  done; no judged property fails
//	1  a property fails: a defining one of the checked or measured system (intersection; cross-intersection
//	   and cartel-minimality; k-intersection, k-non-intersection and minimality;
//	   condition-c), or one named by check --require; the object of a search is proven absent;
//	   a run breaks its rule, or is stuck; a property that explore judges does not hold
//	2  usage or bad input: one line "error: ..." and, if it helps, "hint: ...";
//	   also a system of too many quorums to list, and an output that cannot be written; a
//	   folder of results in which another run is at work, or that cannot be written; also
//	   standard output, if it is closed or full and the run prints something there. (Go turns
//	   a closed output into a null device open for reading and writing. So any such device counts as
//	   closed, unless Python or Node made it; the shell's /dev/null is open for writing.)
//	3  a limit was reached, or Ctrl-C was pressed, before there was an answer
//	4  an internal error, or an external solver that lied
//
// If the reader of standard output stops reading, as head does, the program ends without a message
// and with status 141, as a shell reports for any filter.
package main

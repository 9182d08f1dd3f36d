// Package trace writes and reads files of runs of package mutex: every event in its order, in lines
// that a person and a program can read.
//
// # The format coterie-trace/1
//
// A trace is JSON lines in UTF-8: a header, one line for each event, and a line "end". Nodes,
// processes, groups and quorums are numbered from 1. Node i and process i are actor i; where the
// header says "apart", process i is actor nodes+i, as the arbiters of a sharing structure are no
// processes.
//
//	{"format":"coterie-trace/1","algorithm":"maekawa-fixed","system":"fpp:order=2",
//	 "nodes":7,"processes":7,"groups":1,"lines":["(1)","(2)"],"self":"local",
//	 "knows":"outstanding","fifo":true,"seed":1,"clock":"units"}
//	{"at":0.5,"what":"wish","process":7,"entry":1,"quorum":5,"members":[3,4,7]}
//	{"at":0.5,"what":"tell","kind":"REQUEST","line":"(1)","from":7,"to":7,"node":7,
//	 "stamp":[1,7],"quorum":5,"cause":[7,1]}
//	{"at":0.5,"what":"send","id":1,"kind":"REQUEST","line":"(1)","from":7,"to":3,"node":3,
//	 "stamp":[1,7],"quorum":5,"cause":[7,1]}
//	{"at":1.5,"what":"arrive","id":1}
//	{"at":9,"what":"enter","process":7,"entry":1}
//	{"at":10,"what":"exit","process":7,"entry":1}
//	{"at":12,"what":"end"}
//
// (Here some lines are broken; in a file none is.)
//
// The header: "lines" are the steps of the paper, "self" is how an actor tells itself something
// ("local": at once; "network": by a message), "knows" is the condition under which a process knows
// that it will not succeed ("outstanding" or "ever"), "fifo" says whether channels keep their
// order. "clock" is "units" where "at" is a time in the unit of the latencies, and "steps" where it
// counts the steps of a schedule without times. "apart" (false), "max_locks" (0), "names" of the
// nodes, "flaw", a step that is left out on purpose (mutex.Flaws), and "late", how Maekawa's node
// treats an INQUIRE that comes after its next REQUEST ("current": as one about that REQUEST; or
// "ignored"), may be absent.
//
// The events, by "what":
//
//	wish     a process asks to enter for the entry-th time; group, quorum and members, where it
//	         takes one; "arose" is when it came to want that, if that was before "at": in an open
//	         workload a wish waits until the one before it is served, and after a crash a process
//	         asks another quorum. Waiting, in the reports of runs, is from "arose" to the enter
//	send     a message leaves; its number id grows from event to event
//	tell     a message of an actor to itself, received at once
//	arrive   message id is received
//	enter    a process enters the critical section; "violates":true if the rule forbids it
//	exit     it leaves
//	abandon  it gives its request up
//	crash    the arbiter of a node stops for good; the process at its place lives on
//	learn    all processes learn that it has
//	refuse   a process has no quorum to wish with: each has a member that is known to be down
//	lose     message id is lost, at an arbiter that has crashed; a RECOVER, from one that has
//	succeed  the node "to" takes over the arbiter of a node that has crashed
//	end      nothing is left to happen; "stuck" lists the processes that still wait
//
// A message has "kind", "line", "from", "to", "node" (whose lock it is about), "cause" (the request
// it is charged to: process, entry), and the further fields of its kind: "stamp" (time, process),
// "group", "quorum", "clock", "round", "flag", "token". An absent number is 0, an absent group or
// quorum the first; group, quorum or node 0 is none.
//
// The events after a wish, arrive, exit, abandon, crash, learn, refuse, lose or succeed, up to the
// next of these, are its effects. Together they are a step.
//
// # Invariants
//
// A [Reader] accepts no unknown, missing or repeated key, and no impossible run: time never goes
// back, a process wishes, enters and leaves in turn, a message arrives once and after it was sent,
// in the order of its channel if the header says so, and the stuck processes at the end are those
// that wait. A file that a [Writer] wrote is read as the same events. A [Replay] runs the machines
// alongside a trace, and reports where they differ from it.
package trace

// Package byhand runs the machines of package mutex by hand: the caller chooses the message that
// arrives next, and the processes that wish to enter or leave. It is for tests, for the stories
// that papers tell, and for lectures.
//
// # Scripts
//
// A script is a text of lines, each a command; # begins a comment. Nodes and processes count from
// 1, and process i is at node i.
//
//	wish 11              process 11 wishes to enter, by the quorum of its site
//	arrive 11 12         the oldest message under way from 11 to 12 arrives
//	arrive 11 12 LOCKED  the same, and it is a LOCKED
//	exit 7               process 7 leaves the critical section
//	crash 10             the arbiter of node 10 fails
//	succeed 10 8         node 8 takes over the arbiter of node 10, where the algorithm can
//	settle               the oldest message under way arrives, until there is none
//	show 1 13            the variables of these nodes
//
// [Play] writes a transcript: each command with its effects, each message with the step of the
// paper that sent it, and the messages and waits that are left when the script ends.
package byhand

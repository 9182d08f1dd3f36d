// Package propose makes good quorum systems for servers that differ, at numbers of nodes where the
// systems cannot be gone through. All of it is heuristic, and it proves nothing: bounds that hold
// for every system are those of the packages floor and intervals.
//
// # Starts
//
// Every search begins with systems that are made for the fleet (files start...): rows of nodes
// shaped to the capacities, hierarchies by zones, any so many of the nodes, and the families of
// package construct with their busiest nodes on the strongest. Rows count nodes that nothing tells
// apart, so that hundreds of servers of few types are as soon shaped as ten, and what they survive
// is arithmetic.
//
// # Few nodes
//
// On at most 16 nodes a system is a table (files table...): a monotone function f of the sets of
// nodes, whose minimal sets are the reads, and those of its dual the writes. What has to survive
// says that f lies between two functions. For an interval of functions one linear program, of a
// strategy that reads from the greatest and writes to the dual of the least, is a bound for all of
// them; where the reads that it asks meet its writes, a function in the interval attains it. So a
// search goes down: of a read and a write that miss each other one is decided for, until none is
// left. It is begun anew from parts of the best strategy, and from the starts. Every step is judged
// in floating point, by a small simplex that generates its columns; who takes a system judges it
// exactly.
//
// # Many nodes
//
// Beyond 16 nodes, systems are formulas, and lists that grow out of their strategies (files
// list...): reads that meet the writes asked so far, and writes that meet those reads, by turns.
// Beyond 64 they are the formulas to begin with, judged exactly: the rows first, whose prices rule
// out most of the others.
//
// What is found depends on the seed and the number of steps alone, never on a clock or on the
// number of workers.
package propose

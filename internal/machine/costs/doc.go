// Package costs measures the CPU time and the memory of work, and foretells those of larger work.
//
// Work in this process is measured by [Of], a program by [OfCommand]. The CPU time is that of the
// whole process, over all workers. The memory of work is the greatest size of the heap, with
// garbage that is not yet collected, above the heap before the work. It is sampled every five
// milliseconds.
//
// A law ([Law]) is a power of the size or an exponential function of it, fitted by least squares of
// logarithms. Costs are values of a clock, so they never enter a table that a check recomputes.
package costs

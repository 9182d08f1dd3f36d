// Package memory keeps large tables within a budget. Before a table is made, its size is computed
// and [Ask] is called. If the table does not fit, Ask returns a [*Error], so that a figure is null
// with a reason, and the process does not run out of memory.
//
// The budget travels in the context ([With]); without one it is [Default]. Each table alone is
// compared with the whole budget. So an answer depends on the budget, never on the tables that
// other workers hold at the moment.
package memory

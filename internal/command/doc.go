// Package command is the command line: a file for each verb, which turns flags into calls, and
// reports into text, JSON or CSV. It has no mathematics. The documentation of cmd/coterie is the
// contract.
//
// A build may leave parts out ([Parts]): the studies, the plots, the formats of paper. The program
// cmd/coterie has all of them, and the engine of the laboratory, which a browser loads, has none.
package command

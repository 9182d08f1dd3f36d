// Package listing reads lists of quorums as people type them, and as CSV has them.
//
// # Text
//
// A line holds a quorum: its nodes, with commas or spaces between them. From # to its end a line is
// a comment, and empty lines are skipped. Sets in braces may stand several on a line, with commas
// or spaces between them; a set may go on over the end of a line:
//
//	text  = { line "\n" }
//	line  = [ nodes ":" ] ( nodes | set ) | set { [ "," ] set } [ "," ]
//	set   = "{" nodes "}"
//	nodes = node { ( "," | white space ) node }
//	node  = NUMBER | NAME
//
// What stands before a colon names sites: "3: 1,2" says that {1,2} is the quorum of site 3. Then
// every line names its sites, and every node has a line.
//
// Nodes are all numbers, from 1, or all names. Of numbers, n is the greatest. Names are made of
// letters, digits, "_", "." and "-", are no number, and begin with neither of the last two; any
// other text is a name in Go's double quotes. Nodes with names are numbered as they first occur.
// A range such as 1-3 is no name, for it would be taken for three nodes. Lines may end in "\r\n",
// and a byte order mark is skipped.
//
// # CSV
//
// A text whose first line has the column nodes and another of group, quorum, size and sites, and no
// column else, is CSV, a quorum in each row: nodes and sites hold nodes as a line of text does,
// each group is a cartel, in the order of their first rows, and size, where it is given, is the
// number of nodes. How many nodes are in no quorum, k, and the resources of a sharing structure
// stand in no column.
//
// Repeated quorums and families that are no coteries are legal: reading checks form alone.
package listing

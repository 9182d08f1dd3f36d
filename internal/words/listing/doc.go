// Package listing reads lists of quorums, as people type them and in CSV.
//
// # Text
//
// A line holds a quorum: its nodes, with commas or spaces between them. From # to its end a line is
// a comment, and empty lines are skipped. A line may hold several sets in braces, with commas or
// spaces between them. A set may extend over the end of a line:
//
//	text  = { line "\n" }
//	line  = [ nodes ":" ] ( nodes | set ) | set { [ "," ] set } [ "," ]
//	set   = "{" nodes "}"
//	nodes = node { ( "," | white space ) node }
//	node  = NUMBER | NAME
//
// The nodes before a colon are sites: "3: 1,2" says that {1,2} is the quorum of site 3. Then every
// line must name its sites, and every node must have a line.
//
// Nodes are all numbers, from 1, or all names. With numbers, n is the greatest number. A name
// consists of letters, digits, "_", "." and "-", is not a number, and begins with neither "." nor
// "-". Any other text can be a name in Go's double quotes. Nodes with names are numbered in the
// order of their first occurrence. A range such as 1-3 is not a name, for it would be taken for
// three nodes. Lines may end in "\r\n", and a byte order mark is skipped.
//
// # CSV
//
// A text is CSV if its first line has the column nodes, at least one of the columns group, quorum,
// size and sites, and no others. Each row is a quorum. The columns nodes and sites hold nodes as a
// line of text does. Each group is a cartel, in the order of their first rows. size, if given, is
// the number of nodes of the quorum. No column holds the number of nodes that are in no quorum, k,
// or the resources of a sharing structure.
//
// Repeated quorums and families that are not coteries are legal: reading checks only the form.
package listing

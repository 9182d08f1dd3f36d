// Package comparison writes a table of package compare: as text, JSON, CSV, LaTeX and as a picture.
//
// Text rounds, and puts cells that are open for the same reason on one line. JSON and CSV keep
// everything.
package comparison

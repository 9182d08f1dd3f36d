// Package comparison writes a table of package compare: as text, JSON, CSV, LaTeX and as a picture.
//
// Text rounds, and shares lines between cells that are open for one reason; JSON and CSV keep
// everything.
package comparison

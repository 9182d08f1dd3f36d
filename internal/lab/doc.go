// Package lab makes the laboratory: a page for a browser, with the engine in it. The page is folder
// page, plain modules without a build step, and the engine is the command line
// (internal/lab/engine), compiled to WebAssembly. The page gives the engine arguments and files,
// and shows what the command prints as JSON, so that every answer is that of a command.
//
// [Files] is a folder that any web server can show, [Single] one file that works from a disk, and
// [Handler] shows the folder. A release has the engine in it (build tag lab, after go generate); a
// program that was built without it makes one from its source with the Go tool ([Engine]).
package lab

//go:generate go run ./pack

// Command engine is the engine of the laboratory: the command line, for a worker of a browser.
//
// The worker calls coterie(args, input, write, progress), which returns a promise of the exit
// status. The arguments are those of a shell without the name of the program, and input is the text
// of standard input. The engine calls write(stream, bytes) with what it prints, where stream is 1
// or 2 as in a shell, and progress(stage, done, total) while long work goes on; total is 0 if it is
// not known. It calls ready once it can be called itself.
package main

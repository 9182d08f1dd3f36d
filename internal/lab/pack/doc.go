// Command pack compiles the engine of the laboratory and packs it by brotli, which takes some
// minutes, into the folder built, from where the build tag lab puts both into the program. It fails
// if the engine has become too large.
package main

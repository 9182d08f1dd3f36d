// Command weigh prints what each package weighs in the engine of the laboratory: the bytes of its
// code, and at the end those of all data. It reads the code and name sections of WebAssembly
// (https://webassembly.github.io/spec/core/binary/modules.html).
package main

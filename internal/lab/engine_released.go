//go:build lab

package lab

import _ "embed"

//go:embed built/engine.wasm.br
var program []byte

//go:embed built/wasm_exec.js
var support []byte

// released returns the engine that package pack has put into folder built.
func released() *Built { return &Built{program, support} }

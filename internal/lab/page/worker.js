// The worker of the laboratory: it loads the engine, and runs one command after the other.
//
// It is told {what: "load"} with the compiled module, or the address or the bytes of the program, and then {what: "run", args, input,
// files}: the arguments of a command, the text of standard input, and texts of files by their
// paths. It tells {what: "ready", module}; during a command {what: "print", stream, text} and
// {what: "progress", stage, done, total}; at its end {what: "end", status, files} with the files
// that the command has written, as pairs of a path and the bytes. An engine that cannot go on tells
// {what: "broken", text}, and the worker is of no use after it.

import "./wasm_exec.js";
import {Memory} from "./memory.js";

const decoders = {1: new TextDecoder(), 2: new TextDecoder()};
const print = (stream, bytes) => postMessage({what: "print", stream, text: decoders[stream].decode(bytes, {stream: true})});

const memory = new Memory(print);
globalThis.fs = memory;
Object.assign(globalThis.process, {cwd: () => "/", umask: () => 0o22});

// compiled fetches and compiles the engine, packed by brotli or gzip, or unpacked by the server.
async function compiled({address, bytes}) {
  if (bytes) return unpacked(bytes);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  const {headers} = answer; // of a packed engine, too, servers say that it is application/wasm
  if (headers.get("Content-Encoding") && headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return unpacked(new Uint8Array(await answer.arrayBuffer()));
}

// unpacked compiles an engine as its bytes are: servers call a packed one application/wasm, too.
async function unpacked(bytes) {
  if (bytes[0] === 0 && bytes[1] === 0x61) return WebAssembly.compile(bytes);
  if (bytes[0] === 0 && bytes[1] === 0x61) return WebAssembly.compile(bytes); // "\0asm"
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compileStreaming(new Response(stream, {headers: {"Content-Type": "application/wasm"}}));
  }
  const brotli = await import("./brotli/brotli_dec_wasm.js");
  await brotli.default();
  return WebAssembly.compile(brotli.decompress(bytes));
}

async function load({module, ...program}) {
  module ||= await compiled(program);
  const go = new globalThis.Go();
  go.exit = (code) => postMessage({what: "broken", text: `the engine ended with status ${code}`});
  globalThis.ready = () => postMessage({what: "ready", module});
  await go.run(await WebAssembly.instantiate(module, go.importObject));
}

async function run({args, input, files}) {
  memory.clear();
  for (const [path, text] of Object.entries(files || {})) memory.put(path, text);
  const status = await globalThis.coterie(args, input || "", print, (stage, done, total) => postMessage({what: "progress", stage, done, total}));
  postMessage({what: "end", status, files: memory.files(Object.keys(files || {}))});
}

onmessage = ({data}) => (data.what === "load" ? load(data) : run(data)).catch((error) => postMessage({what: "broken", text: String(error)}));

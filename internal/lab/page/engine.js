// The engine of the page: commands run in a worker, one at a time.

// A page of one file has the texts of the worker and of the program in elements.
const inside = (id) => document.getElementById(id + "-source")?.textContent;

function worker() {
  const text = inside("worker");
  if (text) return new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
  return new Worker(new URL("./worker.js", import.meta.url), {type: "module"});
}

function program() {
  const text = inside("engine");
  return text ? {bytes: Uint8Array.from(atob(text), (c) => c.charCodeAt(0))} : {address: new URL("engine.wasm.br", location.href).href};
}

// Engine runs commands. The module is the compiled program, if another engine has it already.
export class Engine {
  constructor(module) {
    this.module = module;
    this.start();
  }

  // start starts a worker. Once the program is compiled, a new worker has it at once.
  start() {
    this.worker = worker();
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = ({data}) => {
        if (data.what === "ready") {
          this.module = data.module;
          resolve();
        } else if (data.what === "broken" && !this.job) {
          reject(new Error(data.text));
        } else {
          this.told(data);
        }
      };
      this.worker.onerror = (event) => {
        const text = event.message || "the worker cannot be loaded";
        reject(new Error(text));
        this.told({what: "broken", text});
      };
    });
    this.ready.catch(() => {});
    this.worker.postMessage({what: "load", module: this.module, ...this.module ? {} : program()});
  }

  told(data) {
    const job = this.job;
    if (!job) return;
    if (data.what === "print") {
      job[data.stream === 1 ? "out" : "err"] += data.text;
      job.onPrint?.(data.stream, data.text);
    } else if (data.what === "progress") {
      job.onProgress?.(data.stage, data.done, data.total);
    } else {
      this.job = null;
      if (data.what === "broken") {
        job.err += `error: ${data.text}\n`;
        this.restart();
      }
      job.resolve({status: data.status ?? 4, out: job.out, err: job.err, files: new Map(data.files || []), stopped: false});
    }
  }

  // run runs a command and returns {status, out, err, files, stopped}: its exit status, what it has
  // printed, and a Map of the files that it has written. files gives the texts of its input files
  // by their names. Calls wait for one another. If signal is aborted, the command is stopped at
  // once, its status is 3, and stopped is true.
  async run(args, {input, files, signal, onPrint, onProgress} = {}) {
    const before = this.last;
    let end;
    this.last = new Promise((resolve) => end = resolve);
    try {
      await before;
      await this.ready;
      if (signal?.aborted) return {status: 3, out: "", err: "", files: new Map(), stopped: true};
      return await new Promise((resolve) => {
        const job = this.job = {out: "", err: "", resolve, onPrint, onProgress};
        signal?.addEventListener("abort", () => {
          if (this.job !== job) return;
          this.job = null;
          this.restart();
          resolve({status: 3, out: job.out, err: job.err, files: new Map(), stopped: true});
        });
        this.worker.postMessage({what: "run", args, input, files});
      });
    } finally {
      end();
    }
  }

  restart() {
    this.worker.terminate();
    this.start();
  }
}

// A file system in memory, of one folder, with the calls of Node that Go's package os needs. Each
// command of the engine has a new one: its inputs are put there before it, and what it has written
// is taken from there after it.

const failed = (code) => Object.assign(new Error(code), {code});

// O are the flags of open. Go takes them from here.
const O = {O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536};

// most bounds all files together, in bytes.
const most = 1 << 28;

export class Memory {
  constructor(write) {
    this.constants = O;
    this.print = write; // (stream, bytes): what Go itself prints, before a crash
    this.clear();
  }

  clear() {
    this.nodes = new Map([["/", this.node(true)], ["/tmp", this.node(true)]]);
    this.open_ = new Map();
    this.next = 3;
  }

  node(folder) {
    return {folder, data: new Uint8Array(0), size: 0, ino: this.number = (this.number || 0) + 1, time: Date.now()};
  }

  put(path, text) {
    const node = this.node(false);
    node.data = new TextEncoder().encode(text);
    node.size = node.data.length;
    this.nodes.set(this.place(path), node);
  }

  // files returns the files that are not among known: pairs of a path without /, and the bytes.
  files(known) {
    return [...this.nodes].filter(([path, node]) => !node.folder && !known.includes(path.slice(1)))
      .map(([path, node]) => [path.slice(1), node.data.slice(0, node.size)]);
  }

  place(path) {
    const parts = [];
    for (const part of String(path).split("/")) {
      if (part === "..") parts.pop();
      else if (part && part !== ".") parts.push(part);
    }
    return "/" + parts.join("/");
  }

  find(path) {
    const node = this.nodes.get(this.place(path));
    if (!node) throw failed("ENOENT");
    return node;
  }

  held(fd) {
    const file = this.open_.get(fd);
    if (!file) throw failed("EBADF");
    return file;
  }

  status(node) {
    const time = node.time;
    return {
      dev: 1, ino: node.ino, mode: node.folder ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node.size, blksize: 4096,
      blocks: Math.ceil(node.size / 512), atimeMs: time, mtimeMs: time, ctimeMs: time, isDirectory: () => node.folder,
    };
  }

  resize(node, size) {
    if (size > node.data.length) {
      let all = size;
      for (const other of this.nodes.values()) all += other.size;
      if (all > most) throw failed("ENOSPC");
      const data = new Uint8Array(Math.max(size, 2 * node.data.length));
      data.set(node.data.subarray(0, node.size));
      node.data = data;
    }
    node.data.fill(0, Math.min(size, node.size), node.size);
    node.size = size;
    node.time = Date.now();
  }

  writeSync(fd, bytes) {
    this.print(fd, bytes);
    return bytes.length;
  }
}

// The calls, as they answer. Each takes a callback for its error or its answer after these.
const calls = {
  open(path, flags) {
    path = this.place(path);
    let node = this.nodes.get(path);
    if (node && flags & O.O_CREAT && flags & O.O_EXCL) throw failed("EEXIST");
    if (!node && !(flags & O.O_CREAT)) throw failed("ENOENT");
    if (!node) this.nodes.set(path, node = this.node(false));
    if (node.folder && flags & (O.O_WRONLY | O.O_RDWR)) throw failed("EISDIR");
    if (flags & O.O_TRUNC) this.resize(node, 0);
    this.open_.set(this.next, {node, at: 0, append: flags & O.O_APPEND});
    return this.next++;
  },
  close(fd) { this.held(fd); this.open_.delete(fd); },
  read(fd, buffer, offset, length, position) {
    const file = this.held(fd), from = position ?? file.at;
    const bytes = file.node.data.subarray(from, Math.min(from + length, file.node.size));
    buffer.set(bytes, offset);
    if (position === null) file.at += bytes.length;
    return bytes.length;
  },
  write(fd, buffer, offset, length, position) {
    const bytes = buffer.subarray(offset, offset + length);
    if (fd === 1 || fd === 2) return this.writeSync(fd, bytes);
    const file = this.held(fd), from = file.append ? file.node.size : position ?? file.at;
    if (from + length > file.node.size) this.resize(file.node, from + length);
    file.node.data.set(bytes, from);
    if (position === null) file.at = from + length;
    return length;
  },
  stat(path) { return this.status(this.find(path)); },
  lstat(path) { return this.status(this.find(path)); },
  fstat(fd) { return fd > 2 ? this.status(this.held(fd).node) : {...this.status(this.find("/")), mode: 0o10644, isDirectory: () => false}; },
  mkdir(path) {
    if (this.nodes.has(this.place(path))) throw failed("EEXIST");
    this.nodes.set(this.place(path), this.node(true));
  },
  readdir(path) {
    const folder = this.place(path) === "/" ? "/" : this.place(path) + "/";
    return [...this.nodes.keys()].filter((p) => p !== "/" && p.startsWith(folder) && !p.slice(folder.length).includes("/")).map((p) => p.slice(folder.length));
  },
  rename(from, to) {
    const node = this.find(from);
    this.nodes.delete(this.place(from));
    this.nodes.set(this.place(to), node);
  },
  unlink(path) { if (this.find(path).folder) throw failed("EISDIR"); this.nodes.delete(this.place(path)); },
  rmdir(path) { if (!this.find(path).folder) throw failed("ENOTDIR"); this.nodes.delete(this.place(path)); },
  link(from, to) {
    if (this.nodes.has(this.place(to))) throw failed("EEXIST");
    this.nodes.set(this.place(to), this.find(from));
  },
  truncate(path, length) { this.resize(this.find(path), length); },
  ftruncate(fd, length) { this.resize(this.held(fd).node, length); },
  fsync() {}, chmod() {}, fchmod() {}, chown() {}, fchown() {}, lchown() {}, utimes() {},
  readlink(path) { this.find(path); throw failed("EINVAL"); },
  symlink() { throw failed("ENOSYS"); },
};

for (const [name, call] of Object.entries(calls)) {
  Memory.prototype[name] = function (...args) {
    const done = args.pop();
    let answer;
    try {
      answer = call.apply(this, args);
    } catch (error) {
      done(error.code ? error : failed("EIO"));
      return;
    }
    done(null, answer);
  };
}

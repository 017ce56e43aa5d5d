"use strict";

/**
 * JSON-RPC 2.0 over the standard streams of a process, framed as by the Language Server Protocol.
 *
 * It knows nothing of editors: `onRequest` and `onNotification` are called for the messages of the
 * server, and `onEnd` once when the process has ended or could not be started.
 */

const { spawn } = require("node:child_process");

/** The server's answer to a request, if it is an error. */
class ResponseError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Cuts a stream of bytes into messages. */
class Framing {
  constructor() {
    this.buffer = Buffer.alloc(0);
  }

  /** Adds bytes and returns the texts of the messages that are complete now. */
  add(bytes) {
    this.buffer = Buffer.concat([this.buffer, bytes]);
    const messages = [];
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return messages;
      const header = this.buffer.subarray(0, end).toString("ascii");
      const length = /^content-length: *(\d+)/im.exec(header);
      if (!length) throw new Error(`a message has no length: ${header}`);
      const start = end + 4;
      if (this.buffer.length < start + Number(length[1])) return messages;
      messages.push(this.buffer.subarray(start, start + Number(length[1])).toString("utf8"));
      this.buffer = this.buffer.subarray(start + Number(length[1]));
    }
  }
}

class Connection {
  /**
   * Starts `program` with `words` in `folder`.
   *
   * @param handlers `onRequest(method, params)` returns a result or a promise of one,
   *   `onNotification(method, params)`, `onEnd(reason)` with the reason as a sentence,
   *   `onLog(direction, message)` for each message, and `onErrorText(text)` for standard error.
   */
  constructor(program, words, folder, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.lastID = 0;
    this.isOpen = true;
    const framing = new Framing();
    this.process = spawn(program, words, { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.process.on("error", (error) => this.end(error.message, error.code));
    this.process.on("exit", (code, signal) =>
      this.end(signal ? `it was ended by ${signal}` : `its exit code is ${code}`));
    this.process.stdin.on("error", () => {});
    this.process.stderr.on("data", (bytes) => handlers.onErrorText(bytes.toString("utf8")));
    this.process.stdout.on("data", (bytes) => {
      try {
        for (const text of framing.add(bytes)) this.receive(JSON.parse(text));
      } catch (error) {
        this.process.kill();
        this.end(`it sends something that is not a message: ${error.message}`);
      }
    });
  }

  end(reason, code) {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const { reject } of this.waiting.values()) reject(new ResponseError(-32099, reason));
    this.waiting.clear();
    this.handlers.onEnd(reason, code);
  }

  send(message) {
    if (!this.isOpen) return;
    const content = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.handlers.onLog("->", message);
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`);
    this.process.stdin.write(content);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** The result of a request; `token` is an editor's cancellation token. */
  request(method, params, token) {
    if (!this.isOpen) return Promise.reject(new ResponseError(-32099, "docgen is not running"));
    this.lastID += 1;
    const id = this.lastID;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    const cancelling = token?.onCancellationRequested?.(() => this.notify("$/cancelRequest", { id }));
    this.send({ id, method, params });
    return answer.finally(() => cancelling?.dispose());
  }

  receive(message) {
    this.handlers.onLog("<-", message);
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (!waiting) return;
      if (message.error) waiting.reject(new ResponseError(message.error.code, message.error.message));
      else waiting.resolve(message.result ?? null);
    } else if (message.id === undefined) {
      this.handlers.onNotification(message.method, message.params ?? {});
    } else {
      this.answer(message);
    }
  }

  async answer({ id, method, params }) {
    try {
      this.send({ id, result: (await this.handlers.onRequest(method, params ?? {})) ?? null });
    } catch (error) {
      this.send({ id, error: { code: error.code ?? -32603, message: error.message } });
    }
  }

  /** Ends the server by the protocol; kills it if it takes longer than two seconds. */
  async close() {
    if (!this.isOpen) return;
    const killing = setTimeout(() => this.process.kill(), 2000);
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    try {
      await this.request("shutdown");
      this.notify("exit");
      await ended;
    } catch {
      this.process.kill();
    } finally {
      clearTimeout(killing);
    }
  }
}

module.exports = { Connection, Framing, ResponseError };

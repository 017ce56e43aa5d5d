// Measures the real Mermaid, warmed up, on many texts in one process:
//   node bench.js BUNDLE < lines
// reads JSON lines {"id","text"}, writes one object: for `parse` (what `mermaid.parse` does) and for
// `grammar` (the generated parsers alone, every call of their data base doing nothing) the seconds
// that the best of several passes over all texts took, and how many texts were refused.
'use strict'
const readline = require('readline')
const { load } = require('./engine.js')

const PASSES = 5

async function main() {
  const mermaid = load(process.argv[2])
  for (const name of ['log', 'warn', 'error', 'info', 'debug']) console[name] = () => {}
  const jobs = []
  let refused = 0
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const { text } = JSON.parse(line)
    let diagram
    try { diagram = (await mermaid.read(text)).diagram } catch (_) { refused++; continue }
    // What the grammar gets: prepared, with entity codes hidden and a line feed at the end.
    const prepared = mermaid.prepare(text).code.replace(/#\w+;/g, (code) => `ﬂ°${code.slice(1, -1)}¶ß`)
    jobs.push({ text, parser: diagram.parser.parser, db: silent(diagram.db), prepared: prepared + '\n' })
  }
  const parse = await best(async (job) => { await globalThis.mermaid.parse(job.text) }, jobs)
  const grammar = await best((job) => {
    job.parser.yy = job.db
    job.parser.parse(job.prepared)
  }, jobs)
  // A text that Mermaid refuses is not measured.
  for (const passes of [parse, grammar]) passes.refused += refused
  process.stdout.write(JSON.stringify({ parse, grammar }) + '\n')
}

/** A data base whose functions do nothing; its constants stay. */
function silent(db) {
  const result = {}
  for (let level = db; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name in result) continue
      result[name] = typeof db[name] === 'function' ? () => undefined : db[name]
    }
  }
  return result
}

async function best(work, jobs) {
  let seconds = Infinity
  let refused = 0
  for (let pass = 0; pass < PASSES; pass++) {
    refused = 0
    const start = process.hrtime.bigint()
    for (const job of jobs) {
      try { await work(job) } catch (_) { refused++ }
    }
    seconds = Math.min(seconds, Number(process.hrtime.bigint() - start) / 1e9)
  }
  return { seconds, refused }
}

main()

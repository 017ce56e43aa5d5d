// Asks the real Mermaid about many texts in one process:
//   node verdicts.js BUNDLE [--model | --model-text] < lines
// reads JSON lines {"id","text"}, writes {"id","ok","kind","error","model"} in the same order. With
// --model-text the model is a text of JSON with sorted keys, so that texts can be compared.
'use strict'
const readline = require('readline')
const { load } = require('./engine.js')
const models = require('./models.js')

const KINDS = { stateDiagram: 'state', state: 'state', sequence: 'sequence', class: 'class', classDiagram: 'class', 'flowchart-v2': 'flowchart', 'flowchart-elk': 'flowchart' }

async function main() {
  const [bundle, ...options] = process.argv.slice(2)
  if (!bundle) {
    process.stderr.write('usage: node verdicts.js BUNDLE [--model] < lines\n')
    process.exit(2)
  }
  for (const name of ['log', 'warn', 'error', 'info', 'debug']) console[name] = () => {}
  const asText = options.includes('--model-text')
  const hasModel = asText || options.includes('--model')
  const mermaid = load(bundle)
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const { id, text } = JSON.parse(line)
    process.stdout.write(JSON.stringify(await verdict(mermaid, { hasModel, asText }, id, text)) + '\n')
  }
}

async function verdict(mermaid, { hasModel, asText }, id, text) {
  let kind
  try {
    const { diagram, config } = await mermaid.read(text, hasModel)
    kind = KINDS[diagram.type] || diagram.type
    // A state diagram is put together, and may be refused, only when its data is asked for.
    if (kind === 'state') diagram.db.getData()
    const answer = { id, ok: true, kind }
    if (hasModel && models[kind]) {
      const model = models[kind](diagram.db, config)
      answer.model = asText ? JSON.stringify(sorted(model)) : model
    }
    return answer
  } catch (error) {
    // Its excerpts may cut a character in two.
    const message = String((error && error.message) || error).replace(/[\ud800-\udfff]/gu, '\ufffd')
    return { id, ok: false, kind, error: message }
  }
}

/** A value whose objects have their keys in alphabetical order. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]))
}

module.exports = { verdict }
if (require.main === module) main()

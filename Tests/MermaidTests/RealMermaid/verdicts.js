// Asks the real Mermaid about many texts in one process:
//   node verdicts.js BUNDLE [--model] < lines
// reads JSON lines {"id","text"}, writes {"id","ok","kind","error","model"} in the same order.
'use strict'
const readline = require('readline')
const { load } = require('./engine.js')

const KINDS = { stateDiagram: 'state', state: 'state', sequence: 'sequence', class: 'class', classDiagram: 'class' }

async function main() {
  const [bundle, ...options] = process.argv.slice(2)
  if (!bundle) {
    process.stderr.write('usage: node verdicts.js BUNDLE [--model] < lines\n')
    process.exit(2)
  }
  for (const name of ['log', 'warn', 'error', 'info', 'debug']) console[name] = () => {}
  const mermaid = load(bundle)
  const models = options.includes('--model') ? require('./models.js') : null
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const { id, text } = JSON.parse(line)
    process.stdout.write(JSON.stringify(await verdict(mermaid, models, id, text)) + '\n')
  }
}

async function verdict(mermaid, models, id, text) {
  let kind
  try {
    const { diagram, config } = await mermaid.read(text)
    kind = KINDS[diagram.type] || diagram.type
    // A state diagram is put together, and may be refused, only when its data is asked for.
    if (kind === 'state') diagram.db.getData()
    const answer = { id, ok: true, kind }
    if (models && models[kind]) answer.model = models[kind](diagram.db, config)
    return answer
  } catch (error) {
    return { id, ok: false, kind, error: String((error && error.message) || error) }
  }
}

main()

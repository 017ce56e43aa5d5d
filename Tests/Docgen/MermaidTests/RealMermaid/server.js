// Answers one list of texts after another in one process, so that Mermaid is loaded once:
//   node server.js BUNDLE
// reads lines {"ask","input","output"}: `ask` is `verdicts`, `models` or `shown`, `input` a file of
// lines {"id","text"}, `output` the file that gets an answer for each; writes a line when it is done.
'use strict'
const fs = require('fs')
const readline = require('readline')
const { load } = require('./engine.js')
const { verdict } = require('./verdicts.js')
const { shown } = require('./shown.js')

const ANSWERS = {
  verdicts: (mermaid, id, text) => verdict(mermaid, { hasModel: false, asText: false }, id, text),
  models: (mermaid, id, text) => verdict(mermaid, { hasModel: true, asText: true }, id, text),
  shown,
}

async function main() {
  for (const name of ['log', 'warn', 'error', 'info', 'debug']) console[name] = () => {}
  const mermaid = load(process.argv[2])
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const { ask, input, output } = JSON.parse(line)
    const lines = fs.readFileSync(input, 'utf8').split('\n').filter((question) => question.trim())
    const answers = []
    for (const question of lines) {
      const { id, text } = JSON.parse(question)
      answers.push(JSON.stringify(await ANSWERS[ask](mermaid, id, text)) + '\n')
    }
    fs.writeFileSync(output, answers.join(''))
    process.stdout.write('done\n')
  }
}

main()

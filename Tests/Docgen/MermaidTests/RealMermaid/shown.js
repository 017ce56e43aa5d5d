// Asks the real Mermaid which texts it shows for diagrams:
//   node shown.js BUNDLE < lines
// reads JSON lines {"id","text"}, writes {"id","shown","names"}: the texts of labels, notes and messages
// and what states, participants and classes are called, as a reader sees them, behind Markdown and
// entity codes, with line feeds for line breaks.
'use strict'
const readline = require('readline')
const { load } = require('./engine.js')

function texts(mermaid, diagram) {
  const db = diagram.db
  const markdown = (text) => visible(mermaid.markdown(text || ''))
  if (db.getRootDocV2) {
    const data = db.getData()
    return data.edges.filter((edge) => edge.arrowhead !== 'none').map((edge) => markdown(edge.label))
      .concat(data.nodes.filter((node) => node.shape === 'note' || node.id.startsWith('S'))
        .map((node) => markdown(node.label)))
  }
  if (db.getActors) {
    return [...db.getActors().values()].filter((actor) => actor.description !== actor.name)
      .map((actor) => visible(actor.description))
      .concat(db.getMessages().filter((m) => m.message).map((m) => visible(m.message)))
  }
  return [...db.getClasses().values()].filter((entry) => entry.label !== entry.id)
    .map((entry) => markdown(entry.label))
    .concat(db.getRelations().map((relation) => markdown(relation.title)))
    .concat([...db.getNotes().values()].map((note) => markdown(note.text)))
}

function names(mermaid, diagram) {
  const db = diagram.db
  const markdown = (text) => visible(mermaid.markdown(text || ''))
  if (db.getRootDocV2) return db.getData().nodes.map((node) => markdown(node.label))
  if (db.getActors) return [...db.getActors().values()].map((actor) => visible(actor.description))
  return [...db.getClasses().values()].map((entry) => markdown(entry.label))
}

/** HTML with Mermaid's placeholders of entity codes -> its text. */
function visible(html) {
  const element = document.createElement('div')
  element.innerHTML = html.replace(/ﬂ°°/g, '&#').replace(/ﬂ°/g, '&').replace(/¶ß/g, ';')
    .replace(/<br\s*\/?>/g, '\n').replace(/<\/p><p>/g, '\n')
  return element.textContent
}

async function main() {
  const mermaid = load(process.argv[2])
  for (const name of ['log', 'warn', 'error', 'info', 'debug']) console[name] = () => {}
  for await (const line of readline.createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (!line.trim()) continue
    const { id, text } = JSON.parse(line)
    process.stdout.write(JSON.stringify(await shown(mermaid, id, text)) + '\n')
  }
}

async function shown(mermaid, id, text) {
  try {
    const { diagram } = await mermaid.read(text)
    return { id, shown: texts(mermaid, diagram), names: names(mermaid, diagram) }
  } catch (error) {
    return { id, shown: ['refused: ' + error.message], names: [] }
  }
}

module.exports = { shown }
if (require.main === module) main()

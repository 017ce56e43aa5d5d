// The semantic model of a diagram from the real Mermaid's data base: what the diagram means, in its
// order, without layout. Absent, empty and false values are left out; texts are as written.
'use strict'
const { NO_ANNOTATION } = require('./engine.js')

/** Placeholders of entity codes back to the codes. */
function written(value) {
  if (value === undefined || value === null) return undefined
  return String(value).replaceAll(NO_ANNOTATION, '').replace(/ﬂ°°/g, '#').replace(/ﬂ°/g, '#').replace(/¶ß/g, ';')
}

function isEmpty(value) {
  return value === undefined || value === null || value === '' || value === false ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && !Array.isArray(value) && Object.values(value).every(isEmpty))
}

/** An object without its empty values. */
function object(entries) {
  const result = {}
  for (const [key, value] of Object.entries(entries)) if (!isEmpty(value)) result[key] = value
  return result
}

function metadata(db) {
  return {
    title: (written(db.getDiagramTitle && db.getDiagramTitle()) || '').trim(),
    accTitle: written(db.getAccTitle && db.getAccTitle()),
    accDescr: written(db.getAccDescription && db.getAccDescription()),
  }
}

/** An object with its keys and texts as they are written. */
function texts(value) {
  if (typeof value === 'string') return written(value)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return object(Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [written(key), texts(inner)])))
}

// MARK: state

function state(db) {
  const data = db.getData()
  const nodes = new Map(data.nodes.map((node) => [node.id, node]))
  const states = new Map()
  const transitions = []
  const notes = []
  const regions = {}
  const labels = data.edges.filter((edge) => edge.arrowhead !== 'none').map((edge) => edge.label)

  function mention(item, scope) {
    const isEdge = item.start !== undefined && /_(start|end)$/.test(item.id)
    if (!states.has(item.id)) states.set(item.id, { isEdge, start: item.start, scope })
    else if (scope.parent !== undefined) states.get(item.id).scope = scope
    return isEdge ? '[*]' : written(item.id)
  }

  function walk(doc, scope) {
    for (const item of doc) {
      if (item.stmt === 'relation') {
        transitions.push(object({
          from: mention(item.state1, scope), to: mention(item.state2, scope),
          label: written(labels[transitions.length]), ...scope,
        }))
      } else if (item.stmt === 'state' || item.stmt === 'default') {
        if (item.type === 'divider') {
          if (item.doc) walk(item.doc, { parent: scope.parent, regionIndex: scope.count++ })
          continue
        }
        const name = mention(item, scope)
        if (item.note) {
          notes.push(object({
            state: name, position: item.note.position.toLowerCase(), text: written(item.note.text),
          }))
        }
        if (item.doc) {
          const dividers = item.doc.filter((s) => s.type === 'divider' && s.doc)
          if (dividers.length > 0) regions[name] = dividers.length
          const entry = states.get(item.id)
          if (!entry.isOpened) {
            entry.isOpened = true
            for (const s of item.doc) if (s.stmt === 'dir') entry.direction = s.value
          }
          walk(item.doc, { parent: name, count: 0 })
        }
      }
    }
  }
  walk(db.rootDoc, {})
  const strip = (scope) => ({ parent: scope.parent, regionIndex: scope.regionIndex })
  for (const t of transitions) delete t.count
  return object({
    ...metadata(db),
    direction: data.direction,
    states: [...states].filter(([id]) => nodes.has(id)).map(([id, entry]) => stateEntry(db, nodes.get(id), id, entry, strip)),
    transitions,
    notes,
    regions,
    classDefs: [...db.getClasses().values()].map((c) => object({
      id: c.id, styles: c.styles.map(written),
    })),
    links: [...db.getLinks()].map(([key, link]) => object({
      state: written(typeof key === 'string' ? key : key.id),
      url: unquoted(link.url), tooltip: unquoted(link.tooltip),
    })),
  })
}

function stateEntry(db, node, id, entry, strip) {
  const known = db.getStates().get(id)
  const label = written(node.label)
  const isGroup = node.isGroup && node.shape !== 'noteGroup'
  const type = isGroup ? 'composite'
    : entry.isEdge ? (entry.start ? 'start' : 'end')
      : ['fork', 'join', 'choice'].includes(node.shape) ? node.shape : 'default'
  return object({
    id: entry.isEdge ? '[*]' : written(id),
    type,
    label: label === written(id) ? undefined : label,
    descriptions: (node.description || []).map((text) => written(text).trim()),
    ...strip(entry.scope),
    direction: entry.direction,
    classes: ((known && known.classes) || []).map(written),
    styles: ((known && known.styles) || []).map(written),
  })
}

function unquoted(text) {
  return text === undefined ? undefined : written(text).replace(/^"|"$/g, '')
}

// MARK: sequence

const ARROWS = {
  0: '->>', 1: '-->>', 3: '-x', 4: '--x', 5: '->', 6: '-->', 24: '-)', 25: '--)', 33: '<<->>',
  34: '<<-->>', 41: '-|\\', 42: '-|/', 43: '-\\\\', 44: '-//', 45: '/|-', 46: '\\|-', 47: '//-',
  48: '\\\\-', 51: '--|\\', 52: '--|/', 53: '--\\\\', 54: '--//', 55: '/|--', 56: '\\|--',
  57: '//--', 58: '\\\\--',
}
const BEGINS = { 10: 'loop', 12: 'alt', 15: 'opt', 19: 'par', 32: 'par_over', 22: 'rect', 27: 'critical', 30: 'break' }
const ENDS = { 11: 'loop', 14: 'alt', 16: 'opt', 21: 'par', 23: 'rect', 29: 'critical', 31: 'break' }
const BRANCHES = { 13: 'else', 20: 'and', 28: 'option' }
const PLACEMENTS = ['left of', 'right of', 'over']
const CENTRAL = { 59: 'to', 60: 'from', 61: 'both' }

function sequence(db) {
  const created = starts(db.getCreatedActors())
  const destroyed = starts(db.getDestroyedActors())
  const boxes = db.getBoxes()
  const events = []
  const messages = db.getMessages()
  for (let index = 0; index <= messages.length; index++) {
    for (const actor of created.get(index) || []) events.push({ t: 'create', actor })
    for (const actor of destroyed.get(index) || []) events.push({ t: 'destroy', actor })
    if (index < messages.length) {
      const found = event(messages[index])
      if (found) events.push(found)
    }
  }
  return object({
    ...metadata(db),
    actors: [...db.getActors()].map(([id, actor]) => object({
      id: written(id), label: written(actor.description), type: actor.type,
      box: actor.box ? boxes.indexOf(actor.box) : undefined, wrap: actor.wrap,
      links: texts(actor.links), properties: texts(actor.properties),
    })),
    events,
    boxes: boxes.map((box) => object({
      name: written(box.name), color: box.fill, actors: box.actorKeys.map(written),
    })),
  })
}

/** Indices of messages -> the actors that are created or destroyed before them. */
function starts(actors) {
  const result = new Map()
  for (const [name, index] of actors) {
    if (!result.has(index)) result.set(index, [])
    result.get(index).push(written(name))
  }
  return result
}

function event(message) {
  const text = message.message && written(message.message)
  if (message.type === 2) {
    const actors = Array.isArray(message.from) ? message.from : [message.from, message.to]
    const named = message.placement === 2 ? actors : actors.slice(0, 1)
    return object({
      t: 'note', placement: PLACEMENTS[message.placement],
      actors: [...new Set(named)].map(written), text, wrap: message.wrap,
    })
  }
  if (message.type === 17) return { t: 'activate', actor: written(message.from) }
  if (message.type === 18) return { t: 'deactivate', actor: written(message.from) }
  if (message.type === 26) {
    return object({
      t: 'autonumber', start: message.message.start, step: message.message.step,
      visible: message.message.visible,
    })
  }
  if (message.type === 59 || message.type === 60) return undefined
  if (BEGINS[message.type]) return object({ t: 'begin', block: BEGINS[message.type], text })
  if (ENDS[message.type]) return { t: 'end', block: ENDS[message.type] }
  if (BRANCHES[message.type]) return object({ t: BRANCHES[message.type], text })
  return object({
    t: 'message', from: written(message.from), to: written(message.to),
    arrow: ARROWS[message.type], text,
    // Mermaid sets the flag for a `()` at the target too.
    activate: message.activate && !message.centralConnection,
    central: CENTRAL[message.centralConnection], wrap: message.wrap,
  })
}

// MARK: class

const ENDS_OF_RELATIONS = ['aggregation', 'extension', 'composition', 'dependency', 'lollipop']

function classes(db) {
  const interfaces = new Map(db.interfaces.map((entry) => [entry.id, entry.label]))
  return object({
    ...metadata(db),
    direction: db.getDirection(),
    classes: [...db.getClasses().values()].map(classEntry),
    relations: db.getRelations().map((relation) => relationEntry(relation, interfaces)),
    notes: [...db.getNotes().values()].map((note) => object({
      text: written(note.text), class: written(note.class), namespace: written(note.parent),
    })),
    namespaces: [...db.getNamespaces().values()].map((namespace) => object({
      id: written(namespace.id),
      label: namespace.label === namespace.id.split('.').pop() ? undefined : written(namespace.label),
      parent: written(namespace.parent), explicit: namespace.explicit,
      classes: [...namespace.classes.keys()].map(written),
    })),
    classDefs: [...db.styleClasses.values()].map((definition) => object({
      id: definition.id, styles: split(definition.styles),
    })),
  })
}

function split(styles) {
  return styles.flatMap((style) => written(style).split(',')).map((style) => style.trim())
}

function classEntry(entry) {
  return object({
    id: written(entry.id), label: entry.label === entry.id ? undefined : written(entry.label),
    generic: written(entry.type), annotations: entry.annotations.map(written),
    members: entry.members.map(member), methods: entry.methods.map(member),
    namespace: written(entry.parent),
    cssClasses: entry.cssClasses.split(' ').slice(1).map(written), styles: split(entry.styles),
    link: written(entry.link && entry.link.replace(/^(https?:\/\/[^/]+)\/$/, '$1')), linkTarget: entry.linkTarget, tooltip: written(entry.tooltip),
    callback: entry.haveCallback,
  })
}

function member(entry) {
  return object({
    visibility: entry.visibility, name: written(entry.id).trim(), parameters: written(entry.parameters),
    returnType: written(entry.returnType),
    modifier: entry.classifier === '$' ? 'static' : entry.classifier === '*' ? 'abstract' : undefined,
  })
}

function relationEntry(entry, interfaces) {
  const cardinality = (text) => (text === 'none' ? undefined : written(text))
  const fromIsInterface = interfaces.has(entry.id1)
  const toIsInterface = interfaces.has(entry.id2)
  return object({
    from: written(fromIsInterface ? interfaces.get(entry.id1) : entry.id1),
    to: written(toIsInterface ? interfaces.get(entry.id2) : entry.id2),
    fromEnd: ENDS_OF_RELATIONS[entry.relation.type1], toEnd: ENDS_OF_RELATIONS[entry.relation.type2],
    line: entry.relation.lineType === 1 ? 'dotted' : 'solid',
    fromCardinality: cardinality(entry.relationTitle1),
    toCardinality: cardinality(entry.relationTitle2),
    label: written(entry.title), fromIsInterface, toIsInterface,
  })
}

// MARK: flowchart

const DIRECTIONS = { TD: 'TB' }

function flowchart(db) {
  const direction = (value) => DIRECTIONS[value] || value
  const kind = (type) => (type === 'text' ? undefined : type)
  return object({
    ...metadata(db),
    direction: direction(db.getDirection()),
    nodes: [...db.getVertices().values()].map((node) => object({
      id: written(node.id), label: written(node.text) === written(node.id) ? undefined : written(node.text),
      labelType: kind(node.labelType), shape: node.type,
    })),
    edges: db.getEdges().map((edge) => object({
      id: edge.isUserDefinedId ? written(edge.id) : undefined,
      from: written(edge.start), to: written(edge.end), label: written(edge.text),
      labelType: kind(edge.labelType), type: edge.type, stroke: edge.stroke, length: edge.length,
    })),
    subgraphs: db.getSubGraphs().map((subgraph) => object({
      id: written(subgraph.id), title: written(subgraph.title), labelType: kind(subgraph.labelType),
      members: subgraph.nodes.map(written), direction: direction(subgraph.dir),
    })),
  })
}

module.exports = { state, sequence, class: classes, flowchart }

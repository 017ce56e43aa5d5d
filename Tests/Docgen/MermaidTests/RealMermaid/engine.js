// Loads a Mermaid bundle into one process with a DOM, and reaches what `render()` calls before it
// draws: its own preprocessing and `Diagram.fromText`.
'use strict'
const fs = require('fs')
const vm = require('vm')
const { JSDOM } = require('jsdom')

/**
 * The bundle's entry points: `read(text)` gives a diagram or throws what Mermaid throws. Where it
 * `keepsTexts`, texts enter the data base as they are written, not as HTML that was made safe – save
 * that they begin with no `<<`, of which HTML that is safe has none: it would be an annotation.
 */
function load(bundlePath) {
  const dom = new JSDOM('<!DOCTYPE html><body></body>', { pretendToBeVisual: true })
  for (const name of ['window', 'document', 'Element', 'HTMLElement', 'SVGElement', 'Node',
    'DOMParser', 'XMLSerializer', 'NodeFilter', 'DocumentFragment', 'HTMLTemplateElement',
    'HTMLFormElement', 'NamedNodeMap', 'getComputedStyle']) {
    try {
      Object.defineProperty(globalThis, name,
        { value: name === 'window' ? dom.window : dom.window[name], configurable: true, writable: true })
    } catch (_) { /* a name that node itself owns */ }
  }
  if (!dom.window.CSS) dom.window.CSS = {}
  dom.window.CSS.supports = supportsColour
  globalThis.CSS = dom.window.CSS
  dom.window.Option = dom.window.Option || function () { this.style = {} }
  globalThis.__mermaidKept = (text) => typeof text === 'string' ? text.replace(/^<</, NO_ANNOTATION + '<<') : text
  let code = fs.readFileSync(bundlePath, 'utf8')
  const prepare = /\bo\((\w+),"processAndSetConfigs"\);/.exec(code)
  const diagram = /return (\w+)\.fromText\(\w+,\w+\)\},"getDiagramFromText"\)/.exec(code)
  if (!prepare || !diagram) throw new Error('this bundle is not laid out as expected: ' + bundlePath)
  code = code.replace(prepare[0], () =>
    `${prepare[0]}globalThis.__mermaidEntry={prepare:${prepare[1]},` +
    `fromText:(c,m)=>${diagram[1]}.fromText(c,m)};`)
  const cleaning = /\bo\(\(e,t\)=>(e&&\(t\.dompurifyConfig\?.*?,"sanitizeText"\))/.exec(code)
  if (!cleaning) throw new Error('this bundle is not laid out as expected: ' + bundlePath)
  code = code.replace(cleaning[0], () =>
    `o((e,t)=>globalThis.__mermaidKeepsTexts?globalThis.__mermaidKept(e):${cleaning[1]}`)
  const markdown = /\bo\((\w+),"markdownToHTML"\)/.exec(code)
  if (markdown) {
    code = code.replace(markdown[0], () => `${markdown[0]};globalThis.__mermaidMarkdown=${markdown[1]}`)
  }
  vm.runInThisContext(code, { filename: bundlePath })
  globalThis.mermaid.initialize({ startOnLoad: false, logLevel: 5, securityLevel: 'strict' })
  const entry = globalThis.__mermaidEntry
  return {
    /** The text as the grammar gets it, without front matter, directives and comments. */
    prepare: entry.prepare,
    /** Mermaid's own Markdown: a text -> HTML. */
    markdown: (text) => globalThis.__mermaidMarkdown(text),
    async read(text, keepsTexts = false) {
      globalThis.__mermaidKeepsTexts = keepsTexts
      const { code, title, config } = entry.prepare(text)
      return { diagram: await entry.fromText(code, { title }), config }
    },
  }
}

/** Stands before a `<<` that begins no annotation; a character of the private use area. */
const NO_ANNOTATION = '\ue0ff'

/** Colour words as a browser knows them: jsdom has no CSS.supports. */
function supportsColour(property, value) {
  if (property !== 'color') return true
  const v = value.trim().toLowerCase()
  return COLOURS.has(v) || /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(v) ||
    /^(rgb|rgba|hsl|hsla)\([^()]*\)$/.test(v)
}

const COLOURS = new Set(('aliceblue antiquewhite aqua aquamarine azure beige bisque black ' +
  'blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral ' +
  'cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen ' +
  'darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon ' +
  'darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink ' +
  'deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ' +
  'ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory ' +
  'khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan ' +
  'lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen ' +
  'lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen ' +
  'magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen ' +
  'mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream ' +
  'mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid ' +
  'palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum ' +
  'powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen ' +
  'seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan ' +
  'teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen transparent ' +
  'currentcolor inherit initial unset revert accentcolor accentcolortext activetext buttonborder ' +
  'buttonface buttontext canvas canvastext field fieldtext graytext highlight highlighttext ' +
  'linktext mark marktext selecteditem selecteditemtext visitedtext activeborder activecaption ' +
  'appworkspace background buttonhighlight buttonshadow captiontext inactiveborder ' +
  'inactivecaption inactivecaptiontext infobackground infotext menu menutext scrollbar ' +
  'threeddarkshadow threedface threedhighlight threedlightshadow threedshadow window ' +
  'windowframe windowtext').split(' '))

module.exports = { load, NO_ANNOTATION }

extension ReportStyle {
  /// Findings, pictures, details.
  static let marks = ##"""
    .finding {
      border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 6px;
      padding: 8px 14px; margin: 8px 0; font-size: 15px; background: var(--back);
      content-visibility: auto; contain-intrinsic-size: auto 80px; overflow-wrap: anywhere;
    }
    .finding.error { border-left-color: var(--extra) }
    .finding.warning { border-left-color: var(--unobserved) }
    .finding .summary { margin: 0 }
    .severity { font-weight: 600; font-size: 13px }
    .finding.error .severity { color: var(--extra) }
    .finding.warning .severity { color: var(--unobserved) }
    .finding.note .severity { color: var(--soft) }
    .rule { color: var(--soft); background: none; font-size: 13px }
    .evidence { list-style: none; padding: 0; margin: 6px 0 0; font-size: 14px }
    .kind { color: var(--soft); font-size: 13px }
    .evidence .kind { display: inline-block; min-width: 84px }
    .fix {
      display: grid; grid-template-columns: 1fr auto; gap: 0 8px; margin-top: 8px;
      align-items: end;
    }
    .fix pre { grid-column: 1 / -1; margin: 4px 0; max-height: 260px; font-size: 13px }
    .fix button {
      grid-row: 1; grid-column: 2; font-size: 13px; min-height: 26px; padding: 1px 8px;
    }
    button.tiny { font-size: 12px; min-height: 24px; padding: 0 7px }
    .more { margin: 8px 0 }
    .findings { list-style: none; padding: 0 }
    .filter { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center }
    .filter input[type=search] { flex: 1 1 220px; max-width: 420px }
    .filter label { font-size: 14px }

    mark {
      background: none; color: inherit; text-decoration: underline 2px;
      text-underline-offset: 3px;
    }
    mark.error {
      background: var(--extra-back); color: var(--extra); text-decoration: line-through 2px;
    }
    mark.warning {
      background: var(--unobserved-back); color: var(--unobserved); text-decoration-style: wavy;
    }
    mark.note { text-decoration: underline dotted 2px var(--soft) }
    mark code { background: none; color: inherit }
    code mark { padding: 0 }

    .diagram {
      margin: 20px 0; border: 1px solid var(--line); border-radius: 8px; padding: 0 16px 12px;
    }
    .diagram figcaption {
      display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; padding: 10px 0;
      min-height: 53px;
    }
    .tools { margin-left: auto; min-height: 32px }
    .canvas { overflow: auto; text-align: center; padding: 8px 4px }
    .diagram:not(.drawn) .canvas:empty { min-height: 120px }
    .canvas svg { max-width: 100%; height: auto; overflow: visible }
    .wrong { color: var(--extra) }
    .diagram summary { cursor: pointer; color: var(--soft); font-size: 14px; padding: 4px 0 }
    .verdicts ul { list-style: none; padding: 0; margin: 4px 0 8px; font-size: 14px }
    .verdicts li { display: flex; gap: 8px; padding: 2px 0 }
    .verdicts li .soft { margin-left: 6px }
    .verdicts .name { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace }
    .sign { flex: none; width: 1em; font-weight: 700; text-align: center }
    li.v-extra .sign { color: var(--extra) }
    li.v-missing .sign { color: var(--missing) }
    li.v-unobserved .sign { color: var(--unobserved) }
    li.v-differs .sign { color: var(--differs) }
    li.v-extra .name { text-decoration: line-through }
    .replay {
      display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 8px;
      margin-bottom: 8px; background: var(--raised); border-radius: 6px;
      position: sticky; top: 60px; z-index: 2;
    }
    .replay .step { margin: 0 auto 0 8px; font-size: 14px; min-width: 12em }
    .replay select { max-width: 240px }

    /* Verdicts in pictures: Mermaid's own rules have an id, so these are important. */
    .v-extra { --verdict: var(--extra); --verdict-back: var(--extra-back) }
    .v-missing { --verdict: var(--missing); --verdict-back: var(--missing-back) }
    .v-unobserved { --verdict: var(--unobserved); --verdict-back: var(--unobserved-back) }
    .v-differs { --verdict: var(--differs); --verdict-back: var(--differs-back) }
    svg path.v:not(.v-agrees), svg line.v:not(.v-agrees) {
      stroke: var(--verdict) !important; stroke-width: 2.2px !important;
    }
    svg path.v-missing, svg line.v-missing { stroke-dasharray: 7 5 !important }
    svg path.v-unobserved, svg line.v-unobserved { stroke-dasharray: 2 4 !important }
    svg .label.v:not(.v-agrees) *, svg .nodeLabel.v:not(.v-agrees),
    svg .nodeLabel.v:not(.v-agrees) *,
    svg .cluster-label.v:not(.v-agrees) * {
      color: var(--verdict) !important; fill: var(--verdict) !important;
    }
    svg text.v:not(.v-agrees), svg text.v:not(.v-agrees) tspan { fill: var(--verdict) !important }
    svg .edgeLabels .label.v:not(.v-agrees) * { background: var(--verdict-back) !important }
    :root[data-look=dark] svg .edgeLabels .label:not(.v) :is(p, span) { color: #f0f0f0 }
    :root[data-look=dark] svg .edgeLabels .label.v-agrees :is(p, span) { color: #f0f0f0 }
    svg .methods-group .v-missing p, svg .members-group .v-missing p {
      text-decoration: underline dashed;
    }
    svg .v-extra p, svg text.v-extra, svg text.v-extra tspan { text-decoration: line-through }
    svg g.v:not(.v-agrees) > rect:not(.offscreen), svg g.v:not(.v-agrees) > polygon,
    svg g.v:not(.v-agrees) > circle, svg g.v:not(.v-agrees) > .outer-path path,
    svg g.v:not(.v-agrees) > g > rect.outer {
      stroke: var(--verdict) !important; fill: var(--verdict-back) !important;
      stroke-width: 2px !important;
    }
    svg g.v-missing > rect, svg g.v-missing > polygon { stroke-dasharray: 7 5 !important }
    svg g.label.v > rect { fill: none !important; stroke: none !important }
    svg .badge rect { fill: var(--verdict, var(--soft)) !important; stroke: none !important }
    svg .badge text {
      fill: var(--back) !important; font: 700 11px/1 ui-monospace, Menlo, Consolas, monospace;
      stroke: none;
    }
    svg .badge.v-agrees { --verdict: var(--soft) }
    .badge { pointer-events: none }
    .badge.observed { display: none }
    [data-observed=counts] .badge.observed { display: inline }
    [data-observed=width] svg path.v, [data-observed=width] svg line.v {
      stroke-width: var(--observed-width, 1px) !important;
    }
    .hit { fill: none; stroke: transparent; stroke-width: 16px; pointer-events: stroke }
    .element { cursor: pointer; outline: none }
    .hit:hover, .hit:focus { stroke: color-mix(in srgb, var(--focus) 28%, transparent) }
    g.element:hover, g.element:focus { filter: drop-shadow(0 0 3px var(--focus)) }
    g.element:focus-visible > rect, g.element:focus-visible > polygon,
    g.element:focus-visible > .outer-path path {
      stroke: var(--focus) !important; stroke-width: 3px;
    }
    [data-view=documented] svg .v-missing, [data-view=code] svg .v-extra { visibility: hidden }
    [data-view=documented] svg .v-missing *, [data-view=code] svg .v-extra * { visibility: hidden }
    svg path.now, svg line.now { stroke: var(--now) !important; stroke-width: 4px !important }
    svg .hit.now { stroke: color-mix(in srgb, var(--now) 30%, transparent) !important }
    svg .label.now *, svg text.now, svg text.now tspan {
      color: var(--now) !important; fill: var(--now) !important;
    }
    svg g.now > rect { stroke: var(--now) !important }

    #inspector {
      grid-area: inspector; width: 360px; border-left: 1px solid var(--line); padding: 16px;
      position: sticky; top: 57px; align-self: start; max-height: calc(100vh - 57px);
      overflow: auto; background: var(--back); font-size: 14px;
    }
    #inspector header { display: flex; gap: 8px; align-items: start }
    #inspector h2 {
      font-size: 15px; margin: 0; flex: 1; overflow-wrap: anywhere; font-weight: 600;
    }
    #inspector h3 { font-size: 13px; color: var(--soft); margin: 12px 0 2px; font-weight: 600 }
    #inspector p, #inspector ul { margin: 2px 0 }
    #inspector ul { padding-left: 16px }
    #inspector .evidence, #inspector .finding { padding-left: 8px }
    .verdict {
      display: inline-block; border-radius: 10px; padding: 1px 10px; background: var(--raised);
    }
    .verdict:not(.v-agrees) { background: var(--verdict-back); color: var(--verdict) }
    .place { overflow-wrap: anywhere }

    @media (max-width: 1199px) {
      #inspector {
        position: fixed; inset: auto 0 0; width: auto; max-height: 45vh; border-left: 0; top: auto;
        border-top: 1px solid var(--line); box-shadow: 0 -6px 24px rgb(0 0 0 / .16); z-index: 6;
      }
      .columns { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 16px }
      .inspecting main { padding-bottom: 50vh }
      .inspecting { scroll-padding-bottom: 48vh }
    }
    @media (max-width: 899px) {
      body {
        grid-template: auto auto 1fr / minmax(0, 1fr);
        grid-template-areas: "bar" "contents" "main";
      }
      #bar { padding: 8px 16px; position: static }
      .controls { margin-left: 0 }
      #contents { border-right: 0; border-bottom: 1px solid var(--line) }
      #contents details, .replay { position: static; max-height: none }
      main { padding: 16px 16px 64px }
      .diagram { padding: 0 10px 10px }
      .canvas svg { max-width: none }
    }
    @media (max-width: 1099px) { .tile-groups { grid-template-columns: 1fr } }
    @media (max-width: 560px) { .columns { grid-template-columns: 1fr; gap: 0 } }
    @media (prefers-reduced-motion: reduce) { * { animation: none !important } }
    @media (forced-colors: active) { .badge rect { fill: CanvasText } }
    [data-single] body { display: block }
    [data-single] :is(#bar, #contents, #inspector, .skip, .tools, .source, .diagram-findings) {
      display: none;
    }
    [data-single] main { padding: 0; max-width: none }
    [data-single] .diagram { margin: 8px }
    [data-single] .verdicts summary { display: none }
    [data-single] button.plain { color: inherit; text-decoration: inherit }
    @media print {
      #bar .controls, #contents, #inspector, .tools, .replay, .more, .filter, .skip {
        display: none;
      }
      body { display: block }
      main { max-width: none; padding: 0 }
      .diagram, .finding { break-inside: avoid }
    }
    """##
}

extension ReportStyle {
  /// The page: colors, columns, tables.
  static let page = ##"""
    :root {
      --text: #1f2328; --soft: #57606a; --back: #ffffff; --raised: #f6f8fa; --line: #d1d9e0;
      --link: #0a5bc4; --focus: #0a5bc4;
      --extra: #b42318; --extra-back: #fdecea; --missing: #116329; --missing-back: #e3f5e7;
      --unobserved: #8a4600; --unobserved-back: #fdf0dc; --differs: #6b3fa0;
      --differs-back: #f2ebfa; --now: #0a5bc4; --now-back: #dbeafe; color-scheme: light;
    }
    :root[data-look=dark] {
      --text: #e6edf3; --soft: #9da7b1; --back: #0d1117; --raised: #161b22; --line: #3d444d;
      --link: #6cb2ff; --focus: #6cb2ff;
      --extra: #ff9b93; --extra-back: #3a1816; --missing: #6fdd8b; --missing-back: #10301b;
      --unobserved: #f2b45c; --unobserved-back: #35260e; --differs: #cdaeff;
      --differs-back: #2b2142; --now: #6cb2ff; --now-back: #12294a; color-scheme: dark;
    }
    * { box-sizing: border-box }
    html { scroll-padding-top: 72px }
    body {
      margin: 0; background: var(--back); color: var(--text);
      font: 16px/1.55 system-ui, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
      display: grid; grid-template: auto 1fr / 250px minmax(0, 1fr) auto;
      grid-template-areas: "bar bar bar" "contents main inspector";
    }
    a { color: var(--link); text-underline-offset: 2px }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px }
    main:focus { outline: none }
    .offscreen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .skip { position: absolute; left: -999px; z-index: 9; padding: 8px; background: var(--back) }
    .skip:focus { left: 8px; top: 8px }
    .soft { color: var(--soft) }
    .small { font-size: 13px }
    code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 86% }
    code {
      background: var(--raised); border-radius: 4px; padding: .1em .3em;
      overflow-wrap: anywhere;
    }
    pre {
      background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 12px;
      overflow: auto; margin: 8px 0;
    }
    pre code { background: none; padding: 0; font-size: 100%; overflow-wrap: normal }
    button, select, input[type=search] {
      font: inherit; font-size: 14px; color: var(--text); background: var(--back);
      border: 1px solid var(--line); border-radius: 6px; padding: 4px 10px; min-height: 32px;
    }
    button { cursor: pointer }
    button:hover { background: var(--raised) }
    button.plain {
      border: 0; background: none; padding: 0; min-height: 0; text-align: left; color: var(--link);
      text-decoration: underline; text-decoration-style: dotted; text-underline-offset: 3px;
      font-size: inherit; overflow-wrap: anywhere;
    }

    #bar {
      grid-area: bar; position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap;
      gap: 8px 24px; align-items: center; padding: 10px 24px; background: var(--back);
      border-bottom: 1px solid var(--line);
    }
    #bar h1 { font-size: 17px; margin: 0; font-weight: 600; overflow-wrap: anywhere }
    .controls { display: flex; flex-wrap: wrap; gap: 8px; margin-left: auto; align-items: center }
    .segments {
      border: 1px solid var(--line); border-radius: 6px; padding: 0; margin: 0; display: flex;
    }
    .segments label { position: relative; display: block; cursor: pointer }
    .segments input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer }
    .segments span { display: block; padding: 4px 12px; font-size: 14px; border-radius: 5px }
    .segments input:checked + span { background: var(--text); color: var(--back) }
    .segments input:focus-visible + span { outline: 2px solid var(--focus); outline-offset: 2px }

    #contents { grid-area: contents; border-right: 1px solid var(--line); font-size: 14px }
    #contents details {
      position: sticky; top: 57px; max-height: calc(100vh - 57px); overflow: auto;
    }
    #contents summary { padding: 12px 16px 4px; color: var(--soft); cursor: pointer }
    #contents ul { list-style: none; margin: 0; padding: 4px 8px 24px }
    #contents a {
      display: flex; gap: 8px; align-items: baseline; padding: 5px 8px; border-radius: 6px;
      text-decoration: none; color: var(--text); overflow-wrap: anywhere;
    }
    #contents a:hover { background: var(--raised) }
    #contents a[aria-current] { background: var(--raised); font-weight: 600 }
    .dot { flex: none; width: 8px; height: 8px; border-radius: 50%; background: var(--line) }
    .dot.error { background: var(--extra) }
    .dot.warning { background: var(--unobserved) }
    .dot.note { background: var(--soft) }
    .number {
      flex: none; margin-left: auto; color: var(--soft); font-variant-numeric: tabular-nums;
    }

    main { grid-area: main; padding: 24px 32px 80px; min-width: 0; max-width: 1100px }
    main h1, main h2 {
      line-height: 1.25; border-bottom: 1px solid var(--line); padding-bottom: 6px;
    }
    main h1 { font-size: 28px }
    main h2 { font-size: 21px; margin-top: 40px }
    #overview > h2:first-child { margin-top: 0; font-size: 28px }
    .lead { font-size: 18px }
    section section h2 { font-size: 19px }
    .page img { max-width: 100% }
    .sides {
      display: grid; gap: 0 16px;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    }
    blockquote {
      margin: 0; padding: 0 1em; color: var(--soft); border-left: 4px solid var(--line);
    }
    .alert { color: inherit; border-left-color: var(--link) }
    .alert-title { font-weight: 600; margin-bottom: 0; color: var(--link) }
    .alert.tip { border-left-color: var(--missing) }
    .alert.tip > .alert-title { color: var(--missing) }
    .alert.important { border-left-color: var(--differs) }
    .alert.important > .alert-title { color: var(--differs) }
    .alert.warning { border-left-color: var(--unobserved) }
    .alert.warning > .alert-title { color: var(--unobserved) }
    .alert.caution { border-left-color: var(--extra) }
    .alert.caution > .alert-title { color: var(--extra) }
    .no-script .page { border-top: 2px solid var(--line) }
    .target { animation: target 1.5s; border-radius: 4px }
    @keyframes target { 0%, 60% { box-shadow: 0 0 0 6px var(--now-back) } }

    .scroll { overflow-x: auto; margin: 12px 0 }
    table { border-collapse: collapse; font-size: 15px }
    th, td {
      border-bottom: 1px solid var(--line); padding: 6px 16px 6px 0; vertical-align: top;
      text-align: left;
    }
    thead th { color: var(--soft); font-weight: 600; font-size: 13px; white-space: nowrap }
    tbody th { font-weight: 400 }
    .page th, .page td { border: 1px solid var(--line); padding: 5px 12px }
    #overview table { width: 100% }
    #overview td:first-child { overflow-wrap: anywhere }

    .tiles {
      list-style: none; padding: 0; margin: 20px 0; display: grid; gap: 10px;
      grid-template-columns: repeat(auto-fill, minmax(128px, 1fr));
    }
    .tile {
      border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; display: flex;
      flex-direction: column; font-size: 13px; line-height: 1.35; color: var(--soft);
    }
    .tile-groups { display: grid; grid-template-columns: 3fr 5fr; gap: 0 28px }
    .tile-groups h3 { font-size: 14px; color: var(--soft); margin: 16px 0 0 }
    .tile-groups .tiles {
      margin: 6px 0 0; grid-template-columns: repeat(auto-fit, minmax(100px, 1fr));
    }
    .tile strong { font-size: 24px; color: var(--text); font-variant-numeric: tabular-nums }
    .chips { display: inline-flex; flex-wrap: wrap; gap: 6px }
    .chip {
      border-radius: 10px; padding: 1px 9px; font-size: 13px; background: var(--raised);
      color: var(--soft); white-space: nowrap; font-variant-numeric: tabular-nums;
    }
    .chip.error, .chip.v-extra, .tile.error, .tile.v-extra { background: var(--extra-back) }
    .chip.error, .chip.v-extra, .tile.error *, .tile.v-extra * { color: var(--extra) }
    .chip.warning, .chip.v-unobserved, .tile.warning, .tile.v-unobserved {
      background: var(--unobserved-back);
    }
    .chip.warning, .chip.v-unobserved, .tile.warning *, .tile.v-unobserved * {
      color: var(--unobserved);
    }
    .chip.v-missing, .tile.v-missing { background: var(--missing-back) }
    .chip.v-missing, .tile.v-missing * { color: var(--missing) }
    .chip.v-differs, .tile.v-differs { background: var(--differs-back) }
    .chip.v-differs, .tile.v-differs * { color: var(--differs) }
    .share { display: inline-flex; gap: 10px; align-items: center; white-space: nowrap }
    .meter {
      width: 90px; height: 6px; border-radius: 3px;
      background: linear-gradient(90deg, var(--link) var(--share), var(--line) var(--share));
    }
    """##
}

"""Uses `docgen lsp` through pygls, a client of another make.

Usage: use_lsp.py DOCGEN FOLDER. FOLDER has docs/a.md with a finding and a stale region, and the
configuration of docgen. Prints what it got, a line for each step.
"""

import asyncio
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient


async def main(program, folder):
    page = folder / "docs" / "a.md"
    text = page.read_text(encoding="utf-8")
    client = BaseLanguageClient("pygls", "1")
    findings = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params):
        if params.uri == page.as_uri():
            findings.put_nowait(params)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def registered(params):
        return None

    await client.start_io(program, "lsp")
    found = await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(
                text_document=types.TextDocumentClientCapabilities(
                    publish_diagnostics=types.PublishDiagnosticsClientCapabilities(
                        version_support=True
                    )
                )
            ),
            root_uri=folder.as_uri(),
        )
    )
    print("server", found.server_info.name)
    client.initialized(types.InitializedParams())
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(page.as_uri(), "markdown", 1, text)
        )
    )
    params = await findings.get()
    while not params.diagnostics:
        params = await findings.get()
    print("findings", *sorted({found.code for found in params.diagnostics}))
    document = types.TextDocumentIdentifier(page.as_uri())
    line = next(index for index, row in enumerate(text.split("\n")) if "`Door" in row)
    place = types.Position(line, text.split("\n")[line].index("`Door") + 2)
    hover = await client.text_document_hover_async(types.HoverParams(document, place))
    print("hover", "DoorMachine" in hover.contents.value)
    definition = await client.text_document_definition_async(
        types.DefinitionParams(document, place)
    )
    print("definition", definition[0].uri.rsplit("/", 1)[-1], definition[0].range.start.line)
    completion = await client.text_document_completion_async(
        types.CompletionParams(document, place)
    )
    print("completion", "DoorMachine" in [item.label for item in completion.items])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document, types.Range(types.Position(0, 0), types.Position(line, 9)),
            types.CodeActionContext(diagnostics=[]),
        )
    )
    print("actions", len(actions) > 1)
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 60)
    print("exit", client._server.returncode)


asyncio.run(main(sys.argv[1], pathlib.Path(sys.argv[2]).resolve()))

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientVersion } from './handle-request.ts'
import { findNode, type NodeNote, writeNote } from './node-note.ts'

let folder: string
let server: Server
/** How many questions it leaves without an answer before it gives one. */
let silent: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'node-note-'))
  server = createServer((_, response) => {
    if (silent-- > 0) return
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: clientVersion }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

async function noted(): Promise<NodeNote> {
  const { port } = server.address() as AddressInfo
  const note = { node: 1, starter: 2, url: `http://127.0.0.1:${port}` }
  await writeNote(folder, note)
  return note
}

test('a node that is slow to answer is not taken for gone', async () => {
  silent = 2
  const note = await noted()
  expect(await findNode(folder, { askMs: 100, tries: 30 })).toEqual(note)
})

test('nobody at the place, somebody who never answers, and no note are no node', async () => {
  expect(await findNode(folder)).toBeUndefined()
  await noted()
  silent = Number.POSITIVE_INFINITY
  expect(await findNode(folder, { askMs: 20, tries: 3 })).toBeUndefined()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await findNode(folder)).toBeUndefined()
})

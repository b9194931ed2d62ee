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
/** The number of requests that the server ignores before its first response. */
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

test('finds a node that answers slowly', async () => {
  silent = 2
  const note = await noted()
  expect(await findNode(folder, { askMs: 100, tries: 30 })).toEqual(note)
})

test('finds no node if the note is missing, nothing listens at the URL or the listener does not respond', async () => {
  expect(await findNode(folder)).toBeUndefined()
  await noted()
  silent = Number.POSITIVE_INFINITY
  expect(await findNode(folder, { askMs: 20, tries: 3 })).toBeUndefined()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await findNode(folder)).toBeUndefined()
})

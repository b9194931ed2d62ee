import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  type EtlFileKind,
  makeEtlWorld,
  type WriteEtlOptions,
  writeEtl,
} from '../../../../../test/support/etl-world.ts'
import { findFiles } from '../../files/find-files.ts'
import type { Transfer } from '../../imports/transfer.ts'
import type { Facts, ReadPosition, SourceBatch } from '../../imports/transfer-source.ts'
import { isEtlName, readEtlFile } from './etl-file.ts'
import { etlSteps } from './etl-steps.ts'
import { readEthereumEtl } from './read-ethereum-etl.ts'

const root = mkdtempSync(join(tmpdir(), 'touchstone-etl-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function createFacts(): Facts {
  const known = new Map<string, string[]>()
  return {
    async add(facts) {
      for (const [key, fact] of facts) known.set(key, [...(known.get(key) ?? []), fact])
    },
    read: async (keys) =>
      new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key) ?? []]] : []))),
  }
}

async function open(folder: string) {
  const files = await Promise.all((await findFiles({ path: folder, isWanted: isEtlName })).map(readEtlFile))
  const of = (kind: string) => files.filter((file) => file !== undefined).filter((file) => file.kind === kind)
  const steps = etlSteps({
    blocks: of('block'),
    receipts: of('receipt'),
    transactions: of('transaction'),
    tokenTransfers: of('token_transfer'),
    logs: of('token_transfer').length > 0 ? [] : of('log'),
    traces: of('trace'),
    streams: of('stream'),
  })
  const facts = createFacts()
  return (from?: ReadPosition) =>
    readEthereumEtl({
      steps,
      mapping: { network: 'ETH', assumeSuccess: false },
      facts,
      ...(from !== undefined && { from }),
    })
}

async function readAll(batches: AsyncIterable<SourceBatch>): Promise<SourceBatch[]> {
  const all: SourceBatch[] = []
  for await (const batch of batches) all.push(batch)
  return all
}

/** Returns each distinct transfer as a line of text. */
const textsOf = (batches: readonly SourceBatch[]) => [
  ...new Set(
    batches.flatMap(({ entries }) =>
      entries.flatMap((entry) =>
        'transfers' in entry
          ? entry.transfers.map(textOf)
          : 'problem' in entry
            ? [`${entry.line} ${entry.problem}`]
            : [],
      ),
    ),
  ),
]
const textOf = ({ coin, tx, position, block, time, from, to, amount, fee }: Transfer) =>
  [coin, tx, position, block, time, from, to, amount, fee === true].join(' ')

const all: readonly EtlFileKind[] = ['blocks', 'transactions', 'receipts', 'token_transfers', 'traces']
const withLogs: readonly EtlFileKind[] = ['blocks', 'transactions', 'receipts', 'logs', 'traces']
const inside: readonly EtlFileKind[] = ['blocks', 'transactions', 'token_transfers', 'traces']
const forms: [string, Omit<WriteEtlOptions, 'folder'>][] = [
  ['JSON lines, streamed', { form: 'json', streamed: true, kinds: inside }],
  ['JSON lines, exported', { form: 'json', streamed: false, kinds: all }],
  ['CSV, streamed', { form: 'csv', streamed: true, kinds: inside }],
  ['CSV, exported', { form: 'csv', streamed: false, kinds: all }],
  ['JSON lines with logs', { form: 'json', streamed: true, kinds: withLogs }],
  ['CSV with logs', { form: 'csv', streamed: false, kinds: withLogs }],
  ['everything in one stream', { form: 'json', streamed: true, kinds: [...all, 'logs'], mixed: true }],
]

let made = 0
test.each(forms)('%s: produces the same transfers as following a node', async (_, form) => {
  const folder = join(root, String(++made))
  const world = makeEtlWorld(made)
  writeEtl(world, { folder, ...form })
  const read = await open(folder)
  const batches = await readAll(read())
  expect(textsOf(batches).sort()).toEqual(world.followed.map(textOf).sort())

  // Resuming from any position must return exactly the transfers after that position.
  for (const [index, { reached }] of batches.entries()) {
    expect(textsOf(await readAll(read(reached)))).toEqual(textsOf(batches.slice(index + 1)))
  }
})

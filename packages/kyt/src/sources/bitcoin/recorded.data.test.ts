import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSeededRandom } from '@touchstone/common'
import { expect, onTestFinished, test } from 'vitest'
import { type BitcoinAnswers, startBitcoinNode } from '../../../../../test/support/bitcoin-node.ts'
import { dataFolder } from '../../../../../test/support/data-folder.ts'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import type { Transfer } from '../../imports/transfer.ts'
import type { SourceEntry } from '../../imports/transfer-source.ts'
import { createJsonRpc } from '../rpc/json-rpc.ts'
import { createBitcoinSource } from './bitcoin-source.ts'
import { parseExactJson } from './exact-json.ts'
import { readBitcoinEtlFile } from './read-etl-file.ts'

// Recorded node responses, and bitcoin-etl's output for the same blocks.

const recorded = dataFolder('ledger/bitcoin')

async function open(answers: BitcoinAnswers, network: BitcoinNetwork = 'BTC') {
  const node = await startBitcoinNode(answers)
  onTestFinished(() => node.stop())
  const random = createSeededRandom('bitcoin')
  const rpc = createJsonRpc({ endpoints: [node.url], wait: async () => {}, random, parse: parseExactJson })
  return { node, source: createBitcoinSource({ network, rpc }) }
}

async function read(file: string, network: BitcoinNetwork = 'BTC'): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  for await (const batch of readBitcoinEtlFile({ file, network })) entries.push(...batch.entries)
  return entries
}

const short = (entry: SourceEntry | undefined) =>
  entry && 'transfers' in entry
    ? entry.transfers.map(({ from, to, amount, fee }) => `${from}>${to} ${amount}${fee ? ' fee' : ''}`)
    : entry && 'problem' in entry && entry.problem

/**
 * The files are named after the RPC method and its parameters. The blocks were recorded at a different
 * verbosity level.
 */
const replay =
  (...folders: string[]): BitcoinAnswers =>
  (method, params) => {
    const start = `rpc_response_${[method, ...params.slice(0, 1)].join('_')}`
    for (const folder of folders) {
      const name = readdirSync(join(recorded, folder)).find(
        (file) => file === `${start}.json` || file.startsWith(`${start}_`),
      )
      if (name) return readFileSync(join(recorded, folder, name), 'utf8')
    }
    return undefined
  }

test.each([
  ['BTC', 'bitcoin/block_0', [0]],
  ['BTC', 'bitcoin/block_1', [1]],
  ['BTC', 'bitcoin/block_without_transactions', [50_000]],
  ['BTC', 'bitcoin/stream_50001_50002', [50_001, 50_002]],
  ['DOGE', 'dogecoin/block_without_transactions', [2]],
  ['BCH', 'bitcoin_cash/block_with_duplicate_txid', [91_722]],
] as const)(
  '%s %s: produces the same transfers from a node and from bitcoin-etl',
  async (network, folder, numbers) => {
    const { source } = await open(replay(folder), network)
    const blocks = await Promise.all(numbers.map((number) => source.block(number)))
    const expected: Transfer[] = []
    const file = join(recorded, folder, 'expected_transactions.json')
    for await (const { entries } of readBitcoinEtlFile({ file, network })) {
      for (const entry of entries) {
        if (!('transfers' in entry)) throw new Error('an entry has no transfers')
        expected.push(...entry.transfers)
      }
    }
    expect(expected.length).toBeGreaterThan(0)
    expect(blocks.flatMap(({ transfers }) => transfers)).toEqual(expected)
  },
)

test('Bitcoin blocks 50001 and 50002', async () => {
  const entries = await read(join(recorded, 'bitcoin/stream_50001_50002/expected_transactions.json'))
  expect(entries.map(short)).toEqual([
    ['>1PkqKGbNLDdDJGveCcNUMV9CEFH77ADrPQ 5000000000'],
    [
      '1DoQeKfU3dYhN9bxMpFFcVUnufCPDqSPae>1HaHTfmvoUW6i6nhJf8jJs6tU4cHNmBQHQ 5000000000',
      '1PZMgkF2x161qvfP7dhoWSEEU3SjnQE1m9>1HaHTfmvoUW6i6nhJf8jJs6tU4cHNmBQHQ 5000000000',
    ],
    ['18dxbN6m8zxieN8F9BchXmhbeXUdFLr8fD>1HaHTfmvoUW6i6nhJf8jJs6tU4cHNmBQHQ 5000000000'],
    ['>1CvMvWyKJvfg6wQSGdHraoJ7NFu8KaTL1u 5000000000'],
  ])
})

test('Dogecoin without spent outputs, and Bitcoin Cash', async () => {
  const doge = await read(
    join(recorded, 'dogecoin/block_with_float_precision_loss/expected_transactions.json'),
    'DOGE',
  )
  expect(short(doge[0])).toEqual(['>DLrPBnddK81Tn7YStmKVAhqfxYexZFJymq 14962000010000'])
  expect(doge.slice(1).map(short).join()).toMatch(/enrich_transactions/)
  const cash = await read(
    join(recorded, 'bitcoin_cash/block_with_duplicate_txid/expected_transactions.json'),
    'BCH',
  )
  expect(cash.map(short)).toEqual([['>bitcoincash:qzkddwa6hgh03skr4qsrygk7e087zjydxgqkpjnsw7 5000000000']])
})

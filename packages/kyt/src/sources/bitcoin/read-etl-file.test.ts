import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import type { SourceEntry } from '../../imports/transfer-source.ts'
import { readBitcoinEtlFile } from './read-etl-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-etl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(file: string, network: BitcoinNetwork = 'BTC'): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  for await (const batch of readBitcoinEtlFile({ file, network })) entries.push(...batch.entries)
  return entries
}
function write(name: string, content: string): string {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}
const short = (entry: SourceEntry | undefined) =>
  entry && 'transfers' in entry
    ? entry.transfers.map(({ from, to, amount, fee }) => `${from}>${to} ${amount}${fee ? ' fee' : ''}`)
    : entry && 'problem' in entry && entry.problem

const alice = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const bob = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const transaction = {
  hash: 'ab'.repeat(32),
  block_number: 9,
  block_timestamp: 1_700_000_000,
  is_coinbase: false,
  inputs: [{ index: 0, script_hex: '00', type: 'pubkeyhash', addresses: [alice], value: 1000 }],
  outputs: [
    { index: 0, script_hex: '00', type: 'pubkeyhash', addresses: [bob], value: 600 },
    { index: 1, script_hex: '00', type: 'pubkeyhash', addresses: [alice], value: 390 },
  ],
}
const line = (change: object) => JSON.stringify({ ...transaction, ...change })

test('emits one entry per transaction', async () => {
  const file = write(
    'transactions.json',
    `${line({})}\n\n${line({ type: 'block', inputs: undefined, merkle_root: 'x' })}\n${line({ hash: 'AC'.repeat(32) })}`,
  )
  const entries = await read(file)
  expect(entries).toHaveLength(2)
  expect(short(entries[0])).toEqual([`${alice}>${bob} 600`, `${alice}> 10 fee`])
  expect(entries[1]).toMatchObject({
    transfers: [{ tx: 'ac'.repeat(32), block: 9, time: 1_700_000_000 }, {}],
  })
})

test('reads amounts above 2^53 exactly', async () => {
  const big = line({
    inputs: [{ addresses: ['DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD'], value: 1 }],
    outputs: [{ addresses: ['DLrPBnddK81Tn7YStmKVAhqfxYexZFJymq'], value: 2 }],
  })
    .replace('"value":1}', '"value":9007199254740995}')
    .replace('"value":2}', '"value":9007199254740993}')
  const [entry] = await read(write('doge.json', big), 'DOGE')
  expect(short(entry)).toEqual([
    'DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD>DLrPBnddK81Tn7YStmKVAhqfxYexZFJymq 9007199254740993',
    'DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD> 2 fee',
  ])
})

test('reports invalid lines and reads the valid lines', async () => {
  const lines = [
    'not json',
    '[1]',
    line({ hash: 'xyz' }),
    line({ block_number: -1 }),
    line({ block_timestamp: 'yesterday' }),
    line({ inputs: [{ ...transaction.inputs[0], value: null, addresses: [] }] }),
    line({ inputs: [] }),
    line({ inputs: 'none' }),
    line({ outputs: [{ addresses: [bob], value: -5 }] }),
    line({ outputs: [{ addresses: [bob], value: 5000 }] }),
    line({ outputs: [{ addresses: ['DPsvwvYRgt66ntxno9mMuBfwhg9nAMmGrD'], value: 5 }] }),
    line({}),
  ]
  const entries = await read(write('bad.json', lines.join('\n')))
  expect(entries.map(short)).toEqual([
    'the line is not valid JSON',
    'the line is not a JSON object',
    'the transaction has no hash of 64 hex digits',
    'block_number is not a whole number',
    'block_timestamp is not a valid time',
    'input 0 does not contain the output that it spends: run bitcoin-etl enrich_transactions on the file first',
    'the transaction has no inputs and is not a coinbase',
    'inputs is not a list',
    'output 0 has no valid value',
    'the outputs are worth more than the inputs',
    'output 0 has no valid BTC address',
    [`${alice}>${bob} 600`, `${alice}> 10 fee`],
  ])
})

test('skips lines over 16 MB', async () => {
  const file = write('long.json', `${'x'.repeat(17 * 1024 * 1024)}\n${line({})}\n`)
  const entries = await read(file)
  expect(entries[0]).toMatchObject({ file, line: 1, problem: 'the line is longer than 16 MB' })
  expect(entries[1]).toMatchObject({ transfers: [{}, {}] })
})

test('attributes spending from a multisignature to the owner that received the coins', async () => {
  const shared = { type: 'multisig', addresses: [alice, bob], value: 500 }
  const lines = [
    line({ outputs: [{ ...shared, script_hex: '5121' }] }),
    line({ hash: 'ee'.repeat(32), inputs: [{ ...shared, script_hex: '00' }], outputs: [] }),
  ]
  const entries = await read(write('multisig.json', lines.join('\n')))
  const transfers = entries.flatMap((entry) => ('transfers' in entry ? entry.transfers : []))
  expect(transfers[0]?.to).toMatch(/^script:/)
  expect(transfers.at(-1)?.from).toBe(transfers[0]?.to)
})

test('reads CSV with lists in JSON or Python notation', async () => {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const header = 'hash,block_number,block_timestamp,is_coinbase,inputs,outputs'
  const row = (inputs: string, outputs: string, coinbase = 'False') =>
    [transaction.hash, 9, '2023-11-14 22:13:20 UTC', coinbase, quote(inputs), quote(outputs)].join(',')
  const python = `[{'index': 0, 'type': None, 'x': True, 'addresses': ['${bob}'], 'value': 9007199254740993}]`
  const file = write(
    'transactions.csv',
    [
      header,
      row(JSON.stringify(transaction.inputs), JSON.stringify(transaction.outputs)),
      row('[]', python, 'True'),
      row('nonsense', '[]'),
      'a,b',
      `${transaction.hash},"9`,
    ].join('\r\n'),
  )
  const entries = await read(file)
  expect(entries.map(short)).toEqual([
    [`${alice}>${bob} 600`, `${alice}> 10 fee`],
    [`>${bob} 9007199254740993`],
    'inputs is not a valid list',
    'expected 6 fields, found 2',
    'a field has misplaced quotes',
  ])
  expect(entries[0]).toMatchObject({ transfers: [{ time: 1_700_000_000 }, {}] })
  await expect(read(write('blocks.csv', 'hash,number\n'))).rejects.toThrow(
    /line 1: the column block_number is missing/,
  )
})

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { afterAll, expect, test } from 'vitest'
import {
  type EtlFileKind,
  type EtlWorld,
  makeEtlWorld,
  type WriteEtlOptions,
  writeEtl,
  writeJson,
} from '../../../../../test/support/etl-world.ts'
import { type OpenedLedger, onOneLedger } from '../../../../../test/support/ledger.ts'
import { testAll } from '../../../../../test/support/test-all.ts'
import { accountsOf, movementsOf } from '../../../../../test/support/whole-ledger.ts'
import { findCoin } from '../../coins/find-coin.ts'
import { importTransfers } from '../../imports/import-transfers.ts'
import { type Rejects, refuseRejects, writeRejects } from '../../imports/rejects.ts'
import type { Transfer } from '../../imports/transfer.ts'
import { openEthereumEtl } from './ethereum-etl.ts'

const root = mkdtempSync(join(tmpdir(), 'touchstone-etl-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
function make(options: Omit<WriteEtlOptions, 'folder'>): { world: EtlWorld; folder: string } {
  made += 1
  const world = makeEtlWorld(made)
  const folder = join(root, String(made))
  writeEtl(world, { folder, ...options })
  return { world, folder }
}

async function run(ledger: OpenedLedger, path: string, rejects: Rejects = refuseRejects) {
  const { source } = await openEthereumEtl({ path, network: 'ETH' })
  return await importTransfers(ledger, { source, rejects })
}

const bare = (text: string) => text.slice(2).toUpperCase()

/** Returns the ledger's data about the blocks of a generated world. */
async function ledgerOf(ledger: OpenedLedger, world: EtlWorld): Promise<string[]> {
  const blocks = new Set(world.files.blocks.map(({ number }) => Number(number)))
  const rows = (await movementsOf(ledger, 10)).filter(({ block }) => blocks.has(block))
  return rows
    .map((row) =>
      [
        row.coin,
        row.hash.slice(2).toUpperCase(),
        row.position,
        row.block,
        row.time,
        row.kind,
        row.address.toUpperCase(),
        row.counterparty.toUpperCase(),
        row.amount,
      ].join(' '),
    )
    .sort()
}

function sidesOf(transfers: readonly Transfer[]): string[] {
  return transfers
    .flatMap((one) => {
      const head = [findCoin(one.coin)?.id, bare(one.tx), one.position, one.block, one.time].join(' ')
      const [from, to] = [bare(one.from), bare(one.to)]
      return [
        ...(from === '' ? [] : [`${head} ${one.fee ? 'fee' : 'out'} ${from} ${to} ${one.amount}`]),
        ...(to === '' ? [] : [`${head} in ${to} ${from} ${one.amount}`]),
      ]
    })
    .sort()
}

const all: readonly EtlFileKind[] = ['blocks', 'transactions', 'receipts', 'token_transfers', 'traces']
const withLogs: readonly EtlFileKind[] = ['blocks', 'transactions', 'receipts', 'logs', 'traces']
const inside: readonly EtlFileKind[] = ['blocks', 'transactions', 'token_transfers', 'traces']

type FormOptions = Omit<WriteEtlOptions, 'folder'>

const forms: Readonly<Record<string, FormOptions>> = {
  'JSON lines, streamed': { form: 'json', streamed: true, kinds: inside },
  'JSON lines, exported': { form: 'json', streamed: false, kinds: all },
  'CSV, streamed': { form: 'csv', streamed: true, kinds: inside },
  'CSV, exported': { form: 'csv', streamed: false, kinds: all },
  'JSON lines with logs': { form: 'json', streamed: true, kinds: withLogs },
  'CSV with logs': { form: 'csv', streamed: false, kinds: withLogs },
  'everything in one stream': { form: 'json', streamed: true, kinds: [...all, 'logs'], mixed: true },
}

/** One configuration per format. Each format includes every field that describes a transaction. */
const fewForms = Object.fromEntries(
  ['JSON lines, streamed', 'CSV, exported', 'CSV with logs'].map((name) => [
    name,
    forms[name] as FormOptions,
  ]),
)

onOneLedger('server', 'ethereum-etl', (suite) => {
  test.each(Object.entries(testAll ? forms : fewForms))(
    '%s: produces the same transfers as following a node',
    async (_, form) => {
      const { world, folder } = make(form)
      const report = await run(suite.ledger, folder)
      expect(report.rejected).toBe(0)
      expect(report.fresh).toBe(world.followed.length)
      expect(await ledgerOf(suite.ledger, world)).toEqual(sidesOf(world.followed))
      expect(await run(suite.ledger, folder)).toMatchObject({ fresh: 0, rejected: 0 })
    },
  )

  test("deletes the lines' facts after the import", async () => {
    const { world, folder } = make({ form: 'csv', streamed: false, kinds: all })
    expect(await run(suite.ledger, folder)).toMatchObject({ rejected: 0 })
    expect(await ledgerOf(suite.ledger, world)).toEqual(sidesOf(world.followed))
    const { rows } = await suite.ledger.database.run('select key from ledger.staged_fact limit 1')
    expect(rows).toEqual([])
  })

  test('accepts the files of a block range in separate imports, in either order', async () => {
    for (const order of [inside, inside.toReversed()]) {
      const { world, folder } = make({ form: 'json', streamed: true, kinds: inside })
      for (const kind of order) {
        // Without the receipts file, a transaction's status comes from its traces. In this data, receipts and
        // traces give the same status.
        await run(suite.ledger, join(folder, `${kind}_00000000_00099999.json`))
      }
      const old = (side: string) => side.includes(` ${bare(world.hash('old failed'))} 0 `)
      const sides = (await ledgerOf(suite.ledger, world)).filter((side) => !old(side))
      expect(sides).toEqual(sidesOf(world.followed))
    }
  })

  test('stores totals that match the transfers of every address', async () => {
    const { world, folder } = make({ form: 'json', streamed: true, kinds: inside })
    await run(suite.ledger, folder)
    const totals = new Map<string, bigint[]>()
    for (const { coin, from, to, amount, fee } of world.followed) {
      for (const [side, index] of [
        [from, fee ? 2 : 1],
        [to, 0],
      ] as const) {
        if (side === '') continue
        const key = `${findCoin(coin)?.id} ${bare(side)}`
        const sums = totals.get(key) ?? [0n, 0n, 0n]
        sums[index] = (sums[index] ?? 0n) + amount
        totals.set(key, sums)
      }
    }
    const rows = await suite.ledger.ledger.totals(await accountsOf(suite.ledger, 10))
    const found = new Map(
      [...rows].flatMap(([id, sums]) =>
        sums.map(({ coin, received, spent, fees }) => [
          `${coin} ${id.slice(2).toUpperCase()}`,
          [received, spent, fees],
        ]),
      ) as [string, bigint[]][],
    )
    // The zero address occurs in every generated world.
    totals.delete(`1 ${'0'.repeat(40)}`)
    for (const [key, sums] of totals) expect(found.get(key), key).toEqual(sums)
  })

  test('reports invalid lines by file and line number, and imports the valid lines', async () => {
    const { world, folder } = make({ form: 'json', streamed: true, kinds: ['transactions'] })
    const file = join(folder, 'transactions_00000000_00099999.json')
    const good = world.files.transactions[0] ?? {}
    const change = (changes: object) => writeJson({ ...good, hash: world.hash('bad'), ...changes })
    const bad: [string, string][] = [
      ['{"type": "transaction", "hash": "0x', 'the line is not a JSON object'],
      [change({ type: 'block' }), "the line's type is not transaction"],
      [`${change({})}, ${change({})}`, 'the line is not a JSON object'],
      [change({ value: -5n }), 'value must be a whole number of at most 48 digits'],
      [change({ value: 10n ** 48n }), 'value must be a whole number of at most 48 digits'],
      [
        change({}).replace(/"value": \d+/, '"value": 1.5e18'),
        'value must be a whole number of at most 48 digits',
      ],
      [change({ from_address: '0x12' }), 'from_address is not a valid address'],
      [change({ to_address: "0x'; drop table movement" }), 'to_address is not a valid address'],
      [change({ hash: '0x1' }), 'hash is not a valid hash'],
      [change({ block_timestamp: 99_999_999_999n }), 'the block timestamp must be in Unix seconds'],
      [
        change({ block_timestamp: null }),
        'the block time is unknown because the blocks file does not contain the block',
      ],
      [change({ receipt_status: 7n }), 'receipt_status must be 0 or 1'],
      [change({ receipt_gas_used: null }), 'without a receipt it is unknown whether the transaction failed'],
      [change({}).replace(/"to_address": [^,]*, /, ''), 'to_address is missing'],
      ['x'.repeat(2 * 1024 * 1024), 'the line is too long'],
    ]
    appendFileSync(file, `${bad.map(([line]) => line).join('\n')}\n`)
    const refused = await run(suite.ledger, folder).catch((thrown: unknown) => thrown)
    expect(refused).toBeInstanceOf(OperatorError)
    const first = world.files.transactions.length + 1
    expect(String(refused)).toContain(
      `json, line ${first}: the line is not a JSON object (the first of ${bad.length} bad`,
    )
    expect(await ledgerOf(suite.ledger, world)).toEqual([])

    const rejects = join(folder, 'rejects.txt')
    expect(await run(suite.ledger, folder, writeRejects(rejects))).toMatchObject({
      rejected: bad.length,
    })
    const rejected = readFileSync(rejects, 'utf8').trim().split('\n').slice(1)
    const problems = rejected.map((line) => /^[^,]+,(\d+),("[^"]*"|[^,]*)/.exec(line)?.slice(1, 3).join())
    expect(problems).toEqual(bad.map(([, problem], index) => `${first + index},${problem}`))
    expect((await ledgerOf(suite.ledger, world)).length).toBeGreaterThan(0)
  })

  test('reports invalid lines in CSV files, receipts, tokens, traces, blocks and streams', async () => {
    const { folder } = make({ form: 'csv', streamed: false, kinds: all })
    const spoil = (kind: string, line: string) =>
      appendFileSync(join(folder, `${kind}_00000000_00099999.csv`), `${line}\n`)
    const hash = `0x${'ab'.repeat(32)}`
    const address = `0x${'cd'.repeat(20)}`
    const number = made * 1000
    spoil('blocks', 'a,b')
    spoil('transactions', `${hash},1,${hash},${number},0,${address},"unclosed,1,2,3,0x`)
    spoil('receipts', `${hash},${hash},${number},many,,,1,1,,,`)
    spoil(
      'token_transfers',
      `${findCoin('USDT-ERC20')?.contract},${address},${address},1e18,${hash},1,${number}`,
    )
    spoil('traces', `${number},${hash},${address},${address},5,0x,call,call,,zero,,1`)
    spoil('traces', `${number + 77},${hash},${address},${address},5,0x,call,call,,,,1`)
    const rejects = join(folder, 'rejects.txt')
    expect(await run(suite.ledger, folder, writeRejects(rejects))).toMatchObject({ rejected: 6 })
    const rejected = readFileSync(rejects, 'utf8').trim().split('\n').slice(1)
    expect(
      rejected.map((line) =>
        line
          .split(',')
          .slice(0, 3)
          .join()
          .replace(/_0[^.]*/, ''),
      ),
    ).toEqual([
      'blocks.csv,4,expected 6 fields',
      'receipts.csv,10,gas_used must be a whole number of at most 15 digits',
      'transactions.csv,10,a field has misplaced quotes',
      'token_transfers.csv,9,value must be a whole number of at most 48 digits',
      'traces.csv,22,trace_address is not a list of numbers',
      'traces.csv,23,the block time is unknown because the blocks file does not contain the block',
    ])

    const stream = join(folder, 'stream.jsonl')
    writeFileSync(
      stream,
      '{"type": "block"}\n{"no": "type"}\n{"type": "egg"}\n{"type": "token"}\n{"type": "transaction"\n',
    )
    expect(await run(suite.ledger, stream, writeRejects(rejects))).toMatchObject({ rejected: 4, fresh: 0 })
    expect(readFileSync(rejects, 'utf8').match(/stream\.jsonl,\d+,[^,]*/g)).toEqual([
      'stream.jsonl,1,number is missing',
      'stream.jsonl,2,the line has no type',
      'stream.jsonl,3,the line has an unknown type',
      'stream.jsonl,5,the line is not a JSON object',
    ])
  })
})

const failure = async (work: Promise<unknown>) => String(await work.catch((thrown: unknown) => thrown))

test('names the missing file that another file requires', async () => {
  const open = (form: Omit<WriteEtlOptions, 'folder'>, assumeSuccess = false) =>
    openEthereumEtl({ path: make(form).folder, network: 'ETH', assumeSuccess })
  const exported = { form: 'csv', streamed: false } as const
  const filesWithoutTimes = open({ ...exported, kinds: ['token_transfers'] })
  expect(await failure(filesWithoutTimes)).toContain(
    'token_transfers_00000000_00099999.csv: the block times are unknown because the blocks file is missing',
  )
  const unsure = open({ ...exported, kinds: ['blocks', 'transactions'] })
  expect(await failure(unsure)).toContain('the receipts file is missing')
  const assumed = await open({ ...exported, kinds: ['blocks', 'transactions'] }, true)
  expect(assumed.notes[0]).toContain('Every transaction counts as successful')
  const traced = await open({ ...exported, kinds: ['blocks', 'transactions', 'traces'] })
  expect(traced.notes).toEqual([
    expect.stringContaining('Failed transactions are identified from the traces. Fees are left out.'),
  ])
  expect((await open({ form: 'json', streamed: true, kinds: inside })).notes).toEqual([])
})

test('recognizes files first by their names, then by their first lines', async () => {
  const { folder } = make({ form: 'csv', streamed: false, kinds: ['blocks'] })
  const blocks = join(folder, 'blocks_00000000_00099999.csv')
  const odd = join(folder, 'odd.csv')
  writeFileSync(odd, readFileSync(blocks))
  expect((await openEthereumEtl({ path: odd, network: 'ETH' })).source.name).toBe('odd.csv')
  writeFileSync(join(folder, 'transaction_hashes_00.csv'), 'hash\n')
  writeFileSync(join(folder, 'tokens.json'), '{"type": "token"}\n')
  writeFileSync(join(folder, 'geth_traces.json'), '{"block_number": 1}\n')
  expect((await openEthereumEtl({ path: folder, network: 'ETH' })).source.name).toBe(
    'blocks_00000000_00099999.csv, odd.csv',
  )
  writeFileSync(join(folder, 'logs.csv'), 'log_index,transaction_hash\n')
  const missing = openEthereumEtl({ path: folder, network: 'ETH' })
  expect(await failure(missing)).toContain('logs.csv, line 1: the column block_number is missing')
  const none = openEthereumEtl({ path: join(folder, 'tokens.json'), network: 'ETH' })
  expect(await failure(none)).toContain('no ethereum-etl files')
})

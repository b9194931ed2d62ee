import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@touchstone/common'
import { afterAll, expect, test } from 'vitest'
import { type OpenedLedger, onOneLedger } from '../../../../../test/support/ledger.ts'
import { importLines } from '../../ledger/import-lines.ts'
import { type Rejects, refuseRejects, writeRejects } from '../../ledger/rejects.ts'
import { openPlainTransfers } from './plain-transfers.ts'
import { readParquetFooter } from './read-parquet-footer.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-parquet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hash = (seed: string) => `concat('0x', lower(hex(SHA256(${seed}))))`
const address = (seed: string) => `concat('0x', lower(hex(substring(SHA256(${seed}), 1, 20))))`
const plain: Readonly<Record<string, string>> = {
  coin: "if(number % 2 = 0, 'ETH', 'USDT-ERC20')",
  tx_hash: hash('toString(number)'),
  position: 'toInt32(number % 3)',
  block: 'number + 100',
  timestamp: 'toUInt32(1700000000 + number)',
  from: `if(number % 11 = 0, NULL, ${address("concat('a', toString(number % 7))")})`,
  to: address("concat('b', toString(number % 5))"),
  amount: "toDecimal128(number, 6) + toDecimal128('0.25', 6)",
}

let written = 0
/** A file that the engine itself writes; a column that is changed to nothing is left out. */
async function write(
  { clickhouse }: OpenedLedger,
  change: Readonly<Record<string, string>> = {},
  { rows = 10, format = 'Parquet', name = '' } = {},
): Promise<string> {
  const file = join(folder, `${written++}${name}.${format.toLowerCase()}`)
  const columns = Object.entries({ ...plain, ...change }).filter(([, sql]) => sql !== '')
  const select = columns.map(([column, sql]) => `${sql} as \`${column}\``).join(', ')
  await clickhouse.work(
    `insert into function file('${file}', '${format}') select ${select} from numbers(${rows})`,
  )
  return file
}

async function run(ledger: OpenedLedger, file: string, rejects: Rejects = refuseRejects) {
  return await importLines(ledger, { kind: 'transfers', files: [await openPlainTransfers(file)], rejects })
}

const failure = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorError)
  return String(error)
}

onOneLedger('server', 'Parquet', (suite) => {
  test('gives the same transfers as CSV, however its columns are written', async () => {
    const rows = 250
    const csv = await write(
      suite.ledger,
      { from: `ifNull(${plain.from}, '')` },
      { rows, format: 'CSVWithNames' },
    )
    const parquet = await write(suite.ledger, {}, { rows })
    const texts = await write(
      suite.ledger,
      {
        more: 'number',
        ...Object.fromEntries(Object.entries(plain).map(([column, sql]) => [column, `toString(${sql})`])),
      },
      { rows },
    )
    const wide = await write(
      suite.ledger,
      { amount: "toDecimal256(number, 18) + toDecimal256('0.25', 18)", position: 'toUInt64(number % 3)' },
      { rows },
    )
    expect(await run(suite.ledger, parquet)).toEqual({ rows, fresh: rows, rejected: 0 })
    for (const same of [csv, texts, wide, parquet]) {
      expect(await run(suite.ledger, same)).toEqual({ rows, fresh: 0, rejected: 0 })
    }
    const [total] = await suite.ledger.clickhouse.query<{ received: string }>(
      'select toString(sum(received)) as received from account_total where coin = 1 and network = 10',
    )
    const even = Array.from({ length: rows / 2 }, (_, half) => BigInt(half) * 2n * 100n + 25n)
    expect(total?.received).toBe(String(even.reduce((sum, cents) => sum + cents, 0n) * 10n ** 16n))
  })

  test('of many rows, each has its place, over more chunks than one', async () => {
    const rows = 230_000
    const bad = { amount: `if(number = 229990, '-1', toString(number))` }
    const file = await write(suite.ledger, bad, { rows })
    expect(await failure(run(suite.ledger, file))).toContain('line 229991: amount is negative')
    const [left] = await suite.ledger.clickhouse.query<{ rows: number }>(
      'select toFloat64((select count() from import_line) + (select count() from staged_transfer)) as rows',
    )
    expect(left?.rows).toBe(0)
  })

  test('bad rows are told by their numbers', async () => {
    const file = await write(suite.ledger, {
      coin: "if(number = 3, 'ETH,ETH', 'ETH')",
      amount: "if(number = 5, 'lots', toString(number + 1))",
      to: `if(number = 7, '0x12', ${address("'to'")})`,
      tx_hash: hash("concat('bad', toString(number))"),
    })
    const rejects = join(folder, `rejects-${written}.csv`)
    expect(await run(suite.ledger, file, writeRejects(rejects))).toEqual({ rows: 10, fresh: 7, rejected: 3 })
    const lines = readFileSync(rejects, 'utf8').trim().split('\n').slice(1)
    expect(lines.map((line) => line.split(',').slice(1, 3).join())).toEqual([
      '4,expected 8 fields',
      '6,amount must be a plain decimal number',
      "8,to is not an address of the coin's network",
    ])
  })

  test('a file of another form is refused as a whole', async () => {
    const open = async (change: Record<string, string>) =>
      await failure(openPlainTransfers(await write(suite.ledger, change)))
    expect(await open({ amount: 'number / 4' })).toContain('amount holds floating point numbers')
    expect(await open({ amount: 'toFloat32(number)' })).toContain('floating point')
    expect(await open({ to: '' })).toContain('the column to is missing')
    expect(await open({ coin: "['ETH']" })).toContain('the column coin holds records or lists')
    const cut = await write(suite.ledger)
    truncateSync(cut, readFileSync(cut).length - 20)
    expect(await failure(openPlainTransfers(cut))).toContain('does not end as one')
    const spoilt = await write(suite.ledger, {}, { rows: 1000 })
    writeFileSync(spoilt, readFileSync(spoilt).fill(255, 100, 3000))
    expect(await failure(run(suite.ledger, spoilt))).toContain('the engine can not read it')
    const hostile = join(folder, 'hostile.parquet')
    writeFileSync(
      hostile,
      Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(64, 255), Buffer.from('\x40\0\0\0PAR1', 'latin1')]),
    )
    expect(await failure(openPlainTransfers(hostile))).toContain('does not end as one')
  })

  test('a path is never a pattern or a piece of a statement', async () => {
    const file = await write(suite.ledger, { tx_hash: hash("concat('quote', toString(number))") })
    const odd = join(folder, "it's \\'; drop.parquet")
    writeFileSync(odd, readFileSync(file))
    expect(await run(suite.ledger, odd)).toMatchObject({ rows: 10, fresh: 10 })
    const pattern = join(folder, '{0,1}.parquet')
    writeFileSync(pattern, readFileSync(file))
    if (suite.ledger.clickhouse.engine === 'embedded') {
      expect(await failure(run(suite.ledger, pattern))).toContain('* ? { }')
    } else {
      expect(await run(suite.ledger, pattern)).toMatchObject({ rows: 10, fresh: 0 })
    }
  })

  test('an empty file has no rows', async () => {
    const file = await write(suite.ledger, {}, { rows: 0 })
    expect((await readParquetFooter(file)).rows).toBe(0)
    expect(await run(suite.ledger, file)).toEqual({ rows: 0, fresh: 0, rejected: 0 })
  })
})

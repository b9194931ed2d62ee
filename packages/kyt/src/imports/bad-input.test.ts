import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { a, b, badRows, good, header } from '../../../../test/support/bad-rows.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { leftovers } from '../../../../test/support/ledger-dump.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { findCoin } from '../coins/find-coin.ts'
import { openPlainTransfers } from '../sources/plain/plain-transfers.ts'
import { importLines } from '../ledger/import-lines.ts'
import { refuseRejects, writeRejects } from './rejects.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

let files = 0
const write = (content: string | Buffer) => {
  files += 1
  const file = join(folder, `file-${files}.csv`)
  writeFileSync(file, content)
  return file
}

onOneLedger('server', 'a file that can not be taken', (suite) => {
  const take = async (file: string, options: { rejects?: string; chunkBytes?: number } = {}) =>
    await importLines(suite.ledger, {
      kind: 'transfers',
      files: [await openPlainTransfers(file)],
      rejects: options.rejects === undefined ? refuseRejects : writeRejects(options.rejects),
      ...(options.chunkBytes === undefined ? {} : { chunkBytes: options.chunkBytes }),
    })
  const counts = async () => {
    const rows = await suite.ledger.clickhouse.query<{ name: string; rows: number }>(
      ['movement', 'account_total', 'known_edge', 'transaction_party']
        .map((table) => `select '${table}' as name, toFloat64(count()) as rows from ${table}`)
        .join(' union all '),
    )
    return new Map(rows.map((row) => [row.name, row.rows]))
  }
  const failure = async (work: Promise<unknown>) =>
    await work.then(
      () => undefined,
      (error: Error & { code?: string; remedy?: string }) => error,
    )

  test('each bad row is named with its file and line, and nothing of the file is taken', async () => {
    const before = await counts()
    // The reading is the same on both: a few show that errors come back over HTTP as they should.
    const some = badRows.filter(
      (_, index) => suite.ledger.clickhouse.engine === 'embedded' || index % 6 === 0,
    )
    for (const [what, row, problem] of some) {
      const file = write(
        Buffer.concat([
          Buffer.from(`${header}\n${good(1)}\n`),
          Buffer.from(row),
          Buffer.from(`\n${good(2)}\n`),
        ]),
      )
      const error = await failure(take(file))
      expect(error?.message, what).toBe(`${basename(file)}, line 3: ${problem}; nothing was imported.`)
      expect(error?.code).toBe('import_file')
    }
    expect(await counts()).toEqual(before)
    expect(await suite.ledger.clickhouse.query(leftovers)).toEqual([])
  })

  test('the bad rows are written to a file on request, and the others are taken', async () => {
    const rejects = join(folder, `rejects-${suite.ledger.clickhouse.engine}.csv`)
    const rows = badRows.filter(([what]) => what !== 'bytes that are no text')
    const lines = rows.flatMap(([, row], index) => [String(row), good(1000 + index)])
    const file = write(`${header}\n${lines.join('\n')}\n`)
    expect(await take(file, { rejects })).toEqual({
      rows: lines.length,
      fresh: rows.length,
      rejected: rows.length,
    })
    const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
    const expected = rows.map(([, row, problem], index) =>
      [
        basename(file),
        String(2 + 2 * index),
        problem,
        problem === 'the line is too long' ? '\u0001' : String(row).replaceAll('\t', ' '),
      ]
        .map(quoted)
        .join(','),
    )
    expect(readFileSync(rejects, 'utf8').split('\n')).toEqual(['file,line,problem,row', ...expected, ''])
    expect(await suite.ledger.clickhouse.query(leftovers)).toEqual([])
  })

  test('bad rows far apart are counted, and the first is named', async () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      index % 100 === 57 ? 'broken' : good(3000 + index),
    )
    const file = write(`${header}\n${rows.join('\n')}\n`)
    const error = await failure(take(file, { chunkBytes: 10_000 }))
    expect(error?.message).toBe(
      `${basename(file)}, line 59: expected 8 fields (the first of 4 bad rows); nothing was imported.`,
    )
    expect(await suite.ledger.clickhouse.query(leftovers)).toEqual([])
  })

  test('a header that is not the plain one is refused', async () => {
    for (const first of ['', 'a,b', header.replace('coin,', ''), `${header},more`, header.toUpperCase()]) {
      const file = write(`${first}\n${good(1)}\n`)
      const error = await failure(take(file))
      expect(error?.message).toContain(`${basename(file)}, line 1: expected the header "${header}"`)
    }
    const empty = write('')
    expect((await failure(take(empty)))?.message).toContain(`${basename(empty)}, line 1:`)
  })

  test('only a header is nothing to import, and no error', async () => {
    for (const content of [header, `${header}\n`, `${header}\r\n\r\n`]) {
      expect(await take(write(content))).toEqual({ rows: 0, fresh: 0, rejected: 0 })
    }
    expect(await suite.ledger.clickhouse.query(leftovers)).toEqual([])
  })

  test('what other programs write around the rows does no harm', async () => {
    const quoted = good(5003)
      .split(',')
      .map((field) => `"${field}"`)
      .join(',')
    const lines = [header, good(5001), '', good(5002), quoted, `${good(5004)}\r`, good(5005)]
    const file = write(`\ufeff${lines.join('\r\n')}`)
    expect(await take(file)).toEqual({ rows: 5, fresh: 5, rejected: 0 })
    expect(await take(write(`${lines.join('\n')}\n`))).toEqual({ rows: 5, fresh: 0, rejected: 0 })
  })

  test('a line of hundreds of megabytes is passed by in little memory', async () => {
    const file = write(`${header}\n${good(6001)}\n`)
    const hole = 400 * 1024 * 1024
    const handle = openSync(file, 'r+')
    const end = Buffer.from(`\n${good(6002)}\n`)
    writeSync(handle, end, 0, end.length, hole)
    closeSync(handle)
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 5)
    const rejects = join(folder, `long-${suite.ledger.clickhouse.engine}.csv`)
    expect(await take(file, { rejects })).toEqual({ rows: 3, fresh: 2, rejected: 1 })
    clearInterval(watch)
    expect(readFileSync(rejects, 'utf8')).toContain(`${basename(file)},3,the line is too long,`)
    expect(most).toBeLessThan(hole / 4)
  })

  test('hashes and addresses are stored as everything else reads them', async () => {
    const base58 = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'
    const samples: readonly (readonly [coin: string, tx: string, address: string])[] = [
      ['ETH', 'AB'.repeat(32), '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
      ['ETH', `0x${'Ab'.repeat(32)}`, a],
      ['ETH', `0X${'ab'.repeat(32)}`, a.toUpperCase().replace('0X', '0x')],
      ['ETH', 'genesis', b],
      ['BNB', `0x${'cd'.repeat(32)}`, a],
      ['IOTX', 'cd'.repeat(32), a],
      ['BTC', 'AB'.repeat(32), '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
      ['BTC', `0x${'ab'.repeat(32)}`, 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
      ['LTC', 'cd'.repeat(32), 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
      ['DOGE', 'cd'.repeat(32), 'D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD'],
      ['BCH', 'cd'.repeat(32), 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
      ['TRX', `0x${'ab'.repeat(32)}`, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
      ['USDT-TRC20', 'AB'.repeat(32), 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
      ['SOL', base58, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ['SOL', '1'.repeat(64), 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ['SOL', '1'.repeat(63), 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ['SOL', 'not-base58-0OIl', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
      ['SUI', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', `0x${'12'.repeat(32)}`],
      ['SUI', base58, `0x${'12'.repeat(32)}`],
      ['TON', 'AB'.repeat(32), 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
      ['TON', `${'A'.repeat(42)}Q=`, `0:${'ab'.repeat(32)}`],
      ['TON', `${'a_-'.repeat(14)}Q`, `0:${'ab'.repeat(32)}`],
      ['TON', `${'a+/'.repeat(14)}Q=`, `0:${'ab'.repeat(32)}`],
      // One bit too many: no hash, but a text.
      ['TON', `${'A'.repeat(42)}B=`, `0:${'ab'.repeat(32)}`],
      ['TON', `${'a_+'.repeat(14)}Q`, `0:${'ab'.repeat(32)}`],
    ]
    const rows = samples.map(([coin, tx, address], index) =>
      [coin, tx, 7_000_000 + index, 90_000, 1700000000, '', address, 1].join(','),
    )
    const rejects = join(folder, `samples-${suite.ledger.clickhouse.engine}.csv`)
    await take(write(`${header}\n${rows.join('\n')}\n`), { rejects })
    expect(readFileSync(rejects, 'utf8')).toBe('file,line,problem,row\n')
    const stored = await suite.ledger.clickhouse.query<{ sample: number; tx: string; address: string }>(
      `select toFloat64(position) - 7000000 as sample, lower(hex(tx)) as tx, lower(hex(address)) as address
       from movement where position >= 7000000 and position < 8000000 order by position`,
    )
    const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
    expect(stored).toEqual(
      samples.map(([coin, tx, address], sample) => {
        const network = findCoin(coin)?.network ?? 'ETH'
        return {
          sample,
          tx: hex(parseTxHash(network, tx)),
          address: hex(parseAddress(network, address)?.bytes),
        }
      }),
    )
  })
})

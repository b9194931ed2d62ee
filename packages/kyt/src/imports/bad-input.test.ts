import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { a, b, badRows, good, header } from '../../../../test/support/bad-rows.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { networks } from '../addresses/networks.ts'
import { parseAddress } from '../addresses/parse-address.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { findCoin } from '../coins/find-coin.ts'
import { openPlainTransfers } from '../sources/plain/open-plain-transfers.ts'
import { importTransfers } from './import-transfers.ts'
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

onOneLedger('server', 'An import with invalid input', (suite) => {
  const take = async (file: string, rejects?: string) =>
    await importTransfers(suite.ledger, {
      source: await openPlainTransfers([file]),
      rejects: rejects === undefined ? refuseRejects : writeRejects(rejects),
    })
  const query = async (text: string) => (await suite.ledger.database.run(text)).rows
  const counts = () =>
    query(
      'select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.transaction) as txs',
    )
  const leftovers = () =>
    query('select import::int from ledger.staged union all select import::int from ledger.staged_fact')
  const failure = async (work: Promise<unknown>) =>
    await work.then(
      () => undefined,
      (error: Error & { code?: string; remedy?: string }) => error,
    )

  test('reports each invalid row with its file and line, and imports nothing from the file', async () => {
    const before = await counts()
    for (const [what, row, problem] of badRows) {
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
    expect(await leftovers()).toEqual([])
  })

  test('writes invalid rows to a file on request, and imports the valid rows', async () => {
    const rejects = join(folder, 'rejects.csv')
    const rows = badRows.filter(([what]) => what !== 'bytes that are not text')
    const lines = rows.flatMap(([, row], index) => [String(row), good(1000 + index)])
    const file = write(`${header}\n${lines.join('\n')}\n`)
    expect(await take(file, rejects)).toEqual({
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
        problem === 'the line is too long' ? '' : String(row).replace(/\r$/, ''),
      ]
        .map(quoted)
        .join(','),
    )
    expect(readFileSync(rejects, 'utf8').split('\n')).toEqual(['file,line,problem,row', ...expected, ''])
    expect(await leftovers()).toEqual([])
  })

  test('counts invalid rows that are far apart, and reports the first one', async () => {
    const rows = Array.from({ length: 400 }, (_, index) =>
      index % 100 === 57 ? 'broken' : good(3000 + index),
    )
    const file = write(`${header}\n${rows.join('\n')}\n`)
    const error = await failure(take(file))
    expect(error?.message).toBe(
      `${basename(file)}, line 59: expected 8 fields (the first of 4 bad rows); nothing was imported.`,
    )
    expect(await leftovers()).toEqual([])
  })

  test('rejects a header in a different format', async () => {
    for (const first of ['', 'a,b', header.replace('coin,', ''), `${header},more`, header.toUpperCase()]) {
      const file = write(`${first}\n${good(1)}\n`)
      const error = await failure(take(file))
      expect(error?.message).toContain(`${basename(file)}, line 1: expected the header "${header}"`)
    }
    const empty = write('')
    expect((await failure(take(empty)))?.message).toContain(`${basename(empty)}, line 1:`)
  })

  test('accepts a file with only a header', async () => {
    for (const content of [header, `${header}\n`, `${header}\r\n\r\n`]) {
      expect(await take(write(content))).toEqual({ rows: 0, fresh: 0, rejected: 0 })
    }
    expect(await leftovers()).toEqual([])
  })

  test('skips a line of hundreds of megabytes without using much memory', async () => {
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
    const rejects = join(folder, 'long.csv')
    expect(await take(file, rejects)).toEqual({ rows: 3, fresh: 2, rejected: 1 })
    clearInterval(watch)
    expect(readFileSync(rejects, 'utf8')).toContain(`${basename(file)},3,the line is too long,`)
    expect(most).toBeLessThan(hole / 4)
  })

  test('stores hashes and addresses in the form that readers expect', async () => {
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
      // A padding bit is set, so the identifier is not a valid base64 hash and is stored as text.
      ['TON', `${'A'.repeat(42)}B=`, `0:${'ab'.repeat(32)}`],
      ['TON', `${'a_+'.repeat(14)}Q`, `0:${'ab'.repeat(32)}`],
    ]
    const rows = samples.map(([coin, tx, address], index) =>
      [coin, tx, 7_000_000 + index, 90_000, 1700000000, '', address, 1].join(','),
    )
    const rejects = join(folder, 'samples.csv')
    await take(write(`${header}\n${rows.join('\n')}\n`), rejects)
    expect(readFileSync(rejects, 'utf8')).toBe('file,line,problem,row\n')
    const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('hex')
    for (const [index, [coin, tx, address]] of samples.entries()) {
      const network = findCoin(coin)?.network ?? 'ETH'
      const stored = hex(parseTxHash(network, tx))
      const [found] = await suite.ledger.ledger.transactions(networks[network].id, [stored])
      expect(found?.tx).toBe(stored)
      const transfer = found?.transfers.find(({ position }) => position === 7_000_000 + index)
      expect(transfer?.to).toBe(hex(parseAddress(network, address)?.bytes))
    }
  })
})

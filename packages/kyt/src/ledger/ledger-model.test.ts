import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenedLedger, openTestLedger } from '../../../../test/support/ledger.ts'
import { leftovers } from '../../../../test/support/ledger-dump.ts'
import { ledgerTest as test } from '../../../../test/support/ledger-engine.ts'
import { emptyLedger, readLedger, reckon } from '../../../../test/support/ledger-model.ts'
import { worldAddress } from '../../../../test/support/ledger-runs.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { runs } from '../../../../test/support/test-all.ts'
import { findCoin } from '../coins/find-coin.ts'
import { openPlainTransfers } from '../sources/plain/plain-transfers.ts'
import { importLines } from './import-lines.ts'
import { importTransfers } from './import-transfers.ts'
import { recoverImports } from './recover-imports.ts'
import { refuseRejects } from './rejects.ts'
import { takeBackBlocks } from './take-back-blocks.ts'
import type { Transfer } from './transfer.ts'

const { path: folder, remove } = temporaryFolder()
let ledger: OpenedLedger
beforeAll(async () => {
  ledger = await openTestLedger('embedded', { batchRows: 15 })
})
afterAll(async () => {
  await ledger?.close()
  remove()
})

const coinNames = ['ETH', 'USDT-ERC20', 'BTC'] as const
const known = [0, 1]
const knownBytes = new Set(known.map((number) => worldAddress('ETH', number).slice(2)))

async function begin() {
  await emptyLedger(ledger)
  await ledger.clickhouse.work(
    'insert into known_address select 10, unhex(arrayJoin({known:Array(String)}))',
    { known: [...knownBytes] },
  )
}

const agrees = async (transfers: readonly Transfer[]) => {
  expect(await readLedger(ledger)).toEqual(reckon(transfers, knownBytes))
  expect(await ledger.clickhouse.query(leftovers)).toEqual([])
}

/** Transactions of a few addresses, each with some transfers, fees among them. */
const someTransfers = (branch: string) =>
  fc
    .array(
      fc.record({
        coin: fc.constantFrom(...coinNames),
        block: fc.integer({ min: 100, max: 112 }),
        fee: fc.boolean(),
        moves: fc.array(
          fc.record({
            from: fc.integer({ min: -1, max: 4 }),
            to: fc.integer({ min: -1, max: 4 }),
            amount: fc.bigInt({ min: 0n, max: 10n ** 22n }),
          }),
          { minLength: 1, maxLength: 5 },
        ),
      }),
      { minLength: 1, maxLength: 10 },
    )
    .map((transactions) =>
      transactions.flatMap(({ coin, block, fee, moves }, index): Transfer[] => {
        const hash = `${branch.repeat(28)}${index.toString(16).padStart(8, '0')}`
        const tx = coin === 'BTC' ? hash : `0x${hash}`
        const at = { coin, tx, block, time: 1_700_000_000 + block * 12 }
        const name = (number: number) => (number < 0 ? '' : worldAddress(coin, number))
        const transfers: Transfer[] = moves.map(({ from, to, amount }, position) => ({
          ...at,
          position,
          from: from < 0 && to < 0 ? name(0) : name(from),
          to: name(to),
          amount,
        }))
        if (fee) transfers.push({ ...at, position: 1000, from: name(0), to: '', amount: 21_000n, fee: true })
        return transfers
      }),
    )

/** The same transfers, each in one or several of some files, in any order. */
const someFiles = (transfers: readonly Transfer[]) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.nat()), {
      minLength: transfers.length,
      maxLength: transfers.length,
    })
    .map((places) =>
      [1, 2, 4].map((bit) =>
        transfers
          .map((transfer, index) => ({ transfer, place: places[index] ?? [1, 0] }))
          .filter(({ place }) => (place[0] & bit) !== 0)
          .sort((one, other) => one.place[1] - other.place[1])
          .map(({ transfer }) => transfer),
      ),
    )

let written = 0
/** By a file where the plain form can say it, otherwise as a program hands them over. */
async function take(transfers: readonly Transfer[], kind = 'transfers') {
  if (transfers.some((transfer) => transfer.fee === true)) {
    return await importTransfers(ledger, {
      kind,
      name: 'made',
      entries: transfers.map((transfer) => ({ transfers: [transfer] })),
      rejects: refuseRejects,
    })
  }
  written += 1
  const file = join(folder, `${written}.csv`)
  const rows = transfers.map(({ coin, tx, position, block, time, from, to, amount }) =>
    [coin, tx, position, block, time, from, to, inUnits(coin, amount)].join(','),
  )
  writeFileSync(file, `coin,tx_hash,position,block,timestamp,from,to,amount\n${rows.join('\n')}\n`)
  const files = [await openPlainTransfers(file)]
  return await importLines(ledger, { kind, files, rejects: refuseRejects, chunkBytes: 3000 })
}

function inUnits(coin: string, amount: bigint): string {
  const decimals = findCoin(coin)?.decimals ?? 0
  const digits = amount.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

test('whatever the order and the files, the ledger is what the transfers make it', async () => {
  const world = someTransfers('aa').chain((transfers) =>
    fc.record({ transfers: fc.constant(transfers), files: someFiles(transfers), atOnce: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(world, async ({ transfers, files, atOnce }) => {
      await begin()
      if (atOnce) await Promise.all(files.map((file) => take(file)))
      else for (const file of files) await take(file)
      await agrees(transfers)
      // All of it again: nothing is new.
      expect((await take(transfers)).fresh).toBe(0)
      await agrees(transfers)
    }),
    { numRuns: runs(2), seed: 3, endOnFailure: true },
  )
})

test('blocks that are taken back were never there, and the other branch takes their place', async () => {
  const world = fc.record({
    one: someTransfers('aa'),
    other: someTransfers('bb'),
    fromBlock: fc.integer({ min: 99, max: 113 }),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ one, other, fromBlock }) => {
      await begin()
      const networksToTake = ['ETH', 'BTC'] as const
      const takeBack = async () => {
        for (const network of networksToTake) await takeBackBlocks(ledger, { network, fromBlock })
      }
      const kept = one.filter((transfer) => transfer.block < fromBlock)
      const branch = other.filter((transfer) => transfer.block >= fromBlock)
      await take(one)
      await takeBack()
      await agrees(kept)
      await take(one)
      await agrees(one)
      // The same blocks for the second time: what is put back is the same as the first time.
      await takeBack()
      await takeBack()
      await agrees(kept)
      await take(branch)
      await agrees([...kept, ...branch])
    }),
    { numRuns: runs(1), seed: 4, endOnFailure: true },
  )
})

test('all balances together are what was minted less what was burnt, and edges agree from both ends', async () => {
  await fc.assert(
    fc.asyncProperty(someTransfers('cc'), async (transfers) => {
      await begin()
      await take(transfers)
      const { accounts, edges } = await readLedger(ledger)
      for (const name of coinNames) {
        const coin = findCoin(name)
        const own = accounts.filter((account) => Number(account.account.split(' ')[1]) === coin?.id)
        const balances = own.reduce(
          (sum, { received, spent, fees }) => sum + BigInt(received) - BigInt(spent) - BigInt(fees),
          0n,
        )
        const supply = transfers
          .filter((transfer) => transfer.coin === name)
          .reduce(
            (sum, { from, to, amount }) => sum + (from === '' ? amount : 0n) - (to === '' ? amount : 0n),
            0n,
          )
        expect(balances).toBe(supply)
      }
      const byName = new Map(edges.map((edge) => [edge.edge, edge]))
      for (const { edge, received, spent, received_transfers, spent_transfers } of edges) {
        const [network, coin, address, counterparty] = edge.split(' ')
        if (!knownBytes.has(address ?? '')) continue
        expect(byName.get([network, coin, counterparty, address].join(' '))).toMatchObject({
          received: spent,
          spent: received,
          received_transfers: spent_transfers,
          spent_transfers: received_transfers,
        })
      }
    }),
    { numRuns: runs(2), seed: 5, endOnFailure: true },
  )
})

const aFew = (): Transfer[] =>
  Array.from({ length: 20 }, (_, index) => ({
    coin: 'ETH',
    tx: `0x${'dd'.repeat(31)}${index.toString(16).padStart(2, '0')}`,
    position: 0,
    block: 100,
    time: 1_700_000_000,
    from: worldAddress('ETH', index % 3),
    to: worldAddress('ETH', (index + 1) % 4),
    amount: BigInt(index),
  }))

/** An engine that fails at an insert, once: what was done by then is as if it had been killed there. */
function failing(
  table: string,
  meanwhile: { whenPreparing?: () => Promise<void>; instead?: (text: string) => Promise<void> } = {},
) {
  let armed = true
  const clickhouse: OpenedLedger['clickhouse'] = {
    ...ledger.clickhouse,
    async work<Row>(text: string, parameters?: Readonly<Record<string, unknown>>) {
      if (armed && text.startsWith('insert into fresh_transfer ')) await meanwhile.whenPreparing?.()
      if (!armed || !text.startsWith(`insert into ${table} `)) {
        return await ledger.clickhouse.work<Row>(text, parameters)
      }
      armed = false
      await meanwhile.instead?.(text)
      throw new Error('killed')
    },
  }
  return { ...ledger, clickhouse, batchRows: 100 }
}

const entries = (transfers: readonly Transfer[]) => ({
  kind: 'transfers',
  name: 'made',
  entries: [{ transfers }],
  rejects: refuseRejects,
})

const ledgerInserts = ['movement', 'account_total', 'known_edge', 'transaction_party']

test.each(ledgerInserts)(
  'an insert into %s that the engine remembers but never took is made again',
  async (table) => {
    await begin()
    const context = failing(table, {
      // As if it had been killed after it wrote the insert down, and before it took it.
      async whenPreparing() {
        const token = `'batch:${await lastBatch()}:${table}'`
        await ledger.clickhouse.work(
          `insert into ${table} (network) settings insert_deduplication_token = ${token} select 255`,
        )
        await ledger.clickhouse.work(
          `delete from ${table} where network = 255 settings lightweight_deletes_sync = 2`,
        )
      },
    })
    await expect(importTransfers(context, entries(aFew()))).rejects.toThrow('killed')
    await recoverImports(ledger)
    await agrees(aFew())
    expect((await take(aFew())).fresh).toBe(0)
  },
)

test.each(ledgerInserts)(
  'an insert into %s that the engine took but does not remember is not made again',
  async (table) => {
    await begin()
    const context = failing(table, {
      async instead(text) {
        await ledger.clickhouse.work(text.replaceAll("'batch:", "'lost:"), { batch: await lastBatch() })
      },
    })
    await expect(importTransfers(context, entries(aFew()))).rejects.toThrow('killed')
    await recoverImports(ledger)
    await agrees(aFew())
  },
)

async function lastBatch(): Promise<number> {
  const { rows } = await ledger.database.run('select max(id)::int as id from kyt_batch')
  return (rows[0] as { id: number }).id
}

test('an engine that failed for a while is caught up with before blocks are taken back', async () => {
  await begin()
  const context = { ...failing('account_total'), batchRows: 6 }
  await expect(importTransfers(context, entries(aFew()))).rejects.toThrow('killed')
  await takeBackBlocks(ledger, { network: 'ETH', fromBlock: 100 })
  await agrees([])
  await recoverImports(ledger)
  await agrees([])
})

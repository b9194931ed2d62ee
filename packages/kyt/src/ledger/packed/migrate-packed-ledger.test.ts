import { migrate } from '@touchstone/storage'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../../test/support/engines.ts'
import { migratePackedLedger } from './migrate-packed-ledger.ts'
import { packedLedger } from './migrations/0001-packed-ledger.ts'
import { edgesOfLongHistories } from './migrations/0026-edges-of-long-histories.ts'
import { openPackedLedger } from './open-packed-ledger.ts'
import { type PackedMovement, packMovements } from './packed-movements.ts'
import { toStoredTime } from './stored-time.ts'

onBothEngines('A ledger with edges of all accounts', (suite) => {
  it('keeps those of accounts with chunks, and is otherwise as a new one', async () => {
    const { database } = suite
    await migrate({ database, migrations: { '0001-packed-ledger': packedLedger }, schema: 'ledger' })
    const account = (address: string, coin: number, chunks: number) =>
      `(1, 1, 1, 1, 1, 0, 0, ${chunks}, ${coin}, '\\x${address}', 5, 5, 0, '')`
    await database.run(
      `insert into ledger.account values ${[account('0a01', 1, 0), account('0a01', 2, 3), account('0a02', 1, 1)].join()}`,
    )
    const edge = (address: string, coin: number) => `(1, 1, ${coin}, '\\x${address}', '\\x0aff', 5, 5)`
    await database.run(
      `insert into ledger.edge values ${[edge('0a01', 1), edge('0a01', 2), edge('0a02', 1)].join()}`,
    )
    expect(await migratePackedLedger(database)).toEqual([
      '0026-edges-of-long-histories',
      '0027-counted-chunks',
    ])
    const { rows } = await database.run(
      "select encode(address, 'hex') as address, coin, received_transfers from ledger.edge order by 1, 2",
    )
    expect(rows).toEqual([
      { address: '0a01', coin: 2, received_transfers: 1 },
      { address: '0a02', coin: 1, received_transfers: 1 },
    ])
    const { rows: forms } = await database.run(
      `select indexdef, reloptions from pg_indexes join pg_class on oid = 'ledger.edge'::regclass
       where schemaname = 'ledger' and tablename = 'edge'`,
    )
    expect(forms).toEqual([
      {
        indexdef: 'CREATE UNIQUE INDEX edge_pkey ON ledger.edge USING btree (address, coin, counterparty)',
        reloptions: ['fillfactor=85'],
      },
    ])
    expect(await migratePackedLedger(database)).toEqual([])
  })
})

onBothEngines('A ledger whose chunks count nothing', (suite) => {
  it('gets chunks that do, with movements of one transaction in one place', async () => {
    const { database } = suite
    const before = {
      '0001-packed-ledger': packedLedger,
      '0026-edges-of-long-histories': edgesOfLongHistories,
    }
    await migrate({ database, migrations: before, schema: 'ledger' })
    const [address, stored] = ['aa'.repeat(20), `0a${'aa'.repeat(20)}`]
    // Every transaction brings something in and sends it on, which lie apart; older chunks have newer times.
    const movements = Array.from({ length: 200 }, (_, index): PackedMovement[] => {
      const tx = index.toString(16).padStart(16, '0')
      const at = {
        time: 1000 + Math.floor(index / 3),
        block: index,
        tx,
        counterparty: 'bb'.repeat(20),
        amount: 5n,
      }
      return [
        { ...at, kind: 'in', position: 0 },
        { ...at, kind: 'out', position: 1 },
      ]
    }).flat()
    const parts = [0, 1, 2, 3].map((part) =>
      movements.filter(({ block, kind }) => Math.floor(block / 100) * 2 + (kind === 'in' ? 1 : 0) === part),
    )
    const hexOf = (some: readonly PackedMovement[]) => `'\\x${packMovements(some).toString('hex')}'`
    const [first, last] = [toStoredTime(1000), toStoredTime(1066)]
    const [head, ...chunks] = parts
    await database.run(
      `insert into ledger.account values (200, 200, 200, 200, 200, ${first}, ${last}, 3, 1, '\\x${stored}', 1000, 1000, 0,
         ${hexOf(head ?? [])})`,
    )
    for (const [seq, some] of chunks.entries()) {
      const times = some.map(({ time }) => toStoredTime(time))
      await database.run(
        `insert into ledger.chunk values (${Math.max(...times)}, ${seq}, ${Math.min(...times)}, 1, '\\x${stored}',
           ${hexOf(some)})`,
      )
    }
    const { rows: states } = await database.run('select ledger_version::int4 as version from ledger.state')
    expect(await migratePackedLedger(database)).toEqual(['0027-counted-chunks'])
    const ledger = openPackedLedger(database)
    const [state] = states as { version: number }[]
    expect((await ledger.versions()).ledger).toBe((state?.version ?? 0) + 1)
    const read = await ledger.histories([{ network: 10, address }], 1000)
    const order = (one: PackedMovement, other: PackedMovement) =>
      one.block - other.block || one.position - other.position
    expect([...(read.get(stored) ?? [])].sort(order)).toEqual(movements.map((one) => ({ ...one, coin: 1 })))
    for (const kinds of [['in', 'out'], ['in'], ['out']] as const) {
      const page = await ledger.page(
        { network: 10, address },
        { coin: 1, kinds, from: 1010, to: 1050, offset: 50, limit: 20 },
      )
      // Seconds 1010 to 1050 have the transactions 30 to 152.
      expect([page.total, page.transactions]).toEqual([123, 20])
      expect(new Set(page.movements.map(({ block }) => block))).toEqual(
        new Set(Array.from({ length: 20 }, (_, index) => 102 - index)),
      )
    }
    const { rows } = await database.run(
      `select count(*)::int4 as chunks, max(seq) as last, max(account.chunks) as counted,
         max(octet_length(head)) < 1000 as isSmall from ledger.chunk join ledger.account using (address, coin)`,
    )
    const [found] = rows as { chunks: number; last: number; counted: number; issmall: boolean }[]
    expect(found?.issmall).toBe(true)
    expect([found?.last, found?.counted]).toEqual([(found?.chunks ?? 0) - 1, found?.chunks])
  })
})

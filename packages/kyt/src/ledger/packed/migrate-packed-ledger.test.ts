import { migrate } from '@touchstone/storage'
import { expect, it } from 'vitest'
import { onBothEngines } from '../../../../../test/support/engines.ts'
import { migratePackedLedger } from './migrate-packed-ledger.ts'
import { packedLedger } from './migrations/0001-packed-ledger.ts'

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
    expect(await migratePackedLedger(database)).toEqual(['0026-edges-of-long-histories'])
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

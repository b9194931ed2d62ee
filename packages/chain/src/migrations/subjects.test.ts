import { migrate } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { contractCalls } from '../contracts/contract-calls.ts'
import { mintsAskedFor } from '../minting/mints-asked-for.ts'
import { journal } from './0006-journal.ts'
import { chainMigrations } from './index.ts'

onOneEngine('server', 'the people of mints that were asked for before they were noted', (suite) => {
  test('are read from the calls', async () => {
    const { database } = suite
    await migrate({ database, migrations: { '0006-chain-journal': journal } })
    const sbt = `0x${'5b'.repeat(20)}` as const
    const person = `0x${'cd'.repeat(32)}` as const
    const mintId = `0x${'ef'.repeat(32)}` as const
    const holder = `0x${'ab'.repeat(20)}` as const
    const { data } = contractCalls.mint(sbt, {
      holder,
      person,
      kind: 'kyc',
      validUntil: 4_000_000_000n,
      mintId,
    })
    for (const kind of ['mint', 'burn'])
      await database.run(
        `insert into chain_job (chain_id, signer, key, kind, to_address, data, value, done_errors, status, created_at, updated_at)
         values (137, '0x01', $1, $2, $3, $4, 0, '[]', 'queued', now(), now())`,
        [`${kind}:${mintId}`, kind, sbt, data],
      )
    await migrate({ database, migrations: chainMigrations })
    expect(await mintsAskedFor(database, person)).toEqual([{ chain: '137', mintId }])
  })
})

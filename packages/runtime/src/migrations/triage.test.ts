import { createManualClock, createSeededRandom, createVault, type ManualClock } from '@touchstone/common'
import {
  createMerchant,
  type KycContext,
  listTriage,
  recordEvent,
  startChains,
  tablesOf,
} from '@touchstone/kyc'
import { migrate } from '@touchstone/storage'
import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import { startOfTest } from '../../../../test/support/kyc-world.ts'
import { allMigrations } from '../open-runtime.ts'

onBothEngines('the triage list', (suite) => {
  let world: KycContext & { clock: ManualClock }
  let mchNo: string
  beforeAll(async () => {
    const { database } = suite
    await migrate({ database, migrations: allMigrations })
    world = {
      ...{ database, clock: createManualClock(startOfTest), random: createSeededRandom('triage') },
      vault: createVault('a master secret for tests, 32 characters and more'),
    }
    await startChains(world, { hasEntries: false })
    mchNo = (await createMerchant(world, { name: 'Test merchant' })).merchant.mchNo
  })

  const list = async (done = false) =>
    (await listTriage(world, { mchNo, member: 'U000000000000001', seesReviews: true }, { done })).entries
  const levelOf = (score: number, level: string) => ({ score, risk_level: level })
  const changed = {
    ...({ type: 'kyt.watch.level_changed', subject: 'watch:1' } as const),
    data: { coin: 'ETH', address: '0xabc', from: levelOf(3, 'Low'), to: levelOf(97, 'Severe') },
  }

  test('gets each alert of the merchant, and none of a test', async () => {
    const at = new Date(world.clock.now())
    const id = await recordEvent(tablesOf(world), { mchNo }, { ...changed, at })
    await recordEvent(tablesOf(world), { mchNo }, { ...changed, at, test: true })
    await recordEvent(tablesOf(world), { mchNo }, { ...changed, at, type: 'key.created' })
    expect(await list()).toMatchObject([
      {
        ...{ kind: 'alert', ref: id, openedAt: at.toISOString() },
        dueAt: new Date(at.getTime() + 120 * 3_600_000).toISOString(),
        facts: { coin: 'ETH', address: '0xabc', from: 'Low', to: 'Severe', score: 97 },
      },
    ])
  })

  test('has a transfer while it is held, and again when it is held again', async () => {
    const run = (sql: string) => suite.database.run(sql)
    await run(`insert into kyt_customer (id, merchant, fingerprint, sealed, created_at)
      values ('00000000-0000-0000-0000-000000000001', '${mchNo}', 'a', 'b', now())`)
    await run(`insert into kyt_transfer (merchant, customer_id, reference, content, sealed, direction, network, coin,
      address, amount, time, attempt, score, level, decision, decided_by, decided_at, policy, due, created_at)
      values ('${mchNo}', '00000000-0000-0000-0000-000000000001', 'r', 'c', 's', 'deposit', 10, 'ETH',
      '0xdef', 5, 1, false, 97, 'Severe', 'hold', 'rules', now(), 'p', false, now())`)
    const held = async (done = false) => (await list(done)).filter(({ kind }) => kind === 'transfer')
    expect(await held()).toMatchObject([{ facts: { direction: 'deposit', level: 'Severe', score: 97 } }])
    await run(`update kyt_transfer set assigned_to = 'U000000000000007'`)
    expect(await held()).toMatchObject([{ assignedTo: 'U000000000000007' }])
    await run('update kyt_transfer set assigned_to = null')
    expect(await held()).toMatchObject([{ assignedTo: null }])
    await run(`update kyt_transfer set decision = 'allow', decided_at = now()`)
    expect(await held()).toEqual([])
    expect(await held(true)).toMatchObject([{ doneAt: expect.any(String) }])
    await run(`update kyt_transfer set decision = 'hold', decided_at = now()`)
    expect(await held()).toHaveLength(1)
    expect(await held(true)).toEqual([])
  })
})

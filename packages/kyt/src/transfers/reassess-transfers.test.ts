import type { NewCustomerTransfer, TransferRule } from '@touchstone/contract'
import { beforeEach, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { writeInto } from '../../../../test/support/risk-ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import type { KytEvent } from '../context.ts'
import { setOverride } from '../policy/policies.ts'
import { reassessTransfers, tidyTransfers } from './reassess-transfers.ts'
import { registerTransfer } from './register-transfer.ts'
import type { TransferContext } from './transfer-context.ts'
import { decideAsMember, getTransfer } from './transfers.ts'

onBothLedgers('reassessment of transfers', (suite) => {
  let world: WatchWorld
  let context: TransferContext
  let merchant: string
  let events: KytEvent[]
  beforeEach(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    merchant = world.merchant()
    events = []
    context = {
      ...world.context,
      events: { ...world.context.events, record: async (_db, event) => void events.push(event) },
    }
    await suite.ledger.database.run(
      `truncate kyt_transfer_note, kyt_transfer_remark, kyt_transfer_dependency, kyt_transfer_decision, kyt_transfer,
        kyt_customer`,
    )
    await settle()
  })
  /** Decides all marked transfers again and returns the totals. */
  const settle = async () => {
    let [taken, changed] = [0, 0]
    for (;;) {
      const round = await reassessTransfers(context, world.reader)
      if (round.problem !== undefined) throw round.problem
      taken += round.taken
      changed += round.changed
      if (round.taken === 0) return { taken, changed }
    }
  }
  let references = 0
  const register = (given: Partial<NewCustomerTransfer> = {}) =>
    registerTransfer(context, world.reader, {
      ...{ reference: `r-${++references}`, customer: 'customer-1', direction: 'deposit' },
      ...{ coin: 'USDT-ERC20', address: world.address(), amount: '500', ...given },
      merchant,
    })
  const decisionOf = async (reference: string) =>
    (await getTransfer(context, { merchant, reference })).transfer.decision
  const pay = (block: number, from: string, to: string) => ({
    ...{ coin: 'USDT-ERC20', tx: `0x${block.toString(16).padStart(64, '0')}`, position: 0, block },
    ...{ time: 1_700_000_000 + block, from, to, amount: 1_000_000_000n },
  })
  let blocks = Math.floor(Math.random() * 1e6) * 100
  /** Waits until marking waits for registrations. */
  const isMarking = () =>
    eventually(async () => {
      const { rows } = await suite.ledger.database.run(
        "select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock' and not granted",
      )
      return rows.length
    }).toBeGreaterThan(0)

  test('decides only the transfers again that depend on a changed label', async () => {
    const [thief, mule, customer] = [world.address(), world.address(), world.address()]
    await writeInto(suite.ledger).transfers(
      [pay(++blocks, thief, mule), pay(++blocks, mule, customer)],
      `labels ${blocks}`,
    )
    await settle()
    const tainted = await register({ address: customer })
    expect(tainted).toMatchObject({ decision: 'allow', score: 3 })
    for (let index = 0; index < 3; index++) await register()
    expect(await settle()).toEqual({ taken: 0, changed: 0 })
    events.splice(0)

    await world.label([{ address: thief, category: 'theft' }])
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    const { transfer, decisions } = await getTransfer(context, { merchant, reference: tainted.reference })
    expect(transfer).toMatchObject({ decision: 'hold', risk_level: 'Severe', decided_by: 'rules' })
    expect(transfer.exposure[0]).toMatchObject({
      category: 'theft',
      directness: 'indirect',
      side: 'received',
    })
    expect(decisions.map(({ decision, score }) => [decision, score])).toEqual([
      ['allow', 3],
      ['hold', transfer.score],
    ])
    expect(events).toMatchObject([
      {
        type: 'kyt.transfer.changed',
        data: { decision: 'hold', previous: { decision: 'allow', by: 'rules' }, rules: ['high-exposure'] },
      },
    ])

    await world.label([])
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    expect(await decisionOf(tainted.reference)).toBe('allow')
  })

  test('decides again if funds of the counterparty arrive in the ledger later', async () => {
    const [thief, customer] = [world.address(), world.address()]
    await world.label([{ address: thief, category: 'theft' }])
    await settle()
    const { reference } = await register({ address: customer })
    const other = await register()
    await writeInto(suite.ledger).transfers([pay(++blocks, thief, customer)], `arrival ${blocks}`)
    expect(await settle()).toMatchObject({ changed: 1 })
    expect(await decisionOf(reference)).toBe('hold')
    expect(await decisionOf(other.reference)).toBe('allow')
  })

  test('decides again after a change of the policy, for that merchant only', async () => {
    const mine = await register()
    const yours = world.merchant()
    await registerTransfer(context, world.reader, {
      ...{ merchant: yours, reference: 'y', customer: 'c', direction: 'deposit', coin: 'USDT-ERC20' },
      ...{ address: world.address(), amount: '500' },
    })
    const rule: TransferRule = {
      ...{ name: 'all', action: 'hold', priority: 1 },
      when: { all: [{ fact: 'amount', min_usd: 100 }] },
    }
    await setOverride(context, merchant, { version: 'v2', rules: [rule] })
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    expect(await decisionOf(mine.reference)).toBe('hold')
    await setOverride(context, merchant, { version: 'v3', rules: [{ ...rule, shadow: true }] })
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    expect(await decisionOf(mine.reference)).toBe('allow')
  })

  test('decides again if a price arrives, also on later transfers of the customer', async () => {
    const rule: TransferRule = {
      ...{ name: 'sum', action: 'hold', priority: 1 },
      when: { all: [{ fact: 'velocity', hours: 24, min_usd: 1000 }] },
    }
    await setOverride(context, merchant, { version: 'v2', rules: [rule] })
    const coin = 'UNI-ERC20'
    const first = await register({ coin, amount: '10' })
    const second = await register()
    expect(first, 'the amount is unknown').toMatchObject({ decision: 'hold', amount_usd: '' })
    expect(second).toMatchObject({ decision: 'hold' })
    await writeInto(suite.ledger).prices([{ coin, date: '2026-11-15', usd: 7n }])
    await settle()
    const { transfer } = await getTransfer(context, { merchant, reference: first.reference })
    expect(transfer).toMatchObject({ decision: 'allow', amount_usd: '70.000000' })
    expect(await decisionOf(second.reference)).toBe('allow')
  })

  test("keeps a member's decision until the rules become stricter than it", async () => {
    const address = world.address()
    await world.label([{ address, category: 'mixer' }])
    const { reference } = await register({ address })
    await decideAsMember(context, { merchant, reference, decision: 'allow', note: 'known customer' })
    await world.label([{ address, category: 'high_risk' }])
    expect(await settle()).toMatchObject({ changed: 0 })
    expect(await decisionOf(reference)).toBe('allow')
    await world.label([{ address, category: 'theft' }])
    expect(await settle()).toMatchObject({ changed: 1 })
    expect(await decisionOf(reference)).toBe('block')
    await decideAsMember(context, { merchant, reference, decision: 'block', note: 'reported' })
    await world.label([])
    expect(await settle()).toMatchObject({ changed: 0 })
    expect(await decisionOf(reference)).toBe('block')
  })

  test('pauses after new transfers of the counterparty, but not after a changed label', async () => {
    const [busy, thief] = [world.address(), world.address()]
    const arrive = async () => {
      await writeInto(suite.ledger).transfers([pay(++blocks, world.address(), busy)], `busy ${blocks}`)
      return await settle()
    }
    const { reference } = await register({ address: busy })
    world.context.clock.advance(24 * 3_600_000)
    expect(await arrive(), 'the first change').toEqual({ taken: 1, changed: 0 })
    expect(await arrive(), 'within three hours, an eighth of a day').toEqual({ taken: 0, changed: 0 })
    await world.label([{ address: thief, category: 'theft' }])
    expect(await settle(), 'the label of another address').toEqual({ taken: 0, changed: 0 })
    await world.label([{ address: busy, category: 'theft' }])
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    expect(await decisionOf(reference)).toBe('block')
    expect(await arrive()).toEqual({ taken: 0, changed: 0 })
    world.context.clock.advance(3 * 3_600_000)
    expect(await settle(), 'after the pause').toEqual({ taken: 1, changed: 0 })
  })

  test('deletes the dependencies of transfers that are not decided again', async () => {
    const time = Math.floor(context.clock.now() / 1000) - 91 * 86_400
    await register({ time })
    await register()
    const count = async () =>
      (await suite.ledger.database.run('select 1 from kyt_transfer_dependency')).rows.length
    expect(await count()).toBe(2)
    await tidyTransfers(context)
    expect(await count()).toBe(1)
  })

  test('leaves transfers older than the setting as they were decided', async () => {
    const address = world.address()
    const time = Math.floor(context.clock.now() / 1000) - 91 * 86_400
    const old = await register({ address, time })
    const recent = await register({ address, time: time + 2 * 86_400 })
    await world.label([{ address, category: 'theft' }])
    expect(await settle()).toEqual({ taken: 1, changed: 1 })
    expect([await decisionOf(old.reference), await decisionOf(recent.reference)]).toEqual(['allow', 'block'])
  })

  test('finds a change that happened while the transfer was being decided', async () => {
    const address = world.address()
    const late: TransferContext = {
      ...context,
      // The verification is read while the score is calculated, before the transfer is stored.
      async verificationOf() {
        await new Promise((resolve) => setImmediate(resolve))
        return 'none'
      },
    }
    const registered = registerTransfer(late, world.reader, {
      ...{ merchant, reference: 'late', customer: 'c', direction: 'deposit', coin: 'USDT-ERC20' },
      ...{ address, amount: '500', account: 'a@example.com' },
    })
    await world.label([{ address, category: 'theft' }])
    await reassessTransfers(context, world.reader)
    await registered
    await settle()
    expect(await decisionOf('late')).toBe('block')
  })

  test('marks transfers even if others are always being registered', async () => {
    const address = world.address()
    const earlier = await register({ address })
    await world.label([{ address, category: 'theft' }])
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let start = () => {}
    const started = new Promise<void>((resolve) => {
      start = resolve
    })
    const slow: TransferContext = {
      ...context,
      events: {
        ...world.context.events,
        async record() {
          start()
          await released
        },
      },
    }
    const registering = registerTransfer(slow, world.reader, {
      ...{ merchant, reference: 'slow', customer: 'another', direction: 'deposit', coin: 'USDT-ERC20' },
      ...{ address: world.address(), amount: '500' },
    })
    await started
    // On a server, marking begins while the registration is not stored. An embedded engine has one connection.
    const settled = settle()
    if (suite.ledger.database.engine === 'server') await isMarking()
    release()
    await registering
    expect(await settled).toEqual({ taken: 1, changed: 1 })
    expect(await decisionOf(earlier.reference)).toBe('block')
  })
})

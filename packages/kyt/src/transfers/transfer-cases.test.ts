import type { NewCustomerTransfer } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { coverNetworks } from '../../../../test/support/cover-networks.ts'
import { onBothLedgers } from '../../../../test/support/ledger.ts'
import { createWatchWorld, type WatchWorld } from '../../../../test/support/watch-world.ts'
import type { KytEvent } from '../context.ts'
import { listPolicyVersions, setOverride } from '../policy/policies.ts'
import { reassessTransfers } from './reassess-transfers.ts'
import { registerTransfer } from './register-transfer.ts'
import {
  addCaseNote,
  assignCase,
  customerNumber,
  decideCase,
  listCases,
  listCustomers,
  setTwoDecide,
  showCase,
  withdrawCaseOpinion,
} from './transfer-cases.ts'
import type { TransferContext } from './transfer-context.ts'
import { decideAsMember } from './transfers.ts'

const [ana, ben, cleo] = ['U100000000000001', 'U100000000000002', 'U100000000000003'] as const

onBothLedgers('transfers that members decide', (suite) => {
  let world: WatchWorld
  let context: TransferContext
  const events: KytEvent[] = []
  beforeAll(async () => {
    await coverNetworks(suite.ledger, 'ETH')
    world = createWatchWorld(suite.ledger)
    context = {
      ...world.context,
      events: { ...world.context.events, record: async (_db, event) => void events.push(event) },
    }
  })
  /** Registers a transfer that the rules hold. Returns what identifies it. */
  const hold = async (merchant = world.merchant(), given: Partial<NewCustomerTransfer> = {}) => {
    const address = world.address()
    await world.label([{ address, category: 'mixer' }])
    const transfer = { customer: 'c-1', direction: 'deposit', coin: 'USDT-ERC20', amount: '500' } as const
    const reference = `case-${world.address()}`
    await registerTransfer(context, world.reader, { ...transfer, address, reference, merchant, ...given })
    const { cases } = await listCases(context, { merchant })
    return { merchant, id: cases[0]?.id ?? 0, reference, address }
  }
  const allow = { decision: 'allow', note: 'Invoice checked', seen: 1 } as const

  test('stores the decision of one member, who saw the newest decision', async () => {
    const { merchant, id } = await hold()
    expect(await showCase(context, { merchant, id })).toMatchObject({
      ...{ byTwo: false, firstBy: '', assignedTo: '', remarks: [], dependencies: expect.any(Number) },
    })
    const outdated = decideCase(context, { merchant, id, by: ana, ...allow, seen: 0 })
    await expect(outdated).rejects.toMatchObject({ code: 'transfer.changed' })
    expect(await decideCase(context, { merchant, id, by: ana, ...allow })).toBe('decided')
    expect(events.at(-1)).toMatchObject({ type: 'kyt.transfer.changed', data: { decision: 'allow' } })
    const { decisions, transfer } = await showCase(context, { merchant, id })
    expect(transfer).toMatchObject({ decision: 'allow', decided_by: 'member', note: 'Invoice checked' })
    expect(decisions.map(({ by, member }) => [by, member])).toEqual([
      ['rules', ''],
      ['member', ana],
    ])
    const foreign = showCase(context, { merchant: world.merchant(), id })
    await expect(foreign).rejects.toMatchObject({ code: 'transfer.unknown' })
    await expect(decideCase(context, { merchant: 'M9', id, by: ana, ...allow })).rejects.toMatchObject({
      code: 'transfer.unknown',
    })
  })

  test('waits for a second member who agrees, if two must decide', async () => {
    const { merchant, id, reference } = await hold()
    await setTwoDecide(context, { merchant, byTwo: true })
    const byProgram = decideAsMember(context, { merchant, reference, decision: 'allow', note: 'x' })
    await expect(byProgram).rejects.toMatchObject({ kind: 'twoMembers' })
    const before = events.length
    expect(await decideCase(context, { merchant, id, by: ana, ...allow })).toBe('first')
    expect(await showCase(context, { merchant, id })).toMatchObject({
      ...{ byTwo: true, firstBy: ana, transfer: { decision: 'hold' } },
      remarks: [{ by: ana, decision: 'allow', note: 'Invoice checked', ended: '' }],
    })
    expect((await listCases(context, { merchant })).cases[0]?.firstBy).toBe(ana)
    await expect(decideCase(context, { merchant, id, by: ana, ...allow })).rejects.toMatchObject({
      code: 'transfer.own-opinion',
    })
    await expect(withdrawCaseOpinion(context, { merchant, id, by: ben })).rejects.toMatchObject({
      code: 'transfer.no-opinion',
    })
    expect(await decideCase(context, { merchant, id, by: ben, ...allow, decision: 'block' })).toBe(
      'disagreed',
    )
    expect(await decideCase(context, { merchant, id, by: ben, ...allow })).toBe('first')
    await withdrawCaseOpinion(context, { merchant, id, by: ben })
    expect(await decideCase(context, { merchant, id, by: cleo, ...allow })).toBe('first')
    expect(events).toHaveLength(before)
    expect(await decideCase(context, { merchant, id, by: ana, ...allow })).toBe('decided')
    expect(events).toHaveLength(before + 1)
    const { decisions, remarks, firstBy } = await showCase(context, { merchant, id })
    expect(decisions.at(-1)).toMatchObject({ by: 'member', member: `${cleo}, ${ana}`, decision: 'allow' })
    expect(remarks.map(({ by, ended }) => [by, ended])).toEqual([
      ...[ana, ben].map((by) => [by, 'disagreed']),
      [ben, 'withdrawn'],
      ...[cleo, ana].map((by) => [by, 'agreed']),
    ])
    expect(firstBy).toBe('')
  })

  test('counts one of two members who agree at the same time only once', async () => {
    const { merchant, id } = await hold()
    await setTwoDecide(context, { merchant, byTwo: true })
    const outcomes = await Promise.all(
      [ana, ben].map((by) => decideCase(context, { merchant, id, by, ...allow })),
    )
    expect(outcomes.toSorted()).toEqual(['decided', 'first'])
    expect((await showCase(context, { merchant, id })).decisions).toHaveLength(2)
  })

  test('ends an opinion when the rules decide again on new data', async () => {
    const { merchant, id, address } = await hold()
    await setTwoDecide(context, { merchant, byTwo: true })
    expect(await decideCase(context, { merchant, id, by: ana, ...allow })).toBe('first')
    await world.label([{ address, category: 'theft' }])
    for (let round = 0; round < 3; round++) await reassessTransfers(context, world.reader)
    const { decisions, remarks, firstBy } = await showCase(context, { merchant, id })
    expect([decisions.length, firstBy, remarks[0]?.ended]).toEqual([2, '', 'outdated'])
    // The second member's opinion is the first one on the new data.
    expect(await decideCase(context, { merchant, id, by: ben, ...allow, seen: 2 })).toBe('first')
    const after = await showCase(context, { merchant, id })
    expect(after.remarks.map(({ by, ended }) => [by, ended])).toEqual([
      [ana, 'outdated'],
      [ben, ''],
    ])
    expect(after.transfer.decision).toBe('block')
  })

  test('keeps notes and the member who handles a transfer', async () => {
    const { merchant, id } = await hold()
    const other = await hold(merchant)
    await addCaseNote(context, { merchant, id, by: ana, note: 'Asked the customer for an invoice' })
    await assignCase(context, { merchant, id, member: ana })
    const shown = await showCase(context, { merchant, id })
    expect(shown).toMatchObject({ assignedTo: ana, firstBy: '', transfer: { decision: 'hold' } })
    expect(shown.remarks).toMatchObject([
      { by: ana, decision: '', note: 'Asked the customer for an invoice' },
    ])
    const mine = await listCases(context, { merchant, assignedTo: ana })
    expect(mine.cases.map((one) => one.id)).toEqual([id])
    const oldest = await listCases(context, { merchant, decision: 'hold', order: 'oldest' })
    expect(oldest.cases.map((one) => [one.id, one.assignedTo])).toEqual([
      [id, ana],
      [other.id, ''],
    ])
    await assignCase(context, { merchant, id, member: null })
    expect((await showCase(context, { merchant, id })).assignedTo).toBe('')
    const { rows } = await suite.ledger.database.run('select * from kyt_transfer_remark')
    expect(Buffer.from(JSON.stringify(rows)).toString()).not.toContain('invoice')
  })

  test('lists customers in pages and finds one by its number', async () => {
    const merchant = world.merchant()
    for (let index = 0; index < 51; index++)
      await registerTransfer(context, world.reader, {
        ...{ merchant, customer: `c-${index}`, reference: `r-${index}`, direction: 'deposit' },
        ...{ coin: 'USDT-ERC20', amount: '500', address: world.address() },
      })
    await hold(merchant, { customer: 'c-7' })
    const first = await listCustomers(context, { merchant })
    const second = await listCustomers(context, { merchant, after: first.next })
    expect([first.customers.length, second.customers.length, second.next]).toEqual([50, 1, ''])
    const all = [...first.customers, ...second.customers].map(({ customer }) => customer)
    expect(new Set(all).size).toBe(51)
    const { customers } = await listCustomers(context, { merchant, customer: 'c-7' })
    expect(customers).toMatchObject([
      { customer: 'c-7', transfers: 2, held: 1, usd: '1000.000000', score: 75, level: 'High' },
    ])
    expect((await listCustomers(context, { merchant, customer: 'nobody' })).customers).toEqual([])
    const id = customers[0]?.id ?? ''
    expect(await customerNumber(context, { merchant, id })).toBe('c-7')
    await expect(customerNumber(context, { merchant: 'M9', id })).rejects.toMatchObject({
      code: 'customer.unknown',
    })
  })

  test('keeps every version of a policy with its rules and its author', async () => {
    const merchant = world.merchant()
    const rule = { name: 'large', action: 'hold', priority: 1, when: { all: [{ fact: 'score', min: 50 }] } }
    await setOverride(context, merchant, { version: 'v1', rules: [rule] }, ana)
    await setOverride(context, merchant, { version: 'v2', dust_usd: 5 }, ben)
    await setOverride(context, merchant, undefined, 'command-line')
    // There is nothing left to remove.
    await setOverride(context, merchant, undefined, 'command-line')
    const { versions, more } = await listPolicyVersions(context, { merchant })
    expect(versions).toMatchObject([
      { version: '1', isDefault: true, rules: undefined, by: 'command-line' },
      { version: 'v2', isDefault: false, rules: undefined, by: ben },
      { version: 'v1', isDefault: false, rules: [{ name: 'large' }], by: ana },
    ])
    expect(new Set(versions.map(({ fingerprint }) => fingerprint)).size).toBe(3)
    expect(more).toBe(false)
    for (let index = 0; index < 20; index++) await setOverride(context, merchant, { version: `w${index}` })
    const newest = await listPolicyVersions(context, { merchant })
    expect([newest.versions.length, newest.more]).toEqual([20, true])
    const rest = await listPolicyVersions(context, { merchant, before: newest.versions.at(-1)?.id })
    expect(rest.versions.map(({ version }) => version)).toEqual(['1', 'v2', 'v1'])
  })
})

import { beforeAll, expect, test } from 'vitest'
import { onBothEngines } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { byCommandLine, selectAudit } from '../audit/audit-store.ts'
import { tablesOf } from '../context.ts'
import { addMember } from '../members/change-members.ts'
import { setReviewRule } from '../merchants/review-rules.ts'
import { findForgedRows } from '../rights/sign-rights.ts'
import { addCaseFile, readCaseFile, removeCaseFile } from './case-files.ts'
import {
  addCaseItems,
  type CheckedReference,
  commentOnCase,
  eraseFromCases,
  findCasesWith,
  readCaseGraph,
  removeCaseItem,
  removeCaseText,
} from './case-items.ts'
import { editCase, findCases, listCases, openCase, showCase } from './cases.ts'
import { type Acting, noteCaseView } from './change-case.ts'
import {
  answerClosing,
  closeCase,
  reopenCase,
  setCaseRule,
  setDueDays,
  showCaseRule,
  withdrawClosing,
} from './close-case.ts'
import { addTriageToCase, assignTriage, finishTriage, listTriage } from './triage.ts'

const hour = 3_600_000

onBothEngines('cases', (suite) => {
  let world: KycWorld
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
  })

  let people = 0
  /** A merchant with two members, whose invitations count as accepted. */
  async function office() {
    const { mchNo, merchantId } = await createMerchantWithProgram(world)
    const join = async (): Promise<Acting> => {
      const input = { mchNo, email: `officer${++people}@example.com`, role: 'compliance' }
      const by = { actor: 'server', memberId: null, network: null } as const
      const { memberNo } = await addMember(world, input, by)
      return { mchNo, member: memberNo, by: { ...by, actor: 'member' } }
    }
    return { mchNo, merchantId, ann: await join(), bob: await join() }
  }
  const seenBy = async (acting: Acting, number: number) =>
    (await showCase(world, { ...acting, number })).entries.length
  const address: CheckedReference = { kind: 'address', ref: 'BTC:bc1qtest', label: 'bc1qtest' }
  const person = (svcId: string): CheckedReference => ({ kind: 'person', ref: svcId, label: svcId, svcId })
  const kindsOf = async (acting: Acting, number: number) =>
    (await showCase(world, { ...acting, number })).entries.map(({ kind }) => kind)

  test('keeps everything that happens in the time line, and no text in the audit log', async () => {
    const { mchNo, merchantId, ann, bob } = await office()
    const title = 'Deposit from the Example theft'
    const number = await openCase(world, ann, { title, priority: 'high', items: [address, address] })
    await addCaseItems(world, { ...bob, number }, [address, person('svc-1')])
    await commentOnCase(world, { ...bob, number, text: ' Asked the customer. ', item: 1 })
    await editCase(world, ann, { number, title: 'Theft', priority: 'urgent', assignedTo: bob.member })
    await editCase(world, ann, { number, dueAt: new Date(world.clock.now() + hour).toISOString() })
    await editCase(world, ann, { number, title: 'Theft', priority: 'urgent', assignedTo: bob.member })
    await removeCaseItem(world, { ...ann, number, item: 2 })
    const shown = await showCase(world, { ...ann, number })
    expect(shown).toMatchObject({
      ...{ number: 1, title: 'Theft', priority: 'urgent', assignedTo: bob.member, overdue: false },
      items: [{ number: 1, kind: 'address', ref: 'BTC:bc1qtest', addedBy: ann.member }],
    })
    expect(await kindsOf(ann, number)).toEqual([
      ...['opened', 'item-added', 'item-added', 'comment', 'renamed', 'priority', 'assigned', 'due'],
      'item-removed',
    ])
    expect(shown.entries[3]).toMatchObject({
      by: bob.member,
      text: 'Asked the customer.',
      detail: { item: 1 },
    })
    const audit = await selectAudit(tablesOf(world), { merchantId, target: 'case:1', limit: 100 })
    expect(audit).toHaveLength(9)
    expect(JSON.stringify(audit)).not.toMatch(/Theft|Asked|bc1q|svc-1/)
    expect(await findCasesWith(world, { mchNo, kind: 'address', ref: 'BTC:bc1qtest' })).toMatchObject({
      cases: [{ number: 1, title: 'Theft' }],
    })
    expect(await findCasesWith(world, { mchNo, kind: 'person', ref: 'svc-1' })).toEqual({ cases: [] })
  })

  test('lists a merchant’s own cases, with counts of open and overdue ones', async () => {
    const [{ ann, bob }, other] = [await office(), await office()]
    const dueAt = new Date(world.clock.now() + hour).toISOString()
    for (const assignedTo of [ann.member, bob.member])
      await openCase(world, ann, { title: 'A case', assignedTo, dueAt })
    await openCase(world, other.ann, { title: 'Of another merchant' })
    world.clock.advance(2 * hour)
    const numbers = async (filter: Parameters<typeof listCases>[2]) =>
      (await listCases(world, ann, filter)).cases.map(({ number }) => number)
    expect(await listCases(world, ann, {})).toMatchObject({ open: 2, overdue: 2, next: null })
    expect(await numbers({ mine: true })).toEqual([1])
    expect(await numbers({ status: 'closed' })).toEqual([])
    expect(await numbers({ overdue: true, after: 2 })).toEqual([1])
    await closeCase(world, { ...ann, number: 1, outcome: 'no-concern', reason: 'None.', seen: 1 })
    expect(await listCases(world, ann, { status: 'working' })).toMatchObject({
      ...{ open: 1, overdue: 1 },
      cases: [{ number: 2 }],
    })
  })

  test('sets the due date of new cases by their priority', async () => {
    const { mchNo, ann } = await office()
    await setDueDays(world, { mchNo, days: { low: null, normal: 14, high: 5, urgent: 1 } }, ann.by)
    const dueAt = new Date(world.clock.now() + hour).toISOString()
    for (const input of [{}, { priority: 'urgent' }, { priority: 'low' }, { dueAt }] as const)
      await openCase(world, ann, { title: 'A case', ...input })
    const day = 24 * hour
    const inDays = (days: number) => new Date(world.clock.now() + days * day).toISOString()
    expect((await listCases(world, ann, {})).cases.map((each) => each.dueAt).reverse()).toEqual([
      ...[inDays(14), inDays(1), null, dueAt],
    ])
  })

  test('does not know the cases of other merchants', async () => {
    const [{ ann }, { ann: stranger }] = [await office(), await office()]
    const number = await openCase(world, ann, { title: 'Private' })
    await openCase(world, ann, { title: 'Private, too' })
    const of = { ...stranger, number }
    for (const attempt of [
      () => showCase(world, of),
      () => editCase(world, stranger, { number, priority: 'low' }),
      () => commentOnCase(world, { ...of, text: 'x' }),
      () => closeCase(world, { ...of, outcome: 'no-concern', reason: 'x', seen: 1 }),
      () => readCaseFile(world, { ...of, file: 1 }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'case.unknown' })
    await expect(editCase(world, ann, { number, assignedTo: stranger.member })).rejects.toThrow('member')
  })

  test('closes with two members where that is required, and never by one alone', async () => {
    const { mchNo, ann, bob } = await office()
    await setCaseRule(world, { mchNo, byTwo: true }, ann.by)
    await expect(setCaseRule(world, { mchNo, byTwo: false }, ann.by)).rejects.toThrow('command line')
    const number = await openCase(world, ann, { title: 'Two' })
    const closing = { number, outcome: 'reported', reason: 'Proceeds of a theft.' } as const
    await expect(closeCase(world, { ...ann, ...closing, seen: 0 })).rejects.toMatchObject({
      code: 'case.changed',
    })
    expect(await closeCase(world, { ...ann, ...closing, seen: 1 })).toBe('closing')
    const answer = { number, agree: true, text: 'Agreed.' }
    await expect(answerClosing(world, { ...ann, ...answer, seen: 2 })).rejects.toMatchObject({
      code: 'case.own-request',
    })
    await commentOnCase(world, { ...ann, number, text: 'One more thing.' })
    await expect(answerClosing(world, { ...bob, ...answer, seen: 2 })).rejects.toMatchObject({
      code: 'case.changed',
    })
    await expect(withdrawClosing(world, { ...bob, number })).rejects.toMatchObject({
      code: 'case.no-request',
    })
    expect(await answerClosing(world, { ...bob, ...answer, agree: false, seen: 3 })).toBe('open')
    expect(await closeCase(world, { ...ann, ...closing, seen: 4 })).toBe('closing')
    await expect(
      closeCase(world, { ...bob, ...closing, seen: await seenBy(bob, number) }),
    ).rejects.toMatchObject({ code: 'case.closing' })
    expect(await answerClosing(world, { ...bob, ...answer, seen: 5 })).toBe('closed')
    expect(await showCase(world, { ...bob, number })).toMatchObject({
      ...{ status: 'closed', closedBy: bob.member, byTwo: true },
      closing: { by: ann.member, outcome: 'reported', reason: 'Proceeds of a theft.', yours: false },
    })
    await expect(commentOnCase(world, { ...ann, number, text: 'Late.' })).rejects.toMatchObject({
      code: 'case.closed',
    })
    await reopenCase(world, { ...ann, number, reason: 'New facts.' })
    expect(await showCase(world, { ...ann, number })).toMatchObject({ status: 'open', closing: null })
    await setCaseRule(world, { mchNo, byTwo: false }, byCommandLine)
    expect(await closeCase(world, { ...ann, ...closing, seen: await seenBy(ann, number) })).toBe('closed')
  })

  test('needs two members if somebody has changed the rule without the service', async () => {
    const { mchNo, merchantId, ann } = await office()
    await setCaseRule(world, { mchNo, byTwo: true }, ann.by)
    for (const value of ['false', 'null']) {
      await world.database.run(`update merchant set cases_by_two = ${value} where id = ${merchantId}`)
      expect(await showCaseRule(world, { mchNo })).toEqual({ byTwo: true })
      expect(await findForgedRows(world)).toContainEqual({ table: 'merchant', id: String(merchantId) })
    }
    await world.database.run(`update merchant set cases_by_two = true where id = ${merchantId}`)
    expect(await findForgedRows(world)).toEqual([])
  })

  test('finds cases by number and by the words of their titles', async () => {
    const [{ mchNo, ann }, other] = [await office(), await office()]
    await openCase(world, ann, { title: 'Deposit behind the Halcyon theft' })
    await openCase(world, ann, { title: 'Withdrawal to a mixer' })
    await openCase(world, other.ann, { title: 'Halcyon' })
    const found = async (text: string) =>
      (await findCases(world, { mchNo, text })).map(({ number }) => number)
    expect(await found('hal')).toEqual([1])
    expect(await found('theft deposit')).toEqual([1])
    expect(await found('alcyon')).toEqual([])
    expect(await found('case 2')).toEqual([2])
    expect(await found('#2')).toEqual([2])
    expect(await found('3')).toEqual([])
    expect(await found('…')).toEqual([])
  })

  test('records who viewed a case, once in ten minutes, and each saved file', async () => {
    const { merchantId, ann, bob } = await office()
    const number = await openCase(world, ann, { title: 'Viewed' })
    const view = async (who: Acting, file?: number) => {
      const { id: memberId } = await tablesOf(world)
        .selectFrom('member')
        .select('id')
        .where('member_no', '=', who.member)
        .executeTakeFirstOrThrow()
      const by = { ...who.by, memberId }
      await noteCaseView(world, { ...who, by, number, ...(file !== undefined && { file }) })
    }
    for (const who of [ann, ann, bob, ann]) await view(who)
    await view(ann, 1)
    await view(ann, 1)
    world.clock.advance(11 * 60_000)
    await view(ann)
    const audit = await selectAudit(tablesOf(world), { merchantId, target: 'case:1', limit: 100 })
    expect(audit.map(({ action }) => action).reverse()).toEqual([
      ...['case.opened', 'case.viewed', 'case.viewed', 'case.file-read', 'case.file-read', 'case.viewed'],
    ])
  })

  test('keeps graphs, and names the case in the list of what is waiting', async () => {
    const { mchNo, merchantId, ann } = await office()
    await insertTriage(merchantId, { kind: 'alert', ref: 'alert-1' })
    const graph = { title: 'Theft', size: [200, 44], nodes: [], atoms: [], edges: [], focus: '', split: [] }
    const items: CheckedReference[] = [
      { kind: 'graph', ref: JSON.stringify(graph), label: 'Theft' },
      { kind: 'alert', ref: 'alert-1', label: '' },
      address,
    ]
    const number = await openCase(world, ann, { title: 'Graphs', items })
    expect(await readCaseGraph(world, { mchNo, number, item: 1 })).toEqual(graph)
    await expect(readCaseGraph(world, { mchNo, number, item: 3 })).rejects.toThrow('item')
    const view = { ...ann, seesReviews: false }
    expect((await listTriage(world, view, {})).entries).toMatchObject([{ caseNumber: number }])
    const many = Array.from({ length: 20 }, () => ({ kind: 'graph', ref: '{}', label: '' }) as const)
    await expect(addCaseItems(world, { ...ann, number }, many)).rejects.toMatchObject({ code: 'case.full' })
  })

  test('lets only one of two concurrent closings of the same member through', async () => {
    const { mchNo, ann } = await office()
    await setReviewRule(world, { mchNo, byTwo: true }, byCommandLine)
    const number = await openCase(world, ann, { title: 'Twice' })
    const close = () => closeCase(world, { ...ann, number, outcome: 'no-concern', reason: 'x', seen: 1 })
    const results = await Promise.allSettled([close(), close()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await showCase(world, { ...ann, number })).toMatchObject({ status: 'closing', byTwo: true })
  })

  test('stores files of the accepted types only, with harmless names', async () => {
    const { ann } = await office()
    const number = await openCase(world, ann, { title: 'Files' })
    const text = Buffer.from('Statement of the customer\n'.repeat(20_000))
    await addCaseFile(world, { ...ann, number, name: '../../etc/pass\u0000wd.html', content: text })
    const [file] = (await showCase(world, { ...ann, number })).files
    expect(file).toMatchObject({ number: 1, name: 'pass_wd.html.txt', type: 'text', size: text.length })
    expect((await readCaseFile(world, { ...ann, number, file: 1 })).content.equals(text)).toBe(true)
    const page = Buffer.from('<html><script>alert(1)</script>')
    await expect(addCaseFile(world, { ...ann, number, name: 'a.txt', content: page })).rejects.toMatchObject({
      code: 'case.file-type',
    })
    await removeCaseFile(world, { ...ann, number, file: 1 })
    await expect(readCaseFile(world, { ...ann, number, file: 1 })).rejects.toThrow('file')
    const { rows } = await world.database.run('select count(*)::int as left from case_file_part')
    expect(rows).toEqual([{ left: 0 }])
    expect(await kindsOf(ann, number)).toEqual(['opened', 'file-added', 'file-removed'])
  })

  test('removes what refers to an erased person, and keeps the time line', async () => {
    const { merchantId, ann } = await office()
    const number = await openCase(world, ann, { title: 'Person', items: [person('svc-9'), address] })
    await commentOnCase(world, { ...ann, number, text: 'About the person.', item: 1 })
    await commentOnCase(world, { ...ann, number, text: 'About the address.', item: 2 })
    await commentOnCase(world, { ...ann, number, text: 'Her name is Example.' })
    const review = { kind: 'review', ref: '71', facts: { kind: 'sanction', svcId: 'svc-9' } } as const
    await insertTriage(merchantId, review)
    await eraseFromCases(world, 'svc-9')
    await eraseFromCases(world, 'svc-9')
    const shown = await showCase(world, { ...ann, number })
    expect(shown.items).toMatchObject([{ ref: null, label: '' }, { ref: address.ref }])
    expect(shown.entries.slice(3)).toMatchObject([
      { kind: 'comment', text: null, textRemoved: true },
      { text: 'About the address.' },
      { text: 'Her name is Example.' },
      { kind: 'person-erased', by: null },
    ])
    await removeCaseText(world, { ...ann, number, entry: 6 })
    expect(await kindsOf(ann, number)).toContain('text-removed')
    const view = { ...ann, seesReviews: true }
    expect((await listTriage(world, view, {})).entries).toMatchObject([{ facts: { kind: 'sanction' } }])
    expect(JSON.stringify(await listTriage(world, view, {}))).not.toContain('svc-9')
    for (const change of ['update case_entry set at = now()', 'delete from case_entry'])
      await expect(world.database.run(change)).rejects.toThrow('append-only')
  })

  async function insertTriage(
    merchantId: number,
    of: {
      kind: 'alert' | 'transfer' | 'review'
      ref: string
      facts?: Record<string, string>
      dueInHours?: number
    },
  ): Promise<void> {
    const { kind, ref, facts = {}, dueInHours = 1 } = of
    const [now, due] = [world.clock.now(), world.clock.now() + dueInHours * hour].map((at) => new Date(at))
    await tablesOf(world)
      .insertInto('triage_item')
      .values({
        ...{ merchant_id: merchantId, kind, ref, opened_at: now ?? new Date(0), due_at: due ?? new Date(0) },
        ...{ assigned_to: null, case_id: null, done_at: null, done_by: null, facts: JSON.stringify(facts) },
      })
      .execute()
  }

  test('assigns what is waiting, adds it to a case, and hides reviews from members who cannot decide them', async () => {
    const { merchantId, ann, bob } = await office()
    const stranger = await office()
    for (const [index, kind] of (['alert', 'transfer', 'review'] as const).entries())
      await insertTriage(merchantId, { kind, ref: `${merchantId}-${index}`, dueInHours: 3 - index })
    const view = { ...ann, seesReviews: false }
    const list = async (filter: Parameters<typeof listTriage>[2] = {}, who = view) =>
      (await listTriage(world, who, filter)).entries.map(({ kind }) => kind)
    expect(await list()).toEqual(['transfer', 'alert'])
    expect(await list({}, { ...view, seesReviews: true })).toEqual(['review', 'transfer', 'alert'])
    expect(await list({ kind: 'review' })).toEqual([])
    const all = await listTriage(world, { ...view, seesReviews: true }, {})
    const ids = all.entries.map(({ id }) => id)
    const thief = { ...stranger.ann, seesReviews: true }
    const assign = async (by: typeof view, member: string) =>
      // Another package stores the assignee of a transfer, and the list follows it.
      await assignTriage(world, by, { ids, member }, async () => {
        await world.database.run(
          `update triage_item set assigned_to = '${member}' where kind = 'transfer' and merchant_id = ${merchantId}`,
        )
      })
    expect(await assign(thief, stranger.ann.member)).toEqual([])
    expect(await assign(view, bob.member)).toHaveLength(2)
    await expect(assign(view, stranger.ann.member)).rejects.toThrow('member')
    expect(await list({ assignedTo: 'me' })).toEqual([])
    expect(await list({ assignedTo: 'me' }, { ...view, member: bob.member })).toEqual(['transfer', 'alert'])
    expect(await list({ assignedTo: 'nobody' }, { ...view, seesReviews: true })).toEqual(['review'])
    const number = await openCase(world, ann, { title: 'From the list' })
    expect(await addTriageToCase(world, view, { ids, number })).toHaveLength(2)
    expect((await showCase(world, { ...ann, number })).items.map(({ kind }) => kind)).toEqual([
      'alert',
      'transfer',
    ])
    await expect(finishTriage(world, view, { ids })).rejects.toThrow('alerts')
    const alert = all.entries.filter(({ kind }) => kind === 'alert').map(({ id }) => id)
    expect(await finishTriage(world, view, { ids: alert })).toHaveLength(1)
    expect(await finishTriage(world, view, { ids: alert })).toEqual([])
    expect(await listTriage(world, view, { done: true })).toMatchObject({
      ...{ open: 1, overdue: 0, next: null },
      entries: [{ kind: 'alert', caseNumber: number, overdue: false }],
    })
    world.clock.advance(4 * hour)
    expect(await listTriage(world, view, { overdue: true })).toMatchObject({ open: 1, overdue: 1 })
  })
})

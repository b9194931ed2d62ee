import { UserError } from '@touchstone/common'
import type { CaseDueDays, CaseOutcome, CaseStatus } from '@touchstone/contract'
import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { caseClosingColumn } from '../sealed-columns.ts'
import { selectCaseByTwo, selectDueDays, updateCase, updateCaseByTwo, updateDueDays } from './case-store.ts'
import {
  type Acting,
  type CaseWork,
  casesNeedTwo,
  changeCase,
  checkedText,
  merchantIdOf,
  requireWorking,
} from './change-case.ts'

type Closing = Acting & { readonly number: number; readonly seen: number }

/**
 * Closes a case. If two members have to agree, the case waits for the second one. `seen` is the number of entries of
 * the time line that the member saw: nobody closes a case that has changed in the meantime.
 */
export async function closeCase(
  context: KycContext,
  { outcome, ...input }: Closing & { readonly outcome: CaseOutcome; readonly reason: string },
): Promise<CaseStatus> {
  const reason = checkedText('reason', input.reason)
  return await changeCase(context, input, async (work) => {
    const { db, row, note } = work
    requireWorking(row)
    requireSeen(work, input)
    if (row.status === 'closing') throw otherRequest()
    const said = JSON.stringify({ outcome, reason })
    const closingSealed = context.vault.seal(said, caseClosingColumn.at(row.merchantId, row.number))
    const closing = { closingSealed, closingBy: input.member }
    if (await casesNeedTwo(context, row.merchantId, db)) {
      await updateCase(db, row.id, { ...closing, status: 'closing' })
      await note('close-requested', { outcome }, reason)
      return 'closing'
    }
    await updateCase(db, row.id, closing)
    await note('closed', { outcome }, reason)
    return await finish(work, input.member)
  })
}

/**
 * Answers another member's request to close a case. The member who asked cannot agree, regardless of the session:
 * members are distinguished by their numbers.
 */
export async function answerClosing(
  context: KycContext,
  input: Closing & { readonly agree: boolean; readonly text: string },
): Promise<CaseStatus> {
  const text = checkedText('text', input.text)
  return await changeCase(context, input, async (work) => {
    const { db, row, note } = work
    if (row.status !== 'closing') throw noRequest()
    if (row.closingBy === input.member) throw ownRequest()
    requireSeen(work, input)
    if (!input.agree) {
      await updateCase(db, row.id, { status: 'open', closingSealed: null, closingBy: null })
      await note('close-refused', {}, text)
      return 'open'
    }
    await note('closed', { requestedBy: row.closingBy }, text)
    return await finish(work, input.member)
  })
}

/** Withdraws the member's own request to close a case. */
export async function withdrawClosing(
  context: KycContext,
  input: Acting & { readonly number: number },
): Promise<void> {
  await changeCase(context, input, async ({ db, row, note }) => {
    if (row.status !== 'closing' || row.closingBy !== input.member) throw noRequest()
    await updateCase(db, row.id, { status: 'open', closingSealed: null, closingBy: null })
    await note('close-withdrawn')
  })
}

export async function reopenCase(
  context: KycContext,
  input: Acting & { readonly number: number; readonly reason: string },
): Promise<void> {
  const reason = checkedText('reason', input.reason)
  await changeCase(context, input, async ({ db, row, note }) => {
    if (row.status !== 'closed') throw new InputError('case', 'is not closed')
    await updateCase(db, row.id, {
      ...{ status: 'open', closingSealed: null, closingBy: null, closedBy: null, closedAt: null },
    })
    await note('reopened', {}, reason)
  })
}

/** Returns whether two members have to close the merchant's cases, by its own rule or by the rule for reviews. */
export async function showCaseRule(
  context: KycContext,
  { mchNo }: { mchNo: string },
): Promise<{ byTwo: boolean }> {
  return { byTwo: await casesNeedTwo(context, await merchantIdOf(tablesOf(context), mchNo)) }
}

/** Returns how many days after its opening a case is due, by priority. */
export async function showDueDays(context: KycContext, { mchNo }: { mchNo: string }): Promise<CaseDueDays> {
  const db = tablesOf(context)
  return await selectDueDays(db, await merchantIdOf(db, mchNo))
}

/** Sets how many days after its opening a case is due, by priority. Cases that are open keep their due dates. */
export async function setDueDays(
  context: KycContext,
  { mchNo, days }: { mchNo: string; days: CaseDueDays },
  by: ChangedBy,
): Promise<void> {
  await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantIdOf(db, mchNo)
      await updateDueDays(db, merchantId, days)
      const at = new Date(context.clock.now())
      const entry = { merchantId, action: 'cases.due-changed', target: mchNo, detail: { ...days }, at }
      await insertAudit(context, db, { ...by, ...entry })
    })
}

/**
 * Sets whether two members have to close the merchant's cases. Members cannot switch it off. Otherwise, one member
 * could switch it off, close a case alone, and switch it on again.
 */
export async function setCaseRule(
  context: KycContext,
  { mchNo, byTwo }: { mchNo: string; byTwo: boolean },
  by: ChangedBy,
): Promise<{ byTwo: boolean }> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchantId = await merchantIdOf(db, mchNo)
      if (by.actor === 'member' && !byTwo && (await selectCaseByTwo(context, db, merchantId)))
        throw new InputError(
          'two people',
          'can be switched off only on the command line: npx touchstone case rule --two-people no',
        )
      if (!(await updateCaseByTwo(context, db, { merchantId, byTwo })))
        throw new InputError('merchant', 'is not known')
      const at = new Date(context.clock.now())
      const entry = { merchantId, action: 'cases.rule-changed', target: mchNo, detail: { byTwo }, at }
      await insertAudit(context, db, { ...by, ...entry })
      return { byTwo }
    })
}

async function finish({ db, row, at }: CaseWork, member: string): Promise<CaseStatus> {
  await updateCase(db, row.id, { status: 'closed', closedBy: member, closedAt: at })
  return 'closed'
}

function requireSeen({ numbers }: CaseWork, { seen }: Closing): void {
  if (numbers.entries === seen) return
  throw new UserError({
    code: 'case.changed',
    message: 'This case has changed since you opened it.',
    remedy: 'Read what is new, then decide.',
  })
}

function ownRequest(): UserError {
  return new UserError({
    code: 'case.own-request',
    message: 'You asked to close this case. Another member has to agree.',
    remedy: 'Ask another member, or withdraw your request.',
  })
}

function otherRequest(): UserError {
  return new UserError({
    code: 'case.closing',
    message: 'A member has already asked to close this case.',
    remedy: 'Agree or disagree with this request.',
  })
}

function noRequest(): UserError {
  return new UserError({
    code: 'case.no-request',
    message: 'There is no such request to close this case.',
    remedy: 'Reload the case: another member may have answered the request.',
  })
}

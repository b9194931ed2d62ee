import type { Vault } from '@touchstone/common'
import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectProgramOf } from '../programs/program-store.ts'
import { accountColumn } from '../sealed-columns.ts'
import { type AccountInput, accountFingerprint, canonicalAccount, lowerFingerprint } from './account.ts'
import {
  type AccountKey,
  insertAccount,
  insertAccountEvent,
  type JourneyAccount,
  selectAccount,
  selectAccountById,
  updateAccount,
  updateJourneyAccount,
} from './account-store.ts'
import { type Journey, selectJourney } from './journey-store.ts'
import { statusesOf } from './statuses.ts'

export type Agreement = {
  account: AccountInput
  /** Whether the account's wallet has signed a message or sent a transaction. */
  proven?: boolean
}

/** Returns a journey's account, however it is spelled, or undefined if nobody has agreed to this account. */
export async function findAccount(
  context: KycContext,
  journeyId: number,
  account: AccountInput,
): Promise<JourneyAccount | undefined> {
  return await selectAccount(tablesOf(context), keyOf(context.vault, journeyId, account))
}

/** Returns the account that a journey is for. The account also receives the journey's tokens. */
export async function accountOfJourney(
  context: KycContext,
  { accountId }: Pick<Journey, 'accountId'>,
): Promise<JourneyAccount | undefined> {
  return accountId === null ? undefined : await selectAccountById(tablesOf(context), accountId)
}

/** Records that the person agreed on the authorization page to use this account for a journey in progress. */
export async function agreeAccount(
  context: KycContext,
  input: Agreement & { journeyId: number; actor: string },
): Promise<void> {
  await retryOnConflict(() =>
    tablesOf(context)
      .transaction()
      .execute(async (db) => {
        const journey = await selectJourney(db, input.journeyId)
        if (!journey) throw new InputError('journey', 'is not known')
        const program = await selectProgramOf(db, journey)
        if (journey.status === statusesOf(program).passed) return
        await agree(db, context, { ...input, journey, program })
      }),
  )
}

/**
 * Like `agreeAccount`, but within a transaction. The previous account keeps its proofs and the tokens in
 * its wallet.
 */
export async function agree(
  db: KycDb,
  context: Pick<KycContext, 'vault' | 'clock'>,
  input: Agreement & {
    actor: string
    journey: Pick<Journey, 'id' | 'status' | 'accountId'>
    program: Parameters<typeof statusesOf>[0] & { id: number }
  },
): Promise<void> {
  const { journey, program } = input
  const row = await rowOf(db, context, input)
  const { steps } = statusesOf(program)
  const isProven = steps.indexOf(journey.status) >= steps.indexOf('ZKP Generated')
  if (journey.accountId === null || !isProven) await updateJourneyAccount(db, journey.id, row.id)
}

/**
 * Returns the row of the account in this journey. Creates the row if necessary and records whether the
 * account is proven.
 */
export async function rowOf(
  db: KycDb,
  { vault, clock }: Pick<KycContext, 'vault' | 'clock'>,
  input: Agreement & { actor: string; journey: { id: number }; program: { id: number } },
): Promise<JourneyAccount> {
  const { account, proven = false, actor, journey, program } = input
  const key = keyOf(vault, journey.id, account)
  const at = new Date(clock.now())
  const isNew = await insertAccount(db, {
    ...key,
    programId: program.id,
    lowerFingerprint: lowerFingerprint(vault, account),
    sealed: vault.seal(canonicalAccount(account.value), accountColumn.at(journey.id, key.fingerprint)),
    at,
  })
  const row = await selectAccount(db, key)
  if (!row) throw new Error('account was neither inserted nor found')
  const event = { journeyId: journey.id, accountId: row.id, actor, at }
  if (isNew) await insertAccountEvent(db, { ...event, event: 'agreed' })
  if (!proven || row.provenAt) return row
  await updateAccount(db, row.id, { proven_at: at })
  await insertAccountEvent(db, { ...event, event: 'proven' })
  return { ...row, provenAt: at }
}

function keyOf(vault: Vault, journeyId: number, account: AccountInput): AccountKey {
  return {
    journeyId,
    kind: account.kind,
    chainId: account.kind === 'wallet' ? account.chainId : '',
    fingerprint: accountFingerprint(vault, account.value),
  }
}

import {
  type CustomerTransfer,
  type NewCustomerTransfer,
  ServiceError,
  type VerificationState,
} from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { formatAddress } from '../addresses/parse-address.ts'
import { formatTxHash, isForeignTxHash, parseTxHash } from '../addresses/tx-hash.ts'
import { journalOf, type KytDb } from '../context.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { malformedTxHash } from '../lookup/malformed-tx-hash.ts'
import { resolveAccount, resolveCoin, toHex, unitsOf } from '../lookup/resolve-account.ts'
import { requireCovered } from '../lookup/resolve-covered.ts'
import { uuidFrom } from '../lookup/uuid-from.ts'
import { assessCounterparty, type ScoreCaller } from '../operations/get-risk-score.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { CustomerHistory } from '../rules/transfer-facts.ts'
import {
  decideTransfer,
  dustOf,
  historySeconds,
  pastOf,
  type TransferPlace,
  usdValueOf,
} from './decide-transfer.ts'
import { customerColumn, referenceColumn } from './sealed-columns.ts'
import { openCustomer, type SealedCustomer, showTransfer } from './show-transfer.ts'
import { recordDecision, type TransferContext } from './transfer-context.ts'
import {
  confirmTransfer,
  insertTransfer,
  isOutdated,
  lockCustomer,
  type Standing,
  selectCustomer,
  selectDecisions,
  selectRecent,
  selectStanding,
  selectTransfer,
  type TransferRow,
  updateCustomer,
} from './transfer-store.ts'

/** A transfer can be registered before the clock of this machine reaches its time, but not by more than this. */
const maxAheadSeconds = 600

export const referenceFingerprint = (
  { vault }: TransferContext,
  { merchant, reference }: { merchant: string; reference: string },
): Buffer => vault.fingerprint('kyt-transfer-reference', JSON.stringify([merchant, reference]))

export const customerFingerprint = (
  { vault }: TransferContext,
  { merchant, customer }: { merchant: string; customer: string },
): Buffer => vault.fingerprint('kyt-customer', JSON.stringify([merchant, customer]))

/** A request after its fields have been checked. */
type Checked = TransferPlace & {
  readonly reference: Buffer
  readonly content: Buffer
  readonly amount: bigint
  readonly txid: string | undefined
}

/**
 * Registers a customer's transfer and decides on it. The same reference always gives the same transfer: a
 * repeated call returns the first one with its current decision.
 */
export async function registerTransfer(
  context: TransferContext,
  reader: KytReader,
  input: NewCustomerTransfer & { readonly merchant: string },
  caller?: ScoreCaller,
): Promise<CustomerTransfer> {
  const { merchant } = input
  const db = journalOf(context)
  const checked = checkInput(context, input)
  const { reference } = checked
  // The version is read before the policy and the score, so that a change during the calculation leads to a new
  // decision.
  const [known, policies] = await Promise.all([
    selectTransfer(db, { merchant, reference }),
    selectPolicyVersion(db),
  ])
  if (known !== undefined) return await repeat(context, known, { input, checked })
  // A known transfer is still answered after its network's data has been lost.
  await requireCovered(reader, resolveCoin(input.coin))
  const policy = await reader.policyOf(merchant)
  const [assessed, usd, verification] = await Promise.all([
    assessCounterparty(reader, input, policy, caller),
    usdValueOf(reader, checked),
    verificationFor(context, input),
  ])
  const registered = await db.transaction().execute(async (tx) => {
    const now = new Date(context.clock.now())
    const customer = await addCustomer(context, tx, input, now)
    const { id: customerId, sealed: customerSealed } = customer
    const place = { ...checked, customerId, id: undefined, merchant }
    const { history, marked, isRegistered } = await readHistory(tx, { place, usd, policy })
    // A concurrent call registered the reference before this one had the lock on the customer.
    if (isRegistered) return undefined
    const country = input.customer_country
    const decided = decideTransfer({ place: checked, usd, assessed, policy, history, verification, country })
    const { network, direction, coin, address, time, content, txid } = checked
    const row = {
      ...{ merchant, customerId, reference, content, direction, network, coin, address, time },
      sealed: context.vault.seal(input.reference, referenceColumn.at(merchant, reference)),
      txid: txid ?? null,
      amount: String(checked.amount),
      country: country ?? null,
      attempt: input.attempt === true,
      usd: usd === undefined ? null : String(usd),
      score: assessed.score,
      level: assessed.risk_level,
      decision: decided.decision,
      decidedBy: 'rules' as const,
      decidedAt: now,
      policy: fingerprintOf(policy),
    }
    const due = isOutdated({ ...assessed.versions, policies }, marked)
    const facts = JSON.stringify(decided.facts)
    const { dependencies } = assessed
    const stored = await insertTransfer(tx, { ...row, due, createdAt: now }, { facts, dependencies })
    // Another call registered the reference for another customer in the meantime.
    if (stored === undefined) return undefined
    const { id, decisionId } = stored
    const made = { ...{ id: decisionId, transferId: id, madeBy: 'rules' as const, madeAt: now, facts } }
    const { decision, usd: storedUsd } = row
    const transfer = showTransfer(context, { ...row, id, customerSealed }, [
      { ...made, decision, usd: storedUsd, noteId: null, noteSealed: null },
    ])
    await recordDecision(context, tx, { merchant, id, at: now, transfer })
    return transfer
  })
  if (registered !== undefined) return registered
  const winner = await selectTransfer(db, { merchant, reference })
  if (winner === undefined) throw new ServiceError('notReady', { retryAfterSeconds: 1 })
  return await repeat(context, winner, { input, checked })
}

/** Reads the part of a customer's history that a decision needs, and whether the decision is already outdated. */
export async function readHistory(
  db: KytDb,
  of: {
    place: TransferPlace & {
      readonly merchant: string
      readonly reference: Uint8Array
      readonly customerId: string
      readonly id: number | undefined
    }
    usd: bigint | undefined
    policy: RiskPolicy
  },
): Promise<{ history: CustomerHistory } & Pick<Standing, 'marked' | 'isRegistered'>> {
  const { place, usd, policy } = of
  const seconds = historySeconds(policy, place, usd)
  const { lastActivity, isKnownAddress, marked, isRegistered } = await selectStanding(db, {
    ...place,
    dustUsd: dustOf(policy),
  })
  const recent = seconds === 0 ? [] : (await selectRecent(db, { ...place, seconds })).map(pastOf)
  const history = { recent, lastActivity: lastActivity ?? undefined, isKnownAddress }
  return { history, marked, isRegistered }
}

function checkInput(
  context: TransferContext,
  input: NewCustomerTransfer & { readonly merchant: string },
): Checked {
  const { coin, address } = resolveAccount(input)
  const amount = unitsOf(input.amount, coin.decimals)
  if (amount === 0n) throw new ServiceError('parameter', { detail: 'amount must be above zero' })
  if (input.attempt === true && input.direction === 'deposit') {
    throw new ServiceError('parameter', { detail: 'attempt is only for withdrawals' })
  }
  if (input.attempt === true && input.txid !== undefined) {
    throw new ServiceError('parameter', { detail: 'a transfer with a txid is not an attempt' })
  }
  const now = Math.floor(context.clock.now() / 1000)
  const time = input.time ?? now
  if (time > now + maxAheadSeconds) {
    throw new ServiceError('parameter', { detail: 'time is in the future; it is in Unix seconds' })
  }
  const tx = input.txid === undefined ? undefined : parseTxHash(coin.network, input.txid)
  if (input.txid !== undefined && (tx === undefined || isForeignTxHash(toHex(tx)))) throw malformedTxHash()
  const text = formatAddress(coin.network, address.bytes)
  const content = [
    ...[input.customer, input.direction, coin.identifier, text, String(amount)],
    ...[input.time ?? null, input.account ?? null, input.customer_country ?? null],
  ]
  return {
    reference: referenceFingerprint(context, input),
    content: context.vault.fingerprint('kyt-transfer-content', JSON.stringify(content)),
    direction: input.direction,
    coin: coin.identifier,
    network: networks[coin.network].id,
    address: text,
    amount,
    time,
    txid: tx && formatTxHash(tx),
  }
}

/** Answers a repeated call, and confirms a transfer that was registered without its hash. */
async function repeat(
  context: TransferContext,
  row: TransferRow,
  { input, checked }: { input: NewCustomerTransfer; checked: Checked },
): Promise<CustomerTransfer> {
  const db = journalOf(context)
  if (!checked.content.equals(row.content)) throw new ServiceError('referenceUsed')
  const show = async (shown: TransferRow) =>
    showTransfer(context, shown, await selectDecisions(db, [shown.id]))
  const { txid } = checked
  if (txid === undefined) {
    // The answer of a call that was repeated after the confirmation is the confirmed transfer.
    if (row.attempt && input.attempt !== true)
      throw new ServiceError('referenceUsed', {
        detail: 'the withdrawal is an attempt; confirm it with its txid',
      })
    return await show(row)
  }
  if (row.txid === null && (await confirmTransfer(db, { id: row.id, txid })))
    return await show({ ...row, txid, attempt: false })
  const current = (await selectTransfer(db, { merchant: row.merchant, reference: row.reference })) ?? row
  if (current.txid !== txid)
    throw new ServiceError('referenceUsed', { detail: 'the transfer has another txid' })
  return await show(current)
}

/** Adds or locks the customer, and stores the account if it changed. */
async function addCustomer(
  context: TransferContext,
  tx: KytDb,
  input: NewCustomerTransfer & { readonly merchant: string },
  at: Date,
) {
  const { merchant, customer, account } = input
  const { vault, random } = context
  const id = uuidFrom(random)
  const seal = (row: string, value: SealedCustomer) =>
    vault.seal(JSON.stringify(value), customerColumn.at(row))
  const locked = await lockCustomer(tx, {
    ...{ id, merchant, at },
    fingerprint: customerFingerprint(context, { merchant, customer }),
    sealed: seal(id, { customer, account: account ?? '' }),
  })
  if (account === undefined || openCustomer(context, locked).account === account) return locked
  const changed = { id: locked.id, sealed: seal(locked.id, { customer, account }) }
  await updateCustomer(tx, changed)
  return changed
}

/** Returns the customer's verification with this merchant. `undefined` if it cannot be determined. */
async function verificationFor(
  context: TransferContext,
  input: NewCustomerTransfer & { readonly merchant: string },
): Promise<VerificationState | undefined> {
  if (context.verificationOf === undefined) return undefined
  const { merchant } = input
  const account = input.account ?? (await accountOf(context, input))
  return account === '' ? 'none' : await context.verificationOf({ merchant, account })
}

/** Returns the account that the merchant sent for a customer before. Empty if there is none. */
async function accountOf(
  context: TransferContext,
  { merchant, customer }: { merchant: string; customer: string },
): Promise<string> {
  const fingerprint = customerFingerprint(context, { merchant, customer })
  const row = await selectCustomer(journalOf(context), { merchant, fingerprint })
  return row === undefined ? '' : openCustomer(context, row).account
}

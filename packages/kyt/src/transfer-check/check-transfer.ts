import {
  defaultTransferPolicy,
  type TransferCheck,
  type TransferDecision,
  type TransferReason,
  transferDecisions,
} from '@touchstone/contract'
import { formatAddress } from '../addresses/parse-address.ts'
import { fetchUntilOf } from '../lookup/ensure-history.ts'
import { inOrder } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type Account, resolveAccount } from '../lookup/resolve-account.ts'
import { resolveCovered } from '../lookup/resolve-covered.ts'
import { getRiskScore, type ScoreCaller } from '../operations/get-risk-score.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import { findImitated } from './dealings.ts'
import { readIntent, type TransferIntent } from './read-intent.ts'

/** Number of addresses of one transfer that are scored, the recipient first. */
const maxScored = 8

type Reason = TransferCheck['reasons'][number]
type Checked = TransferCheck['addresses'][number]

export type TransferQuery = {
  readonly coin: string
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly calldata?: string
}

/**
 * Decides whether a transfer should be signed. Every reason names its decision, and the strictest decision
 * applies. A transfer is allowed only if the ledger has data about every address on which the decision depends.
 */
export async function checkTransfer(
  reader: KytReader,
  query: TransferQuery,
  policy: RiskPolicy,
  caller?: ScoreCaller,
): Promise<TransferCheck> {
  const sender = await resolveCovered(reader, { coin: query.coin, address: query.from })
  const target = resolveAccount({ coin: query.coin, address: query.to })
  const intent = await readIntent(sender, target, query)
  const thresholds = { ...defaultTransferPolicy, ...policy.transfer }
  const reasons: Reason[] = []
  const add = (code: TransferReason, decision: TransferDecision, address: string, text: string) => {
    if (decision !== 'allow') reasons.push({ code, decision, address, text })
  }

  const text = (account: Account) => formatAddress(account.coin.network, account.address.bytes)
  const parties = partiesOf(intent, text(sender))
  if (parties.length > maxScored) {
    add(
      'too_many_addresses',
      'review',
      '',
      `The transaction names ${parties.length} addresses. ${maxScored} were checked.`,
    )
  }
  const addresses = await checkAddresses(reader, {
    coin: query.coin,
    parties: parties.slice(0, maxScored),
    policy,
    // All addresses of the transfer share one time limit for fetching.
    caller: caller && { fetchUntil: fetchUntilOf(reader.context), ...caller },
  })
  for (const checked of addresses) {
    const { role, address, score, risk_level, coverage, label_list } = checked
    if (role !== 'sender' && score >= thresholds.review) {
      const decision = score >= thresholds.block ? 'block' : 'review'
      add(riskReasons[role], decision, address, `The ${role} has the score ${score}, ${risk_level}.`)
    }
    if (label_list.some(isFrozen)) {
      add(
        'frozen_address',
        thresholds.frozen,
        address,
        `A label states that the issuer of a token has frozen the ${role}.`,
      )
    }
    // Contracts seldom hold funds themselves. Unknown contracts have a reason of their own.
    if (role === 'contract') continue
    if (coverage.state === 'none')
      add('no_data', 'review', address, `No data about the ${role}: ${coverage.note}`)
    if (coverage.state === 'partial') {
      add(
        'partial_data',
        thresholds.partial_data,
        address,
        `Incomplete data about the ${role}: ${coverage.note}`,
      )
    }
  }

  const receiving = parties.filter(({ role }) => role === 'recipient' || role === 'spender')
  const imitated = await findImitated(
    reader,
    sender,
    receiving.map(({ address }) => address),
  )
  for (const [address, original] of imitated) {
    const since = new Date(original.since * 1000).toISOString().slice(0, 10)
    add(
      'look_alike',
      thresholds.look_alike,
      address,
      `The address starts and ends like ${original.address}, which the sender paid on ${since}, but is a different address.`,
    )
  }

  for (const contract of intent.contracts) {
    const known = addresses.find(({ address }) => address === contract)
    if (known !== undefined && known.label_list.length > 0) continue
    add(
      'unknown_contract',
      thresholds.unknown_calldata,
      contract,
      'The contract is not a known token and has no label.',
    )
  }
  for (const { kind, unlimited, address } of intent.actions) {
    if (kind !== 'approval' || !unlimited) continue
    add(
      'unlimited_approval',
      thresholds.unlimited_approval,
      address,
      'The approval has no practical limit. Approve only the amount that is needed.',
    )
  }
  if (intent.isUnknown) {
    add(
      'unknown_calldata',
      thresholds.unknown_calldata,
      '',
      'Part of the calldata calls an unknown function.',
    )
  }
  if (intent.isCut) {
    // The policy can allow unknown functions, but not recipients that were not read.
    add(
      'unknown_calldata',
      stricter('review', thresholds.unknown_calldata),
      '',
      'The calldata contains more calls than are checked.',
    )
  }
  if (intent.isMalformed) {
    add(
      'malformed_calldata',
      stricter('review', thresholds.unknown_calldata),
      '',
      'The calldata is not encoded the way wallets encode it.',
    )
  }
  for (const mismatch of intent.mismatches) add('calldata_mismatch', 'review', '', mismatch)
  if (intent.paysTokenContract) {
    add(
      'token_contract',
      'block',
      text(target),
      'The recipient is the contract of a token. Coins sent to it are usually lost.',
    )
  }

  return {
    decision: reasons.map(({ decision }) => decision).reduce(stricter, 'allow'),
    reasons,
    actions: intent.actions.map((action) => ({ ...action })),
    addresses,
    policy_version: policy.version,
  }
}

const riskReasons = {
  recipient: 'recipient_risk',
  spender: 'spender_risk',
  contract: 'contract_risk',
} as const

/** Labels of addresses that the issuer of a token has frozen, as sources name them. */
const isFrozen = (label: string): boolean => /\b(frozen|freeze|black[ -]?list(ed)?)\b/i.test(label)

const stricter = (a: TransferDecision, b: TransferDecision): TransferDecision =>
  transferDecisions.indexOf(a) >= transferDecisions.indexOf(b) ? a : b

type Party = { readonly role: Checked['role']; readonly address: string }

/** Lists each address once: first those that receive coins or rights, then contracts, then the sender. */
function partiesOf({ actions, contracts }: TransferIntent, sender: string): Party[] {
  const named = actions
    .filter(({ kind }) => kind !== 'revocation')
    .map(({ kind, address }): Party => ({ role: kind === 'transfer' ? 'recipient' : 'spender', address }))
  const all: Party[] = [
    { role: 'sender', address: sender },
    ...named,
    ...contracts.filter(isUnlisted(sender)).map((address): Party => ({ role: 'contract', address })),
  ]
  return all.filter(({ address }, index) => all.findIndex((other) => other.address === address) === index)
}

const isUnlisted = (sender: string) => (address: string) => address !== sender

async function checkAddresses(
  reader: KytReader,
  of: { coin: string; parties: readonly Party[]; policy: RiskPolicy; caller: ScoreCaller | undefined },
): Promise<Checked[]> {
  const { coin, parties, policy, caller } = of
  const checked: Checked[] = []
  // One after another, so that one request takes only one place in the queue of scores.
  for (const { role, address } of parties) {
    const { key } = resolveAccount({ coin, address })
    const labels = inOrder(await reader.labels(key))
    const { score, risk_level, coverage } = await getRiskScore(reader, { coin, address }, policy, caller)
    const names = labels.flatMap(({ entity, label, incident }) => [entity, label, incident])
    const label_list = [...new Set(names.filter((name) => name !== ''))]
    checked.push({ role, address, score, risk_level, label_list, coverage })
  }
  return checked
}

import { type RiskAnswer, type RiskDecisionView, ServiceError } from '@touchstone/contract'
import { findEmails } from '@touchstone/kyc'
import {
  explainRiskScore,
  fetchUntilOf,
  getAddressCounterparty,
  getAddressOverview,
  listLabels,
  listRiskDecisions,
  mostCounterparties,
  type RecordedDecision,
  type RiskQuery,
  resolveTarget,
  transactionOf,
} from '@touchstone/kyt'
import type { Services } from '../../plugins/services.ts'

/** Answers a member's question about an address or a transaction under the merchant's policy. */
export async function answerQuestion(
  { kytReader, recentQueries }: Pick<Services, 'kytReader' | 'recentQueries'>,
  mchNo: string,
  query: RiskQuery,
): Promise<RiskAnswer> {
  const policy = await kytReader.policyOf(mchNo)
  // The parts of the answer share one time limit.
  const caller = { owner: mchNo, isTimed: true, fetchUntil: fetchUntilOf(kytReader.context) }
  const explanation = await explainRiskScore(kytReader, query, policy, caller)
  recentQueries.note(mchNo, query)
  const transaction = await transactionOf(kytReader, resolveTarget(query))
  const { coin, address } = query
  if (address === undefined)
    return { explanation, transaction, labels: [], overview: null, counterparties: [] }
  const [labels, overview, counterparties] = await Promise.all([
    listLabels(kytReader, { coin, address }),
    ifRead(getAddressOverview(kytReader, { coin, address }, caller)),
    ifRead(getAddressCounterparty(kytReader, { coin, address }, caller)),
  ])
  return {
    ...{ explanation, transaction, labels, overview: overview ?? null },
    counterparties: counterparties?.slice(0, mostCounterparties) ?? [],
  }
}

/** Returns a part of an answer, or `undefined` if the history could not be read. The explanation states this. */
async function ifRead<Part>(part: Promise<Part>): Promise<Part | undefined> {
  try {
    return await part
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'notReady' || error.kind === 'unsupportedCoin'))
      return
    throw error
  }
}

/** Returns the merchant's decisions on the subject of a question, newest first. */
export async function decisionsOn(
  services: Pick<Services, 'runtime'>,
  merchant: string,
  query: RiskQuery,
): Promise<RiskDecisionView[]> {
  return await showDecisions(
    services,
    merchant,
    await listRiskDecisions(services.runtime.kyt, { merchant, query }),
  )
}

/** Shows decisions with the e-mail addresses of their authors, which are looked up and not stored with them. */
export async function showDecisions(
  { runtime }: Pick<Services, 'runtime'>,
  merchant: string,
  decisions: readonly RecordedDecision[],
): Promise<RiskDecisionView[]> {
  const emails = await findEmails(
    runtime.kyc,
    merchant,
    decisions.map(({ madeBy }) => madeBy),
  )
  return decisions.map(({ madeBy, ...decision }) => ({ ...decision, by: emails.get(madeBy) ?? madeBy }))
}

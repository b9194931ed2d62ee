import { type RiskExplanation, type RiskScore, ServiceError } from '@touchstone/contract'
import { parseTxHash } from '../addresses/tx-hash.ts'
import { networks } from '../coins/networks.ts'
import { journalOf } from '../context.ts'
import { selectNewestBlock, type Versions } from '../ledger/import-journal-store.ts'
import { assessRisk, type Question } from '../risk/assess.ts'
import { fingerprintOf } from '../risk/policy/fingerprint.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../risk/policy/risk-policy.ts'
import { describeRisk } from '../risk/score/describe-risk.ts'
import { explainRisk } from '../risk/score/explain-risk.ts'
import type { KytDesk } from './desk.ts'
import { resolveAccount, resolveCoin, textOf, toHex } from './resolve-account.ts'

export type AskedRisk = { readonly coin: string; readonly address?: string; readonly txid?: string }

/** Risk of an address, of a transaction, or of a transaction as one address sees it. */
export async function getRiskScore(
  desk: KytDesk,
  asked: AskedRisk,
  policy: RiskPolicy = defaultRiskPolicy,
): Promise<RiskScore> {
  return await answer(desk, 'score', asked, policy, async (question, at) =>
    describeRisk(await assessRisk(desk, question, policy, at)),
  )
}

/** The same with everything it rests on. */
export async function explainRiskScore(
  desk: KytDesk,
  asked: AskedRisk,
  policy: RiskPolicy = defaultRiskPolicy,
): Promise<RiskExplanation> {
  return await answer(desk, 'explanation', asked, policy, async (question, at) => {
    const network = networks[question.coin.network].id
    const newestBlock = await selectNewestBlock(journalOf(desk.context), network)
    return explainRisk(await assessRisk(desk, question, policy, at), newestBlock)
  })
}

async function answer<Answer extends object>(
  desk: KytDesk,
  name: string,
  asked: AskedRisk,
  policy: RiskPolicy,
  make: (question: Question, at: Versions) => Promise<Answer>,
): Promise<Answer> {
  const question = resolveQuestion(asked)
  const { coin, account, tx } = question
  const of = `${fingerprintOf(policy)} ${tx ?? ''} ${account === undefined ? coin.id : textOf(account)}`
  const hangsOn = ['ledger', 'labels', 'prices'] as const
  return await desk.answer({ name, of, hangsOn }, (at) => make(question, at))
}

function resolveQuestion({ coin: identifier, address, txid }: AskedRisk): Question {
  const coin = resolveCoin(identifier)
  if (address === undefined && txid === undefined) {
    throw new ServiceError('parameter', { detail: 'address or txid is required' })
  }
  const tx = txid === undefined ? undefined : parseTxHash(coin.network, txid)
  if (txid !== undefined && tx === undefined) {
    throw new ServiceError('parameter', { detail: 'txid is not a transaction hash' })
  }
  return {
    coin,
    ...(address === undefined ? {} : { account: resolveAccount({ coin: identifier, address }) }),
    ...(tx === undefined ? {} : { tx: toHex(tx) }),
  }
}

import { type RiskExplanation, type RiskScore, ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import { parseTxHash } from '../addresses/tx-hash.ts'
import type { CachedResult, KytReader } from '../lookup/kyt-reader.ts'
import { malformedTxHash } from '../lookup/malformed-tx-hash.ts'
import { describeCoverage } from '../lookup/network-coverage.ts'
import { resolveAccount, resolveCoin, textOf, toHex } from '../lookup/resolve-account.ts'
import { requireCovered } from '../lookup/resolve-covered.ts'
import { createPacer, type Pace } from '../pace/pacer.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../policy/risk-policy.ts'
import { assessRisk, type RiskTarget } from '../risk/assess.ts'
import { describeRisk } from '../risk/score/describe-risk.ts'
import { explainRisk, transactionsOf } from '../risk/score/explain-risk.ts'

export type RiskQuery = { readonly coin: string; readonly address?: string; readonly txid?: string }

/** The limits that apply to a query. */
export type ScoreCaller = {
  /** The owner of a place in the queue: a merchant, or a task of the service. */
  readonly owner: string
  /** Whether the answer has a time limit. */
  readonly isTimed: boolean
}

/** Scores an address, a transaction, or a transaction from the perspective of one address. */
export async function getRiskScore(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
  caller?: ScoreCaller,
): Promise<RiskScore> {
  await requireCovered(reader, resolveTarget(query).coin)
  return await scoreOnAnyNetwork(reader, query, policy, caller)
}

/** Like `getRiskScore`, but also answers if the ledger contains no data for the coin's network. */
export async function scoreOnAnyNetwork(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
  caller?: ScoreCaller,
): Promise<RiskScore> {
  const target = resolveTarget(query)
  const { risk, isSeen } = await cached(
    reader,
    { name: 'score', target, policy, caller },
    async (view, pace) => {
      const assessment = await assessRisk(view, target, policy, pace)
      const { isSeen, isLate } = assessment
      return { answer: { risk: describeRisk(assessment), isSeen }, isLate }
    },
  )
  return { ...risk, coverage: await coverageFor(reader, target, isSeen) }
}

/** Returns the risk score together with all data on which it is based. */
export async function explainRiskScore(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
  caller?: ScoreCaller,
): Promise<RiskExplanation> {
  const target = resolveTarget(query)
  await requireCovered(reader, target.coin)
  const network = networks[target.coin.network].id
  const newestBlock = (await reader.coverage(network))?.span.last
  const name = `explanation ${newestBlock ?? ''}`
  const { explained, isSeen } = await cached(reader, { name, target, policy, caller }, async (view, pace) => {
    const versions = await view.versions()
    const assessment = await assessRisk(view, target, policy, pace)
    const hashes = await view.hashes(network, transactionsOf(assessment))
    const { isSeen, isLate } = assessment
    return {
      answer: { explained: explainRisk(assessment, { newestBlock, hashes, versions }), isSeen },
      isLate,
    }
  })
  return { ...explained, coverage: await coverageFor(reader, target, isSeen) }
}

/** Describes how much of an address's history the ledger contains. */
export async function describeAddressCoverage(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<RiskScore['coverage']> {
  const account = resolveAccount(query)
  const isSeen = (await reader.totals(account.key)).length > 0
  return await coverageFor(reader, { coin: account.coin, account }, isSeen)
}

/**
 * Describes the coverage for an answer. It is not cached with the answer, because it changes with every block
 * of a followed chain.
 */
async function coverageFor(
  { coverage, context }: KytReader,
  { coin }: RiskTarget,
  isSeen: boolean,
): Promise<RiskScore['coverage']> {
  const network = await coverage(networks[coin.network].id)
  return describeCoverage(network, { isSeen, now: Math.floor(context.clock.now() / 1000) })
}

type Made<Result> = { readonly answer: Result; readonly isLate: boolean }

async function cached<Result extends object>(
  reader: KytReader,
  of: {
    readonly name: string
    readonly target: RiskTarget
    readonly policy: RiskPolicy
    readonly caller: ScoreCaller | undefined
  },
  compute: (view: KytReader, pace: Pace) => Promise<Made<Result>>,
): Promise<Result> {
  const { name, target, policy, caller } = of
  const { coin, account, tx } = target
  const { clock, riskLimits } = reader.context
  const query = `${fingerprintOf(policy)} ${tx ?? ''} ${account === undefined ? coin.id : textOf(account)}`
  const pacer = riskLimits?.pacer ?? createPacer()
  let until: number | undefined
  let isLate = false
  const entry: CachedResult = {
    id: `${name} ${query}`,
    // The next calculation can trace more, because the data that was read remains in memory.
    once: () => isLate,
    ...(riskLimits && caller && { admit: (calculation) => riskLimits.queue.run(caller.owner, calculation) }),
  }
  return await reader.cached(entry, async (view) => {
    // If the ledger changes, the calculation is repeated under the same time limit.
    if (riskLimits && caller?.isTimed) until ??= clock.now() + riskLimits.timeLimitMs
    const pace = pacer.open(() => until !== undefined && clock.now() >= until)
    const made = await compute(view, pace)
    isLate = made.isLate
    return made.answer
  })
}

function resolveTarget({ coin: identifier, address, txid }: RiskQuery): RiskTarget {
  const coin = resolveCoin(identifier)
  if (address === undefined && txid === undefined) {
    throw new ServiceError('parameter', { detail: 'address or txid is required' })
  }
  const tx = txid === undefined ? undefined : parseTxHash(coin.network, txid)
  if (txid !== undefined && tx === undefined) throw malformedTxHash()
  return {
    coin,
    ...(address === undefined ? {} : { account: resolveAccount({ coin: identifier, address }) }),
    ...(tx === undefined ? {} : { tx: toHex(tx) }),
  }
}

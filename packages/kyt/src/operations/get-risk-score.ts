import { type NotFetched, type RiskExplanation, type RiskScore, ServiceError } from '@touchstone/contract'
import { networks } from '../addresses/networks.ts'
import type { OpenBudget } from '../fetch/open-budget.ts'
import type { AccountKey, Versions } from '../ledger/ledger-store.ts'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import { describeFetched, describeUnread } from '../lookup/fetched-coverage.ts'
import type { CachedResult, KytReader } from '../lookup/kyt-reader.ts'
import { type DescribedCoverage, describeCoverage, withNote } from '../lookup/network-coverage.ts'
import { resolveAccount, textOf } from '../lookup/resolve-account.ts'
import { requireCovered } from '../lookup/resolve-covered.ts'
import { createPacer, type Pace } from '../pace/pacer.ts'
import { fingerprintOf } from '../policy/fingerprint.ts'
import { defaultRiskPolicy, type RiskPolicy } from '../policy/risk-policy.ts'
import { assessRisk, type RiskTarget } from '../risk/assess.ts'
import { dependenciesOfReads } from '../risk/score/dependencies.ts'
import { describeRisk } from '../risk/score/describe-risk.ts'
import { explainRisk, transactionsOf } from '../risk/score/explain-risk.ts'
import { type ExposureText, exposureOf } from '../risk/score/exposure.ts'
import { type Calculate, fetchAll, fetchForScore, type OnFetched } from './fetch-for-score.ts'
import { type RiskQuery, resolveTarget } from './resolve-target.ts'

/** The limits that apply to a query. */
export type ScoreCaller = FetchCaller & {
  /** Whether the answer has a time limit. */
  readonly isTimed: boolean
}

/**
 * Scores an address, a transaction, or a transaction from the perspective of one address. First fetches the
 * histories that the score needs, if sources are configured.
 */
export async function getRiskScore(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
  caller?: ScoreCaller,
): Promise<RiskScore> {
  await requireCovered(reader, resolveTarget(query).coin)
  return await scoreOnAnyNetwork(reader, query, policy, caller, { fetches: true })
}

/**
 * Like `getRiskScore`, but also answers if the ledger contains no data for the coin's network, and fetches
 * histories only on request.
 */
export async function scoreOnAnyNetwork(
  reader: KytReader,
  query: RiskQuery,
  policy: RiskPolicy = defaultRiskPolicy,
  caller?: ScoreCaller,
  { fetches = false }: { readonly fetches?: boolean } = {},
): Promise<RiskScore> {
  const asked = { target: resolveTarget(query), policy, caller }
  const because = fetches ? await fetchBefore(reader, asked) : undefined
  const { risk, ...found } = await calculateScore(reader, asked)
  return { ...risk, coverage: withNote(await coverageFor(reader, { ...asked, because }, found)) }
}

/** Fetches all histories that the score of an address needs, within a budget. */
export async function fetchRisk(
  reader: KytReader,
  query: RiskQuery,
  of: {
    readonly policy: RiskPolicy
    readonly budget: OpenBudget
    readonly onFetched?: OnFetched
    readonly rounds?: number
    readonly freshSeconds?: number
  },
): Promise<NotFetched | undefined> {
  const target = resolveTarget(query)
  const withSources = (await reader.context.histories?.networks()) ?? []
  if (!withSources.includes(target.coin.network)) await requireCovered(reader, target.coin)
  const calculate = calculationOf(reader, { target, policy: of.policy, caller: undefined })
  return (await fetchAll(reader, target, { ...of, calculate })).because
}

type Asked = {
  readonly target: RiskTarget
  readonly policy: RiskPolicy
  readonly caller: ScoreCaller | undefined
}

async function calculateScore(reader: KytReader, asked: Asked) {
  const { target, policy } = asked
  return await cached(reader, { name: 'score', ...asked }, async (view, pace) => {
    const assessment = await assessRisk(view, target, policy, pace)
    const { isSeen, isLate, unread, lacks } = assessment
    return { answer: { risk: describeRisk(assessment), isSeen, unread, lacks }, isLate }
  })
}

/** Returns the calculation that determines which histories are missing. */
const calculationOf =
  (reader: KytReader, asked: Asked): Calculate =>
  async () => {
    try {
      return await calculateScore(reader, asked)
    } catch (error) {
      // The transaction may be in a history that has not been read.
      if (error instanceof ServiceError && error.kind === 'unknownTransaction') return { unread: [] }
      throw error
    }
  }

async function fetchBefore(reader: KytReader, asked: Asked): Promise<NotFetched | undefined> {
  const { target, policy, caller } = asked
  const calculate = calculationOf(reader, asked)
  return await fetchForScore(reader, target, { policy, caller, calculate })
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
  const because = await fetchBefore(reader, { target, policy, caller })
  const newestBlock = await newestBlockOf(reader, target)
  const name = `explanation ${newestBlock ?? ''}`
  const { explained, ...found } = await cached(
    reader,
    { name, target, policy, caller },
    async (view, pace) => {
      const { isLate, ...answer } = await calculateExplanation(view, { target, policy, newestBlock }, pace)
      return { answer, isLate }
    },
  )
  return await withCoverage(reader, explained, { target, because, found })
}

const newestBlockOf = async (reader: KytReader, { coin }: RiskTarget) =>
  (await reader.coverage(networks[coin.network].id))?.span.last

async function calculateExplanation(
  view: KytReader,
  {
    target,
    policy,
    newestBlock,
  }: Pick<Asked, 'target' | 'policy'> & { readonly newestBlock: number | undefined },
  pace: Pace,
) {
  const versions = await view.versions()
  const assessment = await assessRisk(view, target, policy, pace)
  const hashes = await view.hashes(networks[target.coin.network].id, transactionsOf(assessment))
  const { isSeen, isLate, unread, lacks } = assessment
  const explained = explainRisk(assessment, { newestBlock, hashes, versions })
  return { explained, isSeen, isLate, unread, lacks }
}

async function withCoverage(
  reader: KytReader,
  explained: Omit<RiskExplanation, 'coverage' | 'coverage_codes'>,
  { found, ...of }: Parameters<typeof coverageFor>[1] & { readonly found: Parameters<typeof coverageFor>[2] },
): Promise<RiskExplanation> {
  const described = await coverageFor(reader, of, found)
  return { ...explained, coverage: withNote(described), coverage_codes: described.reasons }
}

/**
 * Fetches the histories that an explanation needs, as `explainRiskScore` does. Returns why histories are still
 * missing, if any are.
 */
export async function prepareExplanation(
  reader: KytReader,
  target: RiskTarget,
  policy: RiskPolicy,
  caller: ScoreCaller,
): Promise<NotFetched | undefined> {
  await requireCovered(reader, target.coin)
  return await fetchBefore(reader, { target, policy, caller })
}

/**
 * Calculates an explanation from what a reader returns, with the code of `explainRiskScore`. Fetches nothing and
 * has no time limit, so the same data always gives the same explanation.
 */
export async function explainFrom(
  view: KytReader,
  of: { readonly target: RiskTarget; readonly policy: RiskPolicy; readonly because: NotFetched | undefined },
): Promise<RiskExplanation> {
  const newestBlock = await newestBlockOf(view, of.target)
  const pace = (view.context.riskLimits?.pacer ?? createPacer()).open()
  const { explained, ...found } = await calculateExplanation(view, { ...of, newestBlock }, pace)
  return await withCoverage(view, explained, { ...of, found })
}

/** A counterparty's score with its exposure, and the parts of the ledger on which they depend. */
export type CounterpartyAssessment = Pick<RiskScore, 'score' | 'risk_level' | 'coverage'> & {
  readonly exposure: readonly ExposureText[]
  readonly isInUsd: boolean
  /** Hashes of the accounts, labels and prices that were read, for `dependenciesOfChange`. */
  readonly dependencies: readonly number[]
  /** The versions of the ledger before the calculation. */
  readonly versions: Versions
}

/**
 * Assesses the counterparty of a transfer. Also answers if the ledger contains no data for the coin's network.
 * Fetches histories only if there is a caller.
 */
export async function assessCounterparty(
  reader: KytReader,
  query: { readonly coin: string; readonly address: string },
  policy: RiskPolicy,
  caller?: ScoreCaller,
): Promise<CounterpartyAssessment> {
  const { coin, address } = query
  const asked = { target: resolveTarget({ coin, address }), policy, caller }
  const because = caller === undefined ? undefined : await fetchBefore(reader, asked)
  const versions = await reader.versions()
  const { assessed, ...found } = await cached(
    reader,
    { name: 'counterparty', ...asked },
    async (view, pace) => {
      const assessment = await assessRisk(view, asked.target, policy, pace)
      const { isSeen, isLate, unread, lacks, score, unit } = assessment
      return {
        answer: {
          assessed: {
            score: score.score,
            risk_level: score.level,
            exposure: exposureOf(assessment),
            isInUsd: unit === 'USD',
            dependencies: dependenciesOfReads(networks[assessment.network].id, assessment.reads),
          },
          isSeen,
          unread,
          lacks,
        },
        isLate,
      }
    },
  )
  const described = await coverageFor(reader, { ...asked, because }, found)
  return { ...assessed, coverage: withNote(described), versions }
}

/** Describes how much of an address's history the ledger contains. */
export async function describeAddressCoverage(
  reader: KytReader,
  query: { coin: string; address: string },
): Promise<RiskScore['coverage']> {
  const account = resolveAccount(query)
  const isSeen = (await reader.totals(account.key)).length > 0
  const target = { coin: account.coin, account }
  const found = { isSeen, unread: [], lacks: [] }
  return withNote(await coverageFor(reader, { target, because: undefined }, found))
}

/**
 * Describes the coverage for an answer. It is not cached with the answer, because it changes with every block
 * of a followed chain.
 */
async function coverageFor(
  reader: KytReader,
  { target, because }: { readonly target: RiskTarget; readonly because: NotFetched | undefined },
  {
    isSeen,
    unread,
    lacks,
  }: { readonly isSeen: boolean; readonly unread: readonly AccountKey[]; readonly lacks: readonly string[] },
): Promise<DescribedCoverage> {
  const { coin, account, tx } = target
  const now = Math.floor(reader.context.clock.now() / 1000)
  const missing = { addresses: unread.length, because: unread.length === 0 ? undefined : because, lacks }
  const described = describeCoverage(await reader.coverage(networks[coin.network].id), { isSeen, now })
  if (described.state === 'complete') return described
  const [history] = account === undefined || tx !== undefined ? [] : await reader.fetched([account.key])
  if (account === undefined || history === undefined)
    return { ...described, reasons: [...described.reasons, ...describeUnread(missing)] }
  const times = (await reader.totals(account.key)).map(({ firstSeen }) => firstSeen)
  const from = times.length === 0 ? undefined : Math.min(...times)
  return describeFetched(history, { unread: missing, from, now, isSeen })
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
  const { clock, riskLimits, histories } = reader.context
  // A fetched history is used for a day, so if sources are configured, the answer is calculated again the
  // next day.
  const day = histories === undefined ? '' : Math.floor(clock.now() / 86_400_000)
  const query = `${day} ${fingerprintOf(policy)} ${tx ?? ''} ${account === undefined ? coin.id : textOf(account)}`
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

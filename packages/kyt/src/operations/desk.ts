import { LRUCache } from 'lru-cache'
import { coalesce } from '../coalesce.ts'
import type { KytContext } from '../context.ts'
import type { Versions } from '../ledger/import-journal-store.ts'
import { passGate } from '../ledger/reading-gate.ts'
import { currentVersions } from '../ledger/versions.ts'
import type { DayPrices } from '../prices/day-prices.ts'
import { rememberPrices } from '../prices/remember-prices.ts'
import { policyOfMerchant } from '../risk/policy/policies.ts'
import type { RiskPolicy } from '../risk/policy/risk-policy.ts'
import type { Purses } from '../risk/taint/purse.ts'
import { rememberPurses } from '../risk/trace/remember-purses.ts'
import {
  type AccountKey,
  accountId,
  type LabelRow,
  selectEdges,
  selectLabels,
  selectTotals,
} from './account-store.ts'
import { addUpEdges, addUpTotals, type Edge, type Total } from './add-up.ts'
import { type KnownAs, knownAs } from './known-as.ts'

/** Where the operations look things up: questions that come together go to the engine together. */
export type KytDesk = {
  readonly context: KytContext
  /** Totals of an account in every coin. */
  totals(key: AccountKey, at?: Versions): Promise<readonly Total[]>
  /** What an account had with counterparties that are known as something, in every coin. */
  edges(key: AccountKey, at?: Versions): Promise<readonly KnownEdge[]>
  labels(key: AccountKey, at?: Versions): Promise<readonly LabelRow[]>
  /** What an account had, event by event; `undefined` when it moved more often than `most`. */
  purses(key: AccountKey, most: number, at?: Versions): Promise<Purses | undefined>
  /** Prices by day of those coins that have any. */
  prices(coins: readonly number[], at?: Versions): Promise<ReadonlyMap<number, DayPrices>>
  /** The policy that a merchant's questions are answered by. */
  policyOf(merchant: string): Promise<RiskPolicy>
  /** An answer, made anew only when something that it hangs on has changed. */
  answer<Answer extends object>(
    question: { readonly name: string; readonly of: string; readonly hangsOn: readonly VersionName[] },
    make: (at: Versions) => Promise<Answer>,
  ): Promise<Answer>
}

type VersionName = keyof Versions

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Rows that are remembered of each kind: some tens of megabytes at most. */
const rememberedRows = 50_000

/** Merchants whose policies are remembered. */
const rememberedPolicies = 1000

/** How often an answer is made anew because the data changed under it. */
const mostTries = 3

/** Letters of answers that are remembered. */
const rememberedLetters = 32_000_000

export function openKytDesk(context: KytContext): KytDesk {
  const { clickhouse } = context

  /** Remembered under the versions they were read at: a change makes them unreachable, time does not. */
  const lookUp = <Row, Value extends readonly unknown[]>(options: {
    select: (keys: readonly AccountKey[]) => Promise<ReadonlyMap<string, Row[]>>
    from: (rows: readonly Row[]) => Value
    versions: readonly VersionName[]
  }) => {
    const remembered = new LRUCache<string, Value>({
      maxSize: rememberedRows,
      sizeCalculation: (value) => value.length + 1,
    })
    const fetch = coalesce<AccountKey, Value>({
      identify: accountId,
      fetch: async (keys) => {
        await passGate(clickhouse)
        const found = await options.select(keys)
        return new Map([...found].map(([id, rows]) => [id, options.from(rows)]))
      },
      missing: options.from([]),
      atOnce: 512,
    })
    return async (key: AccountKey, at?: Versions): Promise<Value> => {
      const current = at ?? (await currentVersions(context))
      const id = `${options.versions.map((name) => current[name]).join(' ')} ${accountId(key)}`
      const known = remembered.get(id)
      if (known !== undefined) return known
      const value = await fetch(key)
      remembered.set(id, value)
      return value
    }
  }

  const totals = lookUp({
    select: (keys) => selectTotals(clickhouse, keys),
    from: addUpTotals,
    versions: ['ledger'],
  })
  // A label makes an address known, and its edges are gathered then.
  const edges = lookUp({
    select: (keys) => selectEdges(clickhouse, keys),
    from: addUpEdges,
    versions: ['ledger', 'labels'],
  })
  const labels = lookUp<LabelRow, readonly LabelRow[]>({
    select: (keys) => selectLabels(clickhouse, keys),
    from: (rows) => rows,
    versions: ['labels'],
  })

  const answers = new LRUCache<string, object>({
    maxSize: rememberedLetters,
    sizeCalculation: (answer) => JSON.stringify(answer).length,
  })

  const purses = rememberPurses(clickhouse, totals)
  const prices = rememberPrices(clickhouse)
  const policies = new LRUCache<string, RiskPolicy>({ max: rememberedPolicies })

  return {
    context,
    totals,
    labels,
    async answer<Answer extends object>(
      { name, of, hangsOn }: { name: string; of: string; hangsOn: readonly VersionName[] },
      make: (at: Versions) => Promise<Answer>,
    ) {
      const versionOf = (at: Versions) => hangsOn.map((one) => at[one]).join(' ')
      for (let attempt = 1; ; attempt++) {
        const at = await currentVersions(context)
        const id = `${name} ${versionOf(at)} ${of}`
        const known = answers.get(id)
        if (known !== undefined) return known as Answer
        const answer = await make(at)
        const isUnchanged = versionOf(await currentVersions(context)) === versionOf(at)
        if (isUnchanged) answers.set(id, answer)
        if (isUnchanged || attempt === mostTries) return answer
      }
    },
    async edges(key, at) {
      const current = at ?? (await currentVersions(context))
      const found = await Promise.all(
        (await edges(key, current)).map(async (edge) => {
          const known = knownAs(await labels({ network: key.network, address: edge.counterparty }, current))
          // A label that was withdrawn leaves its edges behind; nobody is known there any more.
          return known && { ...edge, known }
        }),
      )
      return found.filter((edge) => edge !== undefined)
    },
    async policyOf(merchant) {
      const id = `${(await currentVersions(context)).policies} ${merchant}`
      const known = policies.get(id)
      if (known !== undefined) return known
      const policy = await policyOfMerchant(context, merchant)
      policies.set(id, policy)
      return policy
    },
    purses: async (key, most, at) => await purses(key, most, at ?? (await currentVersions(context))),
    prices: async (coins, at) => await prices(coins, (at ?? (await currentVersions(context))).prices),
  }
}

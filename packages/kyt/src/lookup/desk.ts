import { LRUCache } from 'lru-cache'
import { journalOf, type KytContext } from '../context.ts'
import {
  type AccountKey,
  accountId,
  type Edge,
  type LabelRow,
  type LedgerReads,
  type Total,
  type Versions,
} from '../ledger/ledger-store.ts'
import { policyOfMerchant } from '../policy/policies.ts'
import { selectPolicyVersion } from '../policy/policy-store.ts'
import type { RiskPolicy } from '../policy/risk-policy.ts'
import type { DayPrices } from '../prices/day-prices.ts'
import { coalesce } from './coalesce.ts'
import { type KnownAs, knownAs } from './known-as.ts'
import type { Purses } from './purse.ts'
import { rememberPrices } from './remember-prices.ts'
import { rememberPurses } from './remember-purses.ts'

/** Where the operations look things up: questions that come together go to the ledger together. */
export type KytDesk = {
  readonly context: KytContext
  /** For what is asked once: transactions, pages of a history, the newest movements. */
  readonly ledger: LedgerReads
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
  /** An answer from one state of the ledger, made anew only when something that it depends on has changed. */
  answer<Answer extends object>(question: Question, make: Make<Answer>): Promise<Answer>
}

export type Question = {
  readonly name: string
  readonly of: string
  readonly dependsOn: readonly VersionName[]
  /** Whether the same will hardly be asked again. */
  readonly once?: true
}

type Make<Answer> = (desk: KytDesk, at: Versions) => Promise<Answer>
type VersionName = keyof Versions

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Rows that are remembered of each kind: some tens of megabytes at most. */
const rememberedRows = 50_000

/** Merchants whose policies are remembered. */
const rememberedPolicies = 1000

/** How often an answer is made while the ledger changes under it, before it is made from a snapshot. */
const mostTries = 2

/** Letters of answers that are remembered. */
const rememberedLetters = 32_000_000

export function openKytDesk(context: KytContext): KytDesk {
  return openDesk(context, context.ledger)
}

function openDesk(context: KytContext, ledger: LedgerReads): KytDesk {
  /** Remembered under the versions they were read at: a change makes them unreachable, time does not. */
  const lookUp = <Row>(
    select: (keys: readonly AccountKey[]) => Promise<ReadonlyMap<string, readonly Row[]>>,
    versions: readonly VersionName[],
  ) => {
    const remembered = new LRUCache<string, readonly Row[]>({
      maxSize: rememberedRows,
      sizeCalculation: (rows) => rows.length + 1,
    })
    const fetch = coalesce<AccountKey, readonly Row[]>({
      identify: accountId,
      fetch: select,
      missing: [],
      atOnce: 512,
    })
    return async (key: AccountKey, at?: Versions): Promise<readonly Row[]> => {
      const current = at ?? (await ledger.versions())
      const id = `${versions.map((name) => current[name]).join(' ')} ${accountId(key)}`
      const known = remembered.get(id)
      if (known !== undefined) return known
      const rows = await fetch(key)
      remembered.set(id, rows)
      return rows
    }
  }

  const totals = lookUp(ledger.totals, ['ledger'])
  // A label makes an address known, and its edges are gathered then.
  const edges = lookUp(ledger.edges, ['ledger', 'labels'])
  const labels = lookUp(ledger.labels, ['labels'])
  const answers = new LRUCache<string, object>({
    maxSize: rememberedLetters,
    sizeCalculation: (answer) => JSON.stringify(answer).length,
  })
  const purses = rememberPurses(ledger, totals)
  const prices = rememberPrices(ledger)
  const policies = new LRUCache<string, RiskPolicy>({ max: rememberedPolicies })

  const desk: KytDesk = {
    context,
    ledger,
    totals,
    labels,
    async answer<Answer extends object>(question: Question, make: Make<Answer>) {
      const { name, of, dependsOn, once } = question
      const versionOf = (at: Versions) => dependsOn.map((one) => at[one]).join(' ')
      for (let attempt = 1; attempt <= mostTries; attempt++) {
        const at = await ledger.versions()
        const id = `${name} ${versionOf(at)} ${of}`
        const known = answers.get(id)
        if (known !== undefined) return known as Answer
        const answer = await make(desk, at)
        if (versionOf(await ledger.versions()) !== versionOf(at)) continue
        if (once !== true) answers.set(id, answer)
        return answer
      }
      return await context.ledger.snapshot(async (view) =>
        make(openDesk(context, view), await view.versions()),
      )
    },
    async edges(key, at) {
      const current = at ?? (await ledger.versions())
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
      const id = `${await selectPolicyVersion(journalOf(context))} ${merchant}`
      const known = policies.get(id)
      if (known !== undefined) return known
      const policy = await policyOfMerchant(context, merchant)
      policies.set(id, policy)
      return policy
    },
    purses: async (key, most, at) => await purses(key, most, at ?? (await ledger.versions())),
    prices: async (coins, at) => await prices(coins, (at ?? (await ledger.versions())).prices),
  }
  return desk
}

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
import { createMemory, type Dependency, dependencyOn } from './memory.ts'
import { notingReads, type Reads } from './noting-reads.ts'
import type { Purses } from './purse.ts'
import { rememberPrices } from './remember-prices.ts'
import { rememberPurses } from './remember-purses.ts'

/** Where the operations look things up: questions that come together go to the ledger together. */
export type KytDesk = {
  readonly context: KytContext
  /** For what is asked once: transactions, pages of a history, the newest movements. */
  readonly ledger: Reads
  /** Totals of an account in every coin. */
  totals(key: AccountKey): Promise<readonly Total[]>
  /** What an account had with counterparties that are known as something, in every coin. */
  edges(key: AccountKey): Promise<readonly KnownEdge[]>
  labels(key: AccountKey): Promise<readonly LabelRow[]>
  /** Stored forms of transactions' identifiers, by the references that movements have of them. */
  hashes(network: number, references: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** What an account had, event by event; `undefined` when it moved more often than `most`. */
  purses(key: AccountKey, most: number): Promise<Purses | undefined>
  /** Prices by day of those coins that have any. */
  prices(coins: readonly number[]): Promise<ReadonlyMap<number, DayPrices>>
  /** The policy that a merchant's questions are answered by. */
  policyOf(merchant: string): Promise<RiskPolicy>
  /**
   * An answer from one state of the ledger, made anew only when something that it depends on has changed. `make` looks
   * everything up at the desk that it is given: this is how it is known what the answer depends on.
   */
  answer<Answer extends object>(question: Question, make: Make<Answer>): Promise<Answer>
}

export type Question = {
  /** The operation and everything that it was asked with. */
  readonly id: string
  /** Whether the same will hardly be asked again. */
  readonly once?: true
}

type Make<Answer> = (desk: KytDesk, at: Versions) => Promise<Answer>
type Note = (dependency: Dependency) => void

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Rows that are remembered of each kind: some tens of megabytes at most. */
const rememberedRows = 50_000

/** Merchants whose policies are remembered. */
const rememberedPolicies = 1000

/** How often an answer is made while the ledger changes under it, before it is made from a snapshot. */
const mostTries = 2

/** Letters of answers that are remembered, and of what they depend on. */
const rememberedLetters = 32_000_000

export function openKytDesk(context: KytContext): KytDesk {
  return openDesk(context, context.ledger)
}

function openDesk(context: KytContext, ledger: LedgerReads): KytDesk {
  const memory = createMemory(ledger)
  const lookUp = <Row>(
    select: (keys: readonly AccountKey[]) => Promise<ReadonlyMap<string, readonly Row[]>>,
    dependencyOf: (id: string) => Dependency,
  ) => {
    const remembered = memory.cache<readonly Row[]>({
      maxSize: rememberedRows,
      sizeOf: (rows) => rows.length + 1,
    })
    const fetch = coalesce<AccountKey, readonly Row[]>({
      identify: accountId,
      fetch: select,
      missing: [],
      atOnce: 512,
    })
    return async (key: AccountKey): Promise<readonly Row[]> => {
      const id = accountId(key)
      const known = remembered.get(id)
      if (known !== undefined) return known
      const since = memory.now()
      const rows = await fetch(key)
      remembered.set(id, rows, { since, from: [dependencyOf(id)] })
      return rows
    }
  }
  const totals = lookUp(ledger.totals, dependencyOn.account)
  const edges = lookUp(ledger.edges, dependencyOn.account)
  const labels = lookUp(ledger.labels, dependencyOn.labels)
  const hash = lookUpHashes(ledger)
  const purses = rememberPurses(ledger, memory, totals)
  const prices = rememberPrices(ledger, memory)
  const policies = new LRUCache<string, RiskPolicy>({ max: rememberedPolicies })
  const answers = memory.cache<object>({
    maxSize: rememberedLetters,
    sizeOf: (answer) => JSON.stringify(answer).length,
  })

  async function policyOf(merchant: string): Promise<RiskPolicy> {
    const id = `${await selectPolicyVersion(journalOf(context))} ${merchant}`
    const known = policies.get(id)
    if (known !== undefined) return known
    const policy = await policyOfMerchant(context, merchant)
    policies.set(id, policy)
    return policy
  }

  async function answer<Answer extends object>({ id, once }: Question, make: Make<Answer>): Promise<Answer> {
    for (let attempt = 1; attempt <= mostTries; attempt++) {
      const { moment: since, versions } = await memory.sync()
      const known = answers.get(id)
      if (known !== undefined) return known as Answer
      const from = new Set<Dependency>()
      const made = await make(
        deskNoting((dependency) => from.add(dependency)),
        versions,
      )
      await memory.sync()
      // Nothing that it was made from has changed meanwhile: whatever else did, it is from one state.
      if (!memory.isUntouched(from, since)) continue
      if (once !== true) answers.set(id, made, { since, from: [...from] })
      return made
    }
    return await context.ledger.snapshot(async (view) => make(openDesk(context, view), await view.versions()))
  }

  /** The desk, telling what is looked up. */
  const deskNoting = (note: Note): KytDesk => {
    const noteAccount = (key: AccountKey) => note(dependencyOn.account(accountId(key)))
    const labelsOf = async (key: AccountKey) => {
      note(dependencyOn.labels(accountId(key)))
      return await labels(key)
    }
    return {
      context,
      ledger: notingReads(ledger, note),
      labels: labelsOf,
      async totals(key) {
        noteAccount(key)
        return await totals(key)
      },
      async edges(key) {
        noteAccount(key)
        const found = await Promise.all(
          (await edges(key)).map(async (edge) => {
            const known = knownAs(await labelsOf({ network: key.network, address: edge.counterparty }))
            // A label that was withdrawn leaves its edges behind; nobody is known there any more.
            return known && { ...edge, known }
          }),
        )
        return found.filter((edge) => edge !== undefined)
      },
      async hashes(network, references) {
        const wanted = [...new Set(references)]
        for (const reference of wanted) note(dependencyOn.transaction(reference))
        const found = await Promise.all(wanted.map((reference) => hash({ network, reference })))
        return new Map(wanted.map((reference, index) => [reference, found[index] ?? reference]))
      },
      async purses(key, most) {
        noteAccount(key)
        return await purses(key, most)
      },
      async prices(coins) {
        for (const coin of coins) note(dependencyOn.prices(coin))
        return await prices(coins)
      },
      policyOf,
      answer,
    }
  }
  return deskNoting(() => {})
}

type Reference = { readonly network: number; readonly reference: string }

/** The identifier of a transaction; what many ask for is asked for together. */
function lookUpHashes(ledger: LedgerReads): (of: Reference) => Promise<string | undefined> {
  const identify = ({ network, reference }: Reference) => `${network} ${reference}`
  return coalesce<Reference, string | undefined>({
    identify,
    async fetch(wanted) {
      const networks = [...new Set(wanted.map(({ network }) => network))]
      const found = await Promise.all(
        networks.map(async (network) => {
          const references = wanted.filter((one) => one.network === network).map(({ reference }) => reference)
          return [...(await ledger.hashes(network, references))].map(
            ([reference, tx]) => [identify({ network, reference }), tx] as const,
          )
        }),
      )
      return new Map(found.flat())
    },
    missing: undefined,
    atOnce: 1000,
  })
}

import { LRUCache } from 'lru-cache'
import { coalesce } from '../coalesce.ts'
import type { KytContext } from '../context.ts'
import type { Versions } from '../ledger/import-journal-store.ts'
import { passGate } from '../ledger/reading-gate.ts'
import { currentVersions } from '../ledger/versions.ts'
import { selectLastPrices } from '../prices/price-store.ts'
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
import type { Account } from './resolve-account.ts'

/** Where the operations look things up: questions that come together go to the engine together. */
export type KytDesk = {
  readonly context: KytContext
  /** Totals of an account in every coin. */
  totals(key: AccountKey): Promise<readonly Total[]>
  /** What an account had with counterparties that are known as something, in every coin. */
  edges(key: AccountKey): Promise<readonly KnownEdge[]>
  labels(key: AccountKey): Promise<readonly LabelRow[]>
  /** Last known price of each coin that has one, in 10^-12 USD. */
  prices(): Promise<ReadonlyMap<number, bigint>>
  /** An answer about an account, made anew only when something that it hangs on has changed. */
  answer<Answer extends object>(
    question: { readonly name: string; readonly account: Account; readonly hangsOn: readonly VersionName[] },
    make: () => Promise<Answer>,
  ): Promise<Answer>
}

type VersionName = keyof Versions

export type KnownEdge = Edge & { readonly known: KnownAs }

/** Rows that are remembered of each kind: some tens of megabytes at most. */
const rememberedRows = 50_000

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
    return async (key: AccountKey): Promise<Value> => {
      const current = await currentVersions(context)
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

  let lastPrices: { version: number; prices: Promise<ReadonlyMap<number, bigint>> } | undefined

  return {
    context,
    totals,
    labels,
    async answer<Answer extends object>(
      { name, account, hangsOn }: { name: string; account: Account; hangsOn: readonly VersionName[] },
      make: () => Promise<Answer>,
    ) {
      const current = await currentVersions(context)
      const version = hangsOn.map((one) => current[one]).join(' ')
      const id = `${name} ${version} ${account.coin.id} ${accountId(account.key)}`
      const known = answers.get(id)
      if (known !== undefined) return known as Answer
      const answer = await make()
      answers.set(id, answer)
      return answer
    },
    async edges(key) {
      const found = await Promise.all(
        (await edges(key)).map(async (edge) => {
          const known = knownAs(await labels({ network: key.network, address: edge.counterparty }))
          // A label that was withdrawn leaves its edges behind; nobody is known there any more.
          return known && { ...edge, known }
        }),
      )
      return found.filter((edge) => edge !== undefined)
    },
    async prices() {
      const { prices: version } = await currentVersions(context)
      if (lastPrices?.version === version) return await lastPrices.prices
      const prices = selectLastPrices(clickhouse).then(
        (rows) => new Map(rows.map(({ coin, usdE12 }) => [coin, BigInt(usdE12)])),
      )
      lastPrices = { version, prices }
      prices.catch(() => {
        lastPrices = undefined
      })
      return await prices
    },
  }
}

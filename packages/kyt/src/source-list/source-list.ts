import { type Clock, type Random, SealError, type Vault } from '@touchstone/common'
import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { openCoinGecko } from '../price-sources/coingecko.ts'
import { openPriceCsv } from '../price-sources/price-csv.ts'
import type { PriceSource } from '../price-sources/price-source.ts'
import type { HistorySource } from '../sources/histories/history-source.ts'
import type { HistorySources } from '../sources/histories/history-sources.ts'
import { type HistorySourceKind, openHistorySource } from '../sources/histories/open-history-source.ts'
import { SourceError, type SourceErrorKind } from '../sources/histories/source-error.ts'
import { createSourceHttp } from '../sources/histories/source-http.ts'
import type { Wait } from '../sources/rpc/json-rpc.ts'
import { waitUnlessAborted } from '../sources/rpc/wait-unless-aborted.ts'
import type { SourceProblem } from '../tables.ts'
import { isBackedOff, withKey } from './change-sources.ts'
import { guardPrices, guardSource, type SourceEvents } from './guard-source.ts'
import { sourceColumn } from './sealed-columns.ts'
import { isHistoryKind, isPriceKind, networkOfId } from './source-kinds.ts'
import { createSourceMeter, type SourceMeter, type SourceUse } from './source-meter.ts'
import { backOff, holdTurns, markAnswered, type SourceRow, selectSources } from './source-store.ts'
import { takeTurn } from './take-turn.ts'

/** The configured sources, opened when they are needed. */
export type SourceList = HistorySources & {
  /** Returns the sources of daily prices, preferred ones first. Reading from one that is backed off fails. */
  prices(): Promise<readonly PriceSource[]>
  /** Opens a source of prices, even if it is backed off. */
  openPrices(name: string): Promise<PriceSource | undefined>
  /** Opens a source, even if it is backed off. Returns undefined if there is no source with this name. */
  open(name: string): Promise<HistorySource | undefined>
  /** Returns how this process has used each source. */
  uses(): readonly SourceUse[]
  /** Reads the list again, after this process has changed it. */
  refresh(): void
}

export type SourceListOptions = Pick<KytContext, 'database'> & {
  readonly clock: Clock
  readonly random: Random
  readonly vault: Vault
  /** Tests replace these. */
  readonly wait?: Wait
  readonly open?: typeof openHistorySource
  readonly fetch?: typeof globalThis.fetch
}

/** How long a node uses the list that it last read. */
const listedMs = 2000
/** A source that keeps answering is recorded at most this often. */
const answeredEveryMs = 60_000

/** How long a source is backed off after its first failure. */
const firstBackoffSeconds: Readonly<Record<SourceProblem, number>> = {
  unavailable: 5,
  invalid: 30,
  limited: 30,
  // The operator has to replace a refused key, unless the provider has not activated it yet.
  refused: 300,
  behind: 300,
  chain: 300,
}
/** After this number of failed attempts in a row, a source is backed off even if a request is still retried. */
const failuresInRow = 3
const temporaryProblems: Readonly<Partial<Record<SourceErrorKind, SourceProblem>>> = {
  unreachable: 'unavailable',
  unavailable: 'unavailable',
  limited: 'limited',
}
const longestBackoffSeconds = 1800
/** A source that requests a longer pause is queried again after this time. */
const longestHoldMs = 300_000

export function createSourceList(options: SourceListOptions): SourceList {
  const { clock, random, vault, wait = waitUnlessAborted, open = openHistorySource } = options
  const db = journalOf(options)
  const meters = new Map<string, SourceMeter>()
  const opened = new Map<string, { readonly row: SourceRow; readonly source: HistorySource }>()
  let listed: { readonly at: number; readonly rows: Promise<readonly SourceRow[]> } | undefined

  const rowsNow = (): Promise<readonly SourceRow[]> => {
    const now = clock.now()
    if (listed !== undefined && Math.abs(now - listed.at) < listedMs) return listed.rows
    const reading = { at: now, rows: selectSources(db) }
    listed = reading
    // If the store does not respond, the next caller queries it again.
    reading.rows.catch(() => {
      if (listed === reading) listed = undefined
    })
    return reading.rows
  }
  const refresh = () => {
    listed = undefined
  }
  const rowOf = async (name: string) => (await rowsNow()).find((row) => row.name === name)

  const meterOf = (name: string): SourceMeter => {
    const meter = meters.get(name) ?? createSourceMeter(name)
    meters.set(name, meter)
    return meter
  }

  const eventsOf = ({ name }: SourceRow, meter: SourceMeter): SourceEvents => ({
    read: (rows) => meter.read(rows),
    now: () => Math.floor(clock.now() / 1000),
    endPending: () => meter.endPending(clock.now()),
    async answered() {
      const at = new Date(clock.now())
      const row = await rowOf(name)
      if (row === undefined) return
      const isRecorded = row.answeredAt !== null && +at - +row.answeredAt < answeredEveryMs
      if (row.failures === 0 && isRecorded) return
      await markAnswered(db, name, at)
      refresh()
    },
    async failed(problem) {
      const now = clock.now()
      const firstSeconds = firstBackoffSeconds[problem]
      const failure = { name, problem, firstSeconds, longestSeconds: longestBackoffSeconds }
      await backOff(db, { ...failure, at: new Date(now) })
      refresh()
    },
  })

  const openRow = (row: SourceRow, kind: HistorySourceKind, network: Network): HistorySource => {
    const known = opened.get(row.name)
    if (known !== undefined && isSame(known.row, row)) return known.source
    const meter = meterOf(row.name)
    const access = { ...accessOf(vault, row), http: httpOf(row, meter) }
    const source = guardSource(open({ ...access, kind, network }), eventsOf(row, meter))
    opened.set(row.name, { row, source })
    return source
  }

  const httpOf = (row: SourceRow, meter: SourceMeter) =>
    createSourceHttp({
      ...{ clock, random, wait },
      ...(options.fetch && { fetch: options.fetch }),
      async pace(signal) {
        const waitedMs = await takeTurn(options, row, wait, signal)
        meter.sent(clock.now(), waitedMs)
      },
      async onRequest({ outcome, retryAfterMs }) {
        meter.requested(outcome)
        // Holds the other nodes at once, because the request itself may be repeated several times.
        if (retryAfterMs !== undefined)
          await holdTurns(db, { id: row.pace, until: clock.now() + Math.min(retryAfterMs, longestHoldMs) })
        // A caller can give up before the last attempt, so repeated failures count even if the request goes on.
        const problem = outcome === 'ok' ? undefined : temporaryProblems[outcome]
        if (problem !== undefined && meter.failuresInRow() % failuresInRow === 0)
          void eventsOf(row, meter)
            .failed(problem)
            .catch(() => {})
      },
    })

  const openPricesOf = (row: SourceRow): PriceSource[] =>
    unlessSealed(() => {
      const meter = meterOf(row.name)
      const access = { ...accessOf(vault, row), name: row.name, http: httpOf(row, meter) }
      const source = row.kind === 'coingecko' ? openCoinGecko(access) : openPriceCsv(access)
      return guardPrices(source, eventsOf(row, meter))
    })

  /** Skips a source whose key cannot be decrypted, so that the others can still be used. */
  const tryOpen = (row: SourceRow): HistorySource[] => {
    const network = row.network === null ? undefined : networkOfId(row.network)
    const { kind } = row
    if (network === undefined || !isHistoryKind(kind)) return []
    return unlessSealed(() => openRow(row, kind, network))
  }

  return {
    async of(network) {
      const now = clock.now()
      const { id } = networks[network]
      const rows = (await rowsNow()).filter((row) => row.network === id)
      const ready = rows.filter((row) => !isBackedOff(row, now))
      // A source that is behind still answers, and is better than none.
      const behind = rows.filter((row) => isBackedOff(row, now) && row.problem === 'behind')
      return [...ready, ...behind].flatMap(tryOpen)
    },
    async networks() {
      const ids = new Set((await rowsNow()).map(({ network }) => network))
      return [...ids].flatMap((id) => (id === null ? [] : (networkOfId(id) ?? [])))
    },
    async open(name) {
      refresh()
      const row = await rowOf(name)
      return row === undefined ? undefined : tryOpen(row)[0]
    },
    async prices() {
      const now = clock.now()
      const rows = (await rowsNow()).filter(({ kind }) => isPriceKind(kind))
      return rows.flatMap((row) =>
        isBackedOff(row, now) ? openPricesOf(row).map(backedOff) : openPricesOf(row),
      )
    },
    async openPrices(name) {
      refresh()
      const row = await rowOf(name)
      return row !== undefined && isPriceKind(row.kind) ? openPricesOf(row)[0] : undefined
    },
    uses: () => [...meters.values()].map((meter) => meter.show()),
    refresh,
  }
}

/** A source that fails without being queried. */
const backedOff = (source: PriceSource): PriceSource => ({
  ...source,
  read: async () => {
    throw new SourceError('unavailable', `${source.name} is not queried, because it failed recently`)
  },
})

/** Returns nothing for a source whose key cannot be decrypted. */
function unlessSealed<Source>(openSource: () => Source): Source[] {
  try {
    return [openSource()]
  } catch (error) {
    if (error instanceof SealError) return []
    throw error
  }
}

/** Returns a source's URL and key. If the URL specifies a place for the key, the key is sent only there. */
function accessOf(vault: Vault, row: SourceRow): { url: string; key: string | undefined } {
  const opened = vault.open(row.sealed, sourceColumn.at(row.name))
  const { url, key } = JSON.parse(opened) as { url: string; key?: string }
  return { url: withKey(url, key), key: url.includes('{key}') ? undefined : key }
}

function isSame(one: SourceRow, other: SourceRow): boolean {
  return (
    Buffer.from(one.sealed).equals(other.sealed) &&
    one.perSecond === other.perSecond &&
    one.network === other.network &&
    one.kind === other.kind
  )
}

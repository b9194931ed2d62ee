import { OperatorError } from '@touchstone/common'
import { byCommandLine, InputError, recordChange } from '@touchstone/kyc'
import {
  addSources,
  fillPricesJob,
  isHeadOld,
  listSources,
  nativeCoinOf,
  type PriceSource,
  parseAddress,
  removeSource,
  SourceError,
  type SourceErrorKind,
  type SourceOptions,
  type SourceView,
} from '@touchstone/kyt'
import type { Command } from '../command.ts'

export type SourceRecord = Omit<SourceView, 'problemAt' | 'backedOffUntil' | 'answeredAt'> & {
  problemAt: string | null
  backedOffUntil: string | null
  answeredAt: string | null
}

const recordOf = ({ problemAt, backedOffUntil, answeredAt, ...view }: SourceView): SourceRecord => ({
  ...view,
  problemAt: problemAt?.toISOString() ?? null,
  backedOffUntil: backedOffUntil?.toISOString() ?? null,
  answeredAt: answeredAt?.toISOString() ?? null,
})

export const sourceAdd: Command<SourceOptions, SourceRecord[]> = async ({ kyt, kyc, jobs }, options) => {
  const added = await addSources(kyt, options)
  for (const { name, kind, network, host, perSecond, priority } of added) {
    const detail = { kind, network, host, perSecond, priority }
    await recordChange(kyc, { action: 'source.added', target: name, detail }, byCommandLine)
  }
  kyt.histories.refresh()
  if (added.some(({ network }) => network === null)) await (await jobs.start()).send(fillPricesJob, {})
  return added.map(recordOf)
}

export const sourceList: Command<object, SourceRecord[]> = async ({ kyt }) =>
  (await listSources(kyt)).map(recordOf)

export const sourceRemove: Command<{ name: string }, { name: string }> = async ({ kyt, kyc }, { name }) => {
  if (!(await removeSource(kyt, name))) throw new InputError('source', 'is not known')
  await recordChange(kyc, { action: 'source.removed', target: name, detail: {} }, byCommandLine)
  kyt.histories.refresh()
  return { name }
}

export type PriceTest = {
  name: string
  host: string | null
  /** Yesterday's price of BTC, or null if the source does not know it. */
  price: { coin: string; date: string; usd: string } | null
}

export type SourceTest = {
  name: string
  network: string
  host: string | null
  /** The newest block and its time. */
  head: { block: number; time: string }
  /** Whether the newest block is so old that other sources are preferred. */
  isBehind: boolean
  /** The address's transaction count, or null if the source cannot report it. */
  size?: number | null
  /** Number of transfers of the address in the newest blocks. */
  transfers?: number
  /** The kinds of transfers that the source cannot report. */
  lacks: string[]
}

/** Number of blocks in which `source test` looks for transfers of the address. */
const testedBlocks = 100

/** Queries a source, even if it is backed off. If it answers, the backoff ends. */
export const sourceTest: Command<{ name: string; address?: string }, SourceTest | PriceTest> = async (
  { kyt, clock },
  { name, address: text },
  progress,
  signal,
) => {
  const hostOf = async () => (await listSources(kyt)).find((each) => each.name === name)?.host ?? null
  let requests = 0
  const beforeRequest = async () => progress({ label: 'querying the source', done: requests++, total: 0 })
  const asking = { signal, beforeRequest }
  const prices = await kyt.histories.openPrices(name)
  if (prices !== undefined) {
    const price = await reportFailure(() => readYesterday(prices, clock.now(), asking))
    return { name, host: await hostOf(), price }
  }
  const source = await kyt.histories.open(name)
  if (source === undefined) throw new InputError('source', 'is not known, or its key cannot be decrypted')
  const address = text === undefined ? undefined : parseAddress(source.network, text)?.text
  if (text !== undefined && address === undefined)
    throw new InputError('address', `is not an address of ${source.network}`)
  return await reportFailure(async () => {
    const { block, time } = await source.head(asking)
    const found: SourceTest = {
      ...{ name, network: source.network, lacks: [] },
      host: await hostOf(),
      head: { block, time: new Date(time * 1000).toISOString() },
      isBehind: isHeadOld(time, Math.floor(clock.now() / 1000)),
    }
    if (address !== undefined) {
      found.size = (await source.size(address, asking)) ?? null
      const query = { address, from: Math.max(0, block - testedBlocks + 1), to: block }
      found.transfers = 0
      for await (const { transfers } of source.read(query, asking)) found.transfers += transfers.length
    }
    return { ...found, lacks: [...source.lacks()] }
  })
}

const millisecondsOfDay = 86_400_000

async function readYesterday(
  source: PriceSource,
  now: number,
  asking: Parameters<PriceSource['read']>[2],
): Promise<PriceTest['price']> {
  const coin = nativeCoinOf('BTC')
  const asset = source.assetOf(coin)
  const day = Math.floor(now / millisecondsOfDay) - 1
  const [price] = asset === undefined ? [] : await source.read(asset, { from: day, to: day }, asking)
  if (price === undefined) return null
  const digits = price.usdE12.toString().padStart(13, '0')
  const usd = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '')
  return { coin: coin.identifier, date: new Date(day * millisecondsOfDay).toISOString().slice(0, 10), usd }
}

async function reportFailure<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { kind } = error
    throw new OperatorError({
      code: `source.${kind}`,
      message: `The source failed: ${error.message}.`,
      remedy: remedies[kind],
      cause: error,
    })
  }
}

const remedies: Readonly<Record<SourceErrorKind, string>> = {
  unreachable: 'Check the URL, and whether this machine can connect to the host.',
  unavailable: 'Wait until the provider has fixed the problem, or add another source for the network.',
  limited: 'Lower the rate with "touchstone source add … --rate", or use a plan with a higher limit.',
  refused: 'Check the key and the plan, and add the source again with the correct key.',
  invalid: "Check that the URL belongs to the API that the source's kind names.",
  oversized: "Check that the URL belongs to the API that the source's kind names.",
  redirect: 'Add the source again with the URL to which the host redirects.',
  narrow: 'Add another source for this network, because this one limits the size of its responses too much.',
  changed: 'Run the command again.',
  chain: 'Add the source again with the URL of a node of this network.',
}

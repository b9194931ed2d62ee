import {
  expandNode,
  explainRiskScore,
  getAddressCounterparty,
  getAddressOverview,
  investigateTransactions,
  type KytContext,
  type KytReader,
  listLabels,
} from '@touchstone/kyt'
import { openFreshReader } from '../ledger/asked.ts'
import { serveLedger } from '../ledger/serve-ledger.ts'
import { timeInTurns } from '../support/turns.ts'

export type AddressQuestion = { do: 'times'; coin: string; busy: string; quiet: string; repeats: number }
/** p50 in milliseconds for the busy and the quiet address. */
export type AddressTimes = Record<(typeof names)[number], { busy: number; quiet: number }>
export type AddressAnswer = { times: AddressTimes }

const names = ['report', 'expand', 'first page', 'middle page', 'last page'] as const

serveLedger<AddressQuestion, AddressAnswer>({ work })

/** Runs the queries of an address page through the functions that its routes call, without caches. */
async function work(
  context: KytContext,
  { coin, busy, quiet, repeats }: AddressQuestion,
): Promise<AddressAnswer> {
  const report = async (reader: KytReader, address: string) => {
    await explainRiskScore(reader, { coin, address })
    await Promise.all([
      listLabels(reader, { coin, address }),
      getAddressOverview(reader, { coin, address }),
      getAddressCounterparty(reader, { coin, address }),
    ])
  }
  const expand = async (reader: KytReader, address: string) => {
    const query = { coin, network: 'ETH', address, offset: 0, limit: 10 }
    // The explorer loads both directions of an address that it opens.
    await Promise.all(
      (['in', 'out'] as const).map((direction) => expandNode(reader, { ...query, direction })),
    )
  }
  const page = async (address: string, number: number) =>
    await investigateTransactions(await openFreshReader(context), { coin, address, page: number })
  const contendersOf = async (address: string) => {
    const pages = (await page(address, 1)).total_pages
    return [
      async () => await report(await openFreshReader(context), address),
      async () => await expand(await openFreshReader(context), address),
      ...[1, Math.ceil(pages / 2), pages].map((number) => () => page(address, number)),
    ]
  }
  const contenders = [...(await contendersOf(busy)), ...(await contendersOf(quiet))]
  const times = await timeInTurns({ contenders, turns: repeats, warmupTurns: Math.ceil(repeats / 5) })
  const p50 = (place: number) => times[place]?.p50 ?? Number.NaN
  const rows = names.map((name, place) => [name, { busy: p50(place), quiet: p50(place + names.length) }])
  return { times: Object.fromEntries(rows) as AddressTimes }
}

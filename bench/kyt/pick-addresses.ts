import type { ClickHouse } from '@touchstone/storage'
import { ordinaryOnes, selectAccounts, toAsked } from '../ledger/asked.ts'
import type { Picks } from './questions.ts'

export async function pickAddresses(
  clickhouse: ClickHouse,
  wanted: { ordinary: number; cold: number; fresh: number; hot: number },
): Promise<Picks> {
  const many = wanted.ordinary + wanted.cold + wanted.fresh
  const middling = await selectAccounts(clickhouse, ordinaryOnes(many))
  const hottest = await selectAccounts(clickhouse, `order by transfers desc limit ${wanted.hot}`)
  if (middling.length < many) throw new Error('the ledger has too few addresses')

  const knownEdges = async (addresses: readonly string[]) => {
    const [row] = await clickhouse.work<{ edges: number }>(
      `select toFloat64(uniqExact(address, coin, counterparty)) as edges from known_edge
       where lower(hex(address)) in {addresses:Array(String)}`,
      { addresses },
    )
    return (row?.edges ?? 0) / addresses.length
  }
  const ordinary = middling.slice(0, wanted.ordinary)
  return {
    ordinary: ordinary.map(toAsked),
    cold: middling.slice(wanted.ordinary, wanted.ordinary + wanted.cold).map(toAsked),
    fresh: middling.slice(wanted.ordinary + wanted.cold).map(toAsked),
    hot: hottest.map(toAsked),
    facts: {
      hottestTransfers: hottest[0]?.transfers ?? 0,
      hottestKnownEdges: await knownEdges(hottest.slice(0, 1).map((row) => row.bytes)),
      ordinaryKnownEdges: await knownEdges(ordinary.map((row) => row.bytes)),
    },
  }
}

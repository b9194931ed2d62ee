import { coinById, formatAddress } from '@touchstone/kyt'
import type { ClickHouse } from '@touchstone/storage'
import type { Asked, Picks } from './questions.ts'

type Row = { bytes: string; coin: number; transfers: number }

/** Chosen by a hash of the address: the same ones in every run, and from all over the ledger. */
export async function pickAddresses(
  clickhouse: ClickHouse,
  wanted: { ordinary: number; cold: number; fresh: number; hot: number },
): Promise<Picks> {
  const accounts = `
    select address, argMax(coin, of_coin) as coin, sum(of_coin) as transfers from (
      select address, coin, sum(received_transfers + spent_transfers) as of_coin from account_total
      group by address, coin)
    group by address`
  const select = (rest: string) =>
    clickhouse.work<Row>(`
      select lower(hex(address)) as bytes, coin, toFloat64(transfers) as transfers from (${accounts}) ${rest}`)
  const many = wanted.ordinary + wanted.cold + wanted.fresh
  const middling = await select(`
    where transfers between 5 and 30 and address not in (select address from known_address)
    order by sipHash64(address, 'picked') limit ${many}`)
  const hottest = await select(`order by transfers desc limit ${wanted.hot}`)
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

function toAsked({ bytes, coin }: Row): Asked {
  const found = coinById(coin)
  if (found === undefined) throw new Error('the ledger has a coin that nobody knows')
  return {
    coin: found.identifier,
    coinId: coin,
    address: formatAddress(found.network, Uint8Array.from(Buffer.from(bytes, 'hex'))),
  }
}

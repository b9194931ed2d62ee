import { coinById, formatAddress } from '@touchstone/kyt'
import type { ClickHouse } from '@touchstone/storage'
import { networkId } from './generate-sql.ts'

/** What is asked about: an address and the coin that most of its transfers are in. */
export type Asked = { coin: string; coinId: number; address: string }

export type AccountRow = { bytes: string; coin: number; transfers: number }

/** Addresses of a ledger with all their transfers, and the coin of most of these; `rest` says which. */
export const selectAccounts = (clickhouse: ClickHouse, rest: string) =>
  clickhouse.work<AccountRow>(`
    select lower(hex(address)) as bytes, coin, toFloat64(transfers) as transfers from (
      select address, argMax(coin, of_coin) as coin, sum(of_coin) as transfers from (
        select address, coin, sum(received_transfers + spent_transfers) as of_coin from account_total
        group by address, coin)
      group by address)
    ${rest}`)

/** Neither hot nor labelled; chosen by a hash: the same ones in every run, and from all over the ledger. */
export const ordinaryOnes = (many: number) => `
  where transfers between 5 and 30 and address not in (select address from known_address)
  order by sipHash64(address, 'picked') limit ${many}`

export function toAsked({ bytes, coin }: AccountRow): Asked {
  const found = coinById(coin)
  if (found === undefined) throw new Error('the ledger has a coin that nobody knows')
  return {
    coin: found.identifier,
    coinId: coin,
    address: formatAddress(found.network, Uint8Array.from(Buffer.from(bytes, 'hex'))),
  }
}

/** What everything else is measured by: one row of totals by its key, through the same client. */
export const lookUpBare = (clickhouse: ClickHouse, { address, coinId }: Asked) =>
  clickhouse.query(
    `select toString(received), toString(spent), toString(fees), txs, first_seen, last_seen from account_total
     where network = {network:UInt8} and address = unhex({address:String}) and coin = {coin:UInt16}
     settings max_threads = 1`,
    { network: networkId, address: address.slice(2), coin: coinId },
  )

export function nth<One>(list: readonly One[], index: number): One {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('nobody to ask about')
  return one
}

import {
  categories,
  categoryFacts,
  coinById,
  findCoin,
  formatAddress,
  type KytContext,
  type KytReader,
  type LedgerStore,
  openKytReader,
} from '@touchstone/kyt'
import type { Database } from '@touchstone/storage'
import { coinNames, networkId } from './world.ts'

/** A queried address and its most frequent coin. */
export type Asked = { coin: string; coinId: number; address: string }

export type AccountRow = { bytes: string; coin: number; transfers: number }

/**
 * Selects addresses with their number of transfers and their most frequent coin. `rest` restricts which
 * addresses are selected.
 */
export async function selectAccounts(database: Database, rest: string): Promise<AccountRow[]> {
  const { rows } = await database.run(`
    select encode(substr(address, 2), 'hex') as bytes, coin, transfers from (
      select address, (array_agg(coin order by of_coin desc, coin))[1]::int4 as coin, sum(of_coin)::int4 as transfers
      from (select address, coin, received_transfers + spent_transfers as of_coin from ledger.account) as one
      group by address) as account
    ${rest}`)
  return rows as AccountRow[]
}

/**
 * Selects addresses that are neither hot nor labelled. They are ordered by hash, so that every run selects the
 * same addresses, distributed over the whole ledger.
 */
export const ordinaryOnes = (many: number) => `
  where transfers between 5 and 30 and address not in (select address from ledger.known_address)
  order by md5(address) limit ${many}`

/** Formats addresses as a list for an SQL `in` clause. */
export const accountList = (addresses: readonly string[]) =>
  `(${addresses.map((address) => `'\\x${accountPrefix}${address}'::bytea`).join(', ')})`

const accountPrefix = networkId.toString(16).padStart(2, '0')

const pools = categories.filter((category) => categoryFacts[category].pooled)

/** SQL that selects all addresses labelled as pooled services. */
export const pooledOnes = `(select address from ledger.label
  where category in (${pools.map((pool) => `'${pool}'`).join(', ')}))`

export function toAsked({ bytes, coin }: AccountRow): Asked {
  const found = coinById(coin)
  if (found === undefined) throw new Error('the ledger contains an unknown coin')
  return {
    coin: found.identifier,
    coinId: coin,
    address: formatAddress(found.network, Uint8Array.from(Buffer.from(bytes, 'hex'))),
  }
}

/** The baseline: looks up the totals of an address by its key, through the same client. */
export const lookUpBare = (ledger: LedgerStore, { address }: Asked) =>
  ledger.totals([{ network: networkId, address: address.slice(2) }])

/**
 * Opens a reader that has cached only prices and the set of labelled addresses, because a running service has
 * loaded these already. The reader loads the set during its first few queries.
 */
export async function openFreshReader(context: KytContext): Promise<KytReader> {
  const reader = openKytReader(context)
  await reader.prices(coinNames.flatMap((name) => findCoin(name)?.id ?? []))
  for (const nobody of ['00', '01', '02', '03', '04']) {
    await reader.known([{ network: networkId, address: nobody.repeat(20) }])
  }
  return reader
}

/**
 * Queries a list of addresses repeatedly. Each pass over the list uses a new reader, so that every address is
 * new to the reader.
 */
export function neverAsked(
  openReader: () => Promise<KytReader>,
  asked: readonly Asked[],
  ask: (reader: KytReader, one: Asked) => Promise<unknown>,
): (turn: number) => Promise<unknown> {
  let pass = -1
  let reader = Promise.resolve<KytReader | undefined>(undefined)
  return async (turn) => {
    const now = Math.floor(turn / asked.length)
    if (now > pass) {
      pass = now
      reader = openReader()
    }
    const opened = await reader
    if (opened === undefined) throw new Error('no reader was opened')
    return await ask(opened, nth(asked, turn))
  }
}

export function nth<One>(list: readonly One[], index: number): One {
  const one = list[index % list.length]
  if (one === undefined) throw new Error('there are no addresses to query')
  return one
}

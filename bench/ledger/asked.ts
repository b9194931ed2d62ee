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

/** What is asked about: an address and the coin that most of its transfers are in. */
export type Asked = { coin: string; coinId: number; address: string }

export type AccountRow = { bytes: string; coin: number; transfers: number }

/** Addresses of a ledger with all their transfers, and the coin of most of these; `rest` says which. */
export async function selectAccounts(database: Database, rest: string): Promise<AccountRow[]> {
  const { rows } = await database.run(`
    select encode(substr(address, 2), 'hex') as bytes, coin, transfers from (
      select address, (array_agg(coin order by of_coin desc, coin))[1]::int4 as coin, sum(of_coin)::int4 as transfers
      from (select address, coin, received_transfers + spent_transfers as of_coin from ledger.account) as one
      group by address) as account
    ${rest}`)
  return rows as AccountRow[]
}

/** Neither hot nor labelled; in the order of a hash: the same ones in every run, and from all over the ledger. */
export const ordinaryOnes = (many: number) => `
  where transfers between 5 and 30 and address not in (select address from ledger.known_address)
  order by md5(address) limit ${many}`

/** A list for `in`. */
export const accountList = (addresses: readonly string[]) =>
  `(${addresses.map((address) => `'\\x${accountPrefix}${address}'::bytea`).join(', ')})`

const accountPrefix = networkId.toString(16).padStart(2, '0')

const pools = categories.filter((category) => categoryFacts[category].pooled)

/** Addresses with a label of a pool. */
export const pooledOnes = `(select address from ledger.label
  where category in (${pools.map((pool) => `'${pool}'`).join(', ')}))`

export function toAsked({ bytes, coin }: AccountRow): Asked {
  const found = coinById(coin)
  if (found === undefined) throw new Error('the ledger has a coin that nobody knows')
  return {
    coin: found.identifier,
    coinId: coin,
    address: formatAddress(found.network, Uint8Array.from(Buffer.from(bytes, 'hex'))),
  }
}

/** What everything else is measured by: the totals of an address by its key, through the same client. */
export const lookUpBare = (ledger: LedgerStore, { address }: Asked) =>
  ledger.totals([{ network: networkId, address: address.slice(2) }])

/**
 * A reader that remembers nothing but prices and who has a label at all: a service reads both once, for whoever asks first. It
 * reads the latter while it answers, a few questions long.
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
 * Asks about a list again and again, and never about an address that the reader was asked about before: each time through
 * the list there is another reader.
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
  if (one === undefined) throw new Error('nobody to ask about')
  return one
}

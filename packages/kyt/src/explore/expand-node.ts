import {
  type ExplorerAddress,
  type ExplorerCounterparties,
  type ExplorerExpand,
  ServiceError,
  type Static,
} from '@touchstone/contract'
import { findCoin } from '../coins/find-coin.ts'
import { type AccountKey, type AccountState, accountId } from '../ledger/ledger-store.ts'
import type { Movement } from '../ledger/movement.ts'
import type { KnownAs } from '../lookup/known-as.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import {
  addFlow,
  type Flow,
  largestFirst,
  openUsd,
  showFlow,
  showUsd,
  sumFlows,
  usdOfFlows,
} from './flows.ts'
import { describeAddresses, keyOfId, knownBy, resolveAddress, showKnown } from './place.ts'

export type ExpandQuery = Static<typeof ExplorerExpand>

/** Number of movements that are read of an account with a long history, newest first. */
const mostMovements = 20_000
/** Number of addresses of a name whose counterparties are combined. */
const mostOfName = 50
/** Number of addresses that are listed per counterparty. */
const mostMembers = 10
const endOfTime = 4_294_967_295

/**
 * Returns a page of the counterparties of an address or of all addresses with a name, largest first.
 * Counterparties with the same name are one entry. For an address with a long history, combines the newest
 * transfers with the stored totals with labelled addresses.
 */
export async function expandNode(reader: KytReader, query: ExpandQuery): Promise<ExplorerCounterparties> {
  const keys = await keysOf(reader, query)
  const coin = query.coin === undefined ? undefined : findCoin(query.coin)
  if (query.coin !== undefined && coin === undefined) throw new ServiceError('unsupportedCoin')
  const id = `expand ${JSON.stringify({ ...query, keys: keys.map(accountId) })}`
  return await reader.cached({ id }, (view) => make(view, { ...query, keys, coinId: coin?.id }))
}

async function keysOf(reader: KytReader, query: ExpandQuery): Promise<readonly AccountKey[]> {
  const { name, address, ...place } = query
  if (name !== undefined) return (await reader.context.ledger.named(name, '', mostOfName)).map(keyOfId)
  if (address === undefined) throw new ServiceError('parameter', { detail: 'address or name is required' })
  return [(await resolveAddress(reader, { ...place, address })).key]
}

type Asked = ExpandQuery & { readonly keys: readonly AccountKey[]; readonly coinId: number | undefined }

/** The transfers between an address of the node and an address of a counterparty. */
type Member = { readonly own: AccountKey; readonly other: AccountKey; readonly flows: Map<number, Flow> }
type Counterparty = {
  readonly known: KnownAs | undefined
  readonly members: Member[]
}

async function make(reader: KytReader, asked: Asked): Promise<ExplorerCounterparties> {
  const accounts = (await reader.totalsOf(asked.keys)).map((all, index) => ({
    key: asked.keys[index] as AccountKey,
    accounts: all.filter(({ coin }) => asked.coinId === undefined || coin === asked.coinId),
  }))
  const members = new Map<string, Member>()
  let since: number | undefined
  for (const { key, accounts: own } of accounts) {
    const usdOf = await openUsd(
      reader,
      key.network,
      own.map(({ coin }) => coin),
    )
    const share = Math.ceil(mostMovements / Math.max(1, own.filter(({ isWhole }) => !isWhole).length))
    for (const account of own) {
      const read = await readMovements(reader, key, account, asked, share)
      if (read.since !== undefined) since = Math.max(since ?? 0, read.since)
      for (const { counterparty, coin, amount, time } of read.movements) {
        const usd = usdOf(coin, amount, time)
        add(members, key, counterparty, { coin, amount, usd, count: 1, first: time, last: time })
      }
      if (read.since === undefined || asked.from !== undefined || asked.to !== undefined) continue
      // The totals with labelled addresses cover the whole history.
      for (const edge of await reader.edges(key, account.coin)) {
        const isIn = asked.direction === 'in'
        const count = isIn ? edge.receivedTransfers : edge.spentTransfers
        const amount = isIn ? edge.received : edge.spent
        const known = flowOf(members, key, edge.counterparty, account.coin)
        const rest = { count: count - (known?.count ?? 0), amount: amount - (known?.amount ?? 0n) }
        if (rest.count <= 0) continue
        // The days of these transfers were not read, so they are valued at the oldest price that was read.
        const usd = usdOf(account.coin, rest.amount, read.since)
        add(members, key, edge.counterparty, {
          coin: account.coin,
          ...rest,
          usd,
          first: undefined,
          last: undefined,
        })
      }
    }
  }
  const ranked = await rank(reader, [...members.values()], asked)
  const page = ranked.slice(asked.offset, asked.offset + asked.limit).map(withLargestFirst)
  const shown = page.flatMap((one) => one.members.slice(0, mostMembers))
  const describe = await describeAddresses(
    reader,
    shown.flatMap(({ own, other }) => [own, other]),
  )
  return {
    counterparties: page.map((one) => show(one, describe)),
    total: ranked.length,
    whole: since === undefined,
    since: since ?? null,
  }
}

/** Reads an account's movements. `since` is the oldest time that was read, unless all movements were read. */
async function readMovements(
  reader: KytReader,
  key: AccountKey,
  account: AccountState,
  { direction, from = 0, to = endOfTime }: Asked,
  most: number,
): Promise<{ movements: readonly Movement[]; since: number | undefined }> {
  const window = { key, coin: account.coin, from, to }
  const all = account.isWhole ? account.newest() : await reader.ledger.newest(window, most)
  const isCut = !account.isWhole && all.length >= most
  return {
    movements: all.filter(({ kind, time }) => kind === direction && time >= from && time <= to),
    since: isCut ? all.reduce((oldest, { time }) => Math.min(oldest, time), endOfTime) : undefined,
  }
}

const memberId = (own: AccountKey, counterparty: string) => `${accountId(own)} ${counterparty}`

function add(members: Map<string, Member>, own: AccountKey, counterparty: string, flow: Flow): void {
  const id = memberId(own, counterparty)
  let member = members.get(id)
  if (member === undefined) {
    const other = { network: own.network, address: counterparty }
    member = { own, other, flows: new Map() }
    members.set(id, member)
  }
  const known = member.flows.get(flow.coin)
  if (known === undefined) member.flows.set(flow.coin, flow)
  else addFlow(known, flow)
}

const flowOf = (members: ReadonlyMap<string, Member>, own: AccountKey, counterparty: string, coin: number) =>
  members.get(memberId(own, counterparty))?.flows.get(coin)

type Ranked = Counterparty & { readonly usd: bigint | undefined; readonly count: number }

async function rank(
  reader: KytReader,
  members: readonly Member[],
  { least, keys }: Asked,
): Promise<Ranked[]> {
  const knownOf = await knownBy(
    reader,
    members.map(({ other }) => other),
  )
  const self = new Set(keys.map(accountId))
  const groups = new Map<string, Counterparty>()
  for (const member of members) {
    const { other } = member
    // Transfers among the addresses of a name stay inside its node.
    if (keys.length > 1 && self.has(accountId(other))) continue
    const known = knownOf(other)
    const id = known === undefined ? accountId(other) : `name ${known.name}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { known, members: [member] })
    else group.members.push(member)
  }
  const minimum = BigInt(least ?? 0) * 1_000_000n
  return [...groups.values()]
    .map((group): Ranked => {
      const flows = group.members.flatMap(({ flows }) => [...flows.values()])
      const count = flows.reduce((sum, flow) => sum + flow.count, 0)
      return { ...group, usd: usdOfFlows(flows), count }
    })
    .filter(({ usd }) => minimum === 0n || (usd ?? 0n) >= minimum)
    .sort((a, b) => largestFirst(a, b) || (idOf(a) < idOf(b) ? -1 : 1))
}

const idOf = ({ members: [first] }: Counterparty) => (first === undefined ? '' : accountId(first.other))

type Sorted = Omit<Ranked, 'members'> & {
  readonly members: readonly (Omit<Member, 'flows'> & { readonly flows: readonly Flow[] })[]
}

function withLargestFirst({ members, ...rest }: Ranked): Sorted {
  const summed = members.map(({ own, other, flows: byCoin }) => {
    const flows = sumFlows(byCoin.values())
    const count = flows.reduce((sum, flow) => sum + flow.count, 0)
    return { own, other, flows, usd: usdOfFlows(flows), count }
  })
  return { ...rest, members: summed.sort(largestFirst) }
}

function show(
  { known, members, usd }: Sorted,
  describe: (key: AccountKey) => ExplorerAddress,
): ExplorerCounterparties['counterparties'][number] {
  return {
    known: showKnown(known),
    usd: showUsd(usd),
    addresses: new Set(members.map(({ other }) => accountId(other))).size,
    members: members.slice(0, mostMembers).map(({ own, other, flows }) => ({
      ...{ own: describe(own), other: describe(other) },
      flows: flows.map(showFlow),
    })),
    rest: sumFlows(members.slice(mostMembers).flatMap(({ flows }) => flows)).map(showFlow),
  }
}

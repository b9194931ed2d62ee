import type { AddressProfile } from '@touchstone/contract'
import { formatAddress } from '../addresses/parse-address.ts'
import { nativeCoinOf } from '../coins/find-coin.ts'
import { categoryFacts, isCategory } from '../labels/categories.ts'
import type { LabelRow } from '../ledger/ledger-store.ts'
import type { FetchCaller } from '../lookup/ensure-history.ts'
import type { KytReader } from '../lookup/kyt-reader.ts'
import { type Account, fromHex, textOf } from '../lookup/resolve-account.ts'
import { resolveRead } from '../lookup/resolve-covered.ts'

const platforms = ['exchange', 'dex', 'mixer', 'nft'] as const
const events = ['phishing', 'ransom', 'stealing', 'laundering'] as const
const relations = ['wallet', 'ens', 'twitter'] as const

/** Returns an address's profile across all coins on its network. */
export async function getAddressProfile(
  reader: KytReader,
  query: { coin: string; address: string },
  caller?: FetchCaller,
): Promise<AddressProfile> {
  const account = await resolveRead(reader, query, caller)
  return await reader.cached({ id: `profile ${textOf(account)}` }, (view) => make(view, account))
}

async function make(reader: KytReader, account: Account): Promise<AddressProfile> {
  const [edges, labels, first] = await Promise.all([
    reader.edges(account.key),
    reader.labels(account.key),
    firstFunderOf(reader, account),
  ])
  // Counts a counterparty once, even if it transferred several coins.
  const known = [...new Map(edges.map((edge) => [edge.counterparty, edge.known])).values()]
  const own = labels.filter((label) => isCategory(label.category))
  return {
    first_address: first,
    use_platform: gather(platforms, (platform) =>
      known.filter((one) => categoryFacts[one.category].platform === platform).map((one) => one.name),
    ),
    malicious_event: gather(events, (event) => [
      ...own
        .filter((label) => factsOf(label)?.event === event)
        .map((label) => label.incident || label.entity || label.label),
      ...known
        .filter((one) => categoryFacts[one.category].event === event)
        .map((one) => one.incident || one.name),
    ]),
    relation_info: gather(relations, (relation) =>
      own
        .filter((label) => factsOf(label)?.relation === relation)
        .map((label) => label.label || label.entity),
    ),
  }
}

const factsOf = (label: LabelRow) => (isCategory(label.category) ? categoryFacts[label.category] : undefined)

/** Returns the sender of the first native coins that the address received, by name if the name is known. */
async function firstFunderOf(reader: KytReader, { key, coin }: Account): Promise<string> {
  const funder = await reader.ledger.firstFunder(key, nativeCoinOf(coin.network).id)
  if (funder === undefined || funder === '') return ''
  const [known] = await reader.known([{ network: key.network, address: funder }])
  return known?.name ?? formatAddress(coin.network, fromHex(funder))
}

type Counted<Member extends string> = { count: number } & { [Key in `${Member}_list`]: string[] }

function gather<const Members extends readonly string[]>(
  members: Members,
  namesOf: (member: Members[number]) => string[],
): { [Member in Members[number]]: Counted<Member> } {
  const entries = members.map((member: Members[number]) => {
    const names = namesOf(member)
    return [member, { count: names.length, [`${member}_list`]: [...new Set(names)].sort() }]
  })
  return Object.fromEntries(entries)
}

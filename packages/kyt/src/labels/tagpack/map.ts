import type { Network } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'
import { showText } from '../../files/show-text.ts'
import { type Category, mostSignificant } from '../categories.ts'
import { checkText } from '../check-text.ts'
import type { Label } from '../label.ts'
import { concepts } from './concepts.ts'
import type { Fields } from './read-regular-item.ts'

/** Maps GraphSense's confidence levels to percentages. */
const confidences: ReadonlyMap<string, number> = new Map([
  ['override', 100],
  ['ownership', 100],
  // The confidence of tags that are derived from the chain itself.
  ['ledger_immanent', 100],
  ['manual_transaction', 90],
  ['service_api', 70],
  ['authority_data', 60],
  ['trusted_provider', 50],
  ['service_data', 50],
  ['forensic', 50],
  ['forensic_investigation', 50],
  ['untrusted_transaction', 40],
  ['web_crawl', 20],
  ['heuristic', 10],
  ['unknown', 5],
])

/** The confidence of tags if neither the tag nor its pack specifies one. */
const unknownConfidence = 5

export type Actor = { readonly name: string; readonly categories: readonly Category[] }

export type MapTagOptions = {
  readonly header: Fields
  readonly fields: Fields
  readonly actors: ReadonlyMap<string, Actor>
}

/**
 * The network names in TagPacks. A token's name does not determine the network, but the address form does.
 */
const networkNames: ReadonlyMap<string, readonly Network[]> = new Map<string, readonly Network[]>([
  ['BTC', ['BTC']],
  ['LTC', ['LTC']],
  ['DOGE', ['DOGE']],
  ['BCH', ['BCH']],
  ['ETH', ['ETH']],
  ['BSC', ['BSC']],
  ['BNB', ['BSC']],
  ['BEP20', ['BSC']],
  ['MATIC', ['POLYGON']],
  ['POL', ['POLYGON']],
  ['POLYGON', ['POLYGON']],
  ['AVAX', ['AVALANCHE']],
  ['AVALANCHE', ['AVALANCHE']],
  ['ARB', ['ARBITRUM']],
  ['ARBITRUM', ['ARBITRUM']],
  ['OP', ['OPTIMISM']],
  ['OPTIMISM', ['OPTIMISM']],
  ['BASE', ['BASE']],
  ['ZKSYNC', ['ZKSYNC']],
  ['MERLIN', ['MERLIN']],
  ['IOTX', ['IOTEX']],
  ['IOTEX', ['IOTEX']],
  ['HASHKEY', ['HASHKEY']],
  ['TRX', ['TRX']],
  ['TRON', ['TRX']],
  ['SOL', ['SOL']],
  ['SOLANA', ['SOL']],
  ['TON', ['TON']],
  ['SUI', ['SUI']],
  ['USDT', ['ETH', 'TRX', 'BTC', 'SOL']],
  ['USDC', ['ETH', 'SOL', 'TRX']],
])

/**
 * Coins are minted from and burnt to this address. The address has no owner, and a label on it would taint
 * all minted coins.
 */
const zeroAddress = '0x0000000000000000000000000000000000000000'

/** Maps a tag, using the header fields that apply to all tags in its pack. */
export function mapTag(options: MapTagOptions): { label: Label } | { problem: string } | { skipped: string } {
  const { header, fields, actors } = options
  const read = (key: string) => textOf(fields[key]) || textOf(header[key])

  const address = read('address')
  if (address === '') {
    return read('tx_hash') === ''
      ? { problem: 'the tag has no address' }
      : { skipped: 'the tag describes a transaction instead of an address' }
  }
  if (read('tag_type') === 'mention') return { skipped: 'the tag only mentions the address' }
  const networkName = read('network') || read('currency')
  if (networkName === '') return { problem: 'the tag has no currency' }
  const candidates = networkNames.get(networkName.toUpperCase())
  if (candidates === undefined) return { skipped: `unsupported network ${showText(networkName)}` }
  const parsed = firstAddress(candidates, address)
  if (parsed === undefined) {
    return candidates.length > 1
      ? { skipped: `${networkName} on an unsupported network` }
      : { problem: `${showText(address)} is not a valid ${candidates[0]} address` }
  }
  if (parsed.text === zeroAddress) return { skipped: 'the zero address has no owner' }

  const actor = actors.get(read('actor'))
  const label = read('label') || (actor?.name ?? '')
  if (label === '') return { problem: 'the tag has no label' }
  const entity = actor?.name ?? ownerIn(label)
  for (const text of [label, entity]) {
    const wrong = checkText(text)
    if (wrong !== undefined) return { problem: `the tag's label ${wrong}` }
  }
  const category = decideCategory(options, actor)
  const incident = category === 'theft' || read('abuse') === 'ransomware' ? label.replace(/ \d+$/, '') : ''
  const confidence = confidences.get(read('confidence')) ?? unknownConfidence
  return {
    label: { network: parsed.network, address: parsed.text, entity, label, category, incident, confidence },
  }
}

/** Prefers the category of the address over the category of its actor. */
function decideCategory({ header, fields }: MapTagOptions, actor: Actor | undefined): Category {
  const own = mostSignificant(
    ['category', 'abuse', 'concepts']
      .flatMap((key) => namesOf(fields[key] ?? header[key]))
      .flatMap((concept) => concepts.get(concept) ?? []),
  )
  if (own !== undefined && own !== 'wallet') return own
  return decideActor(actor?.categories ?? []) ?? 'wallet'
}

/** Actor packs use 'exchange' for every trading platform, so a more specific category takes precedence. */
function decideActor(found: readonly Category[]): Category | undefined {
  const isDex = found.includes('dex')
  return mostSignificant(isDex ? found.filter((category) => category !== 'exchange') : found)
}

/** Returns the fields of an ActorPack entry that address tags need. */
export function mapActor(fields: Fields): { id: string; actor: Actor } | undefined {
  const id = textOf(fields.id)
  const name = textOf(fields.label) || id
  if (id === '' || checkText(name) !== undefined) return undefined
  const found = namesOf(fields.categories).flatMap((concept) => concepts.get(concept) ?? [])
  return { id, actor: { name, categories: found } }
}

function firstAddress(candidates: readonly Network[], text: string) {
  for (const network of candidates) {
    const parsed = parseAddress(network, text)
    if (parsed !== undefined) return parsed
  }
  return undefined
}

/** Block explorers write "Owner: description". */
function ownerIn(label: string): string {
  const colon = label.indexOf(': ')
  return colon > 0 ? label.slice(0, colon) : label
}

function textOf(field: string | readonly string[] | undefined): string {
  if (typeof field !== 'string') return ''
  const text = field.trim()
  return text === '~' || text === 'null' ? '' : text
}

function namesOf(field: string | readonly string[] | undefined): string[] {
  if (typeof field === 'string') return textOf(field) === '' ? [] : [textOf(field)]
  return field?.map((name) => name.trim()) ?? []
}

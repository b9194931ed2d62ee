import { isIP } from 'node:net'
import { isAllowedAddress, OperatorError, type Vault } from '@touchstone/common'
import { type Network, networks } from '../addresses/networks.ts'
import { journalOf, type KytContext } from '../context.ts'
import { deleteFilledDays } from '../price-sources/price-fill-store.ts'
import { refuseOtherChain } from './refuse-other-chain.ts'
import { sourceColumn } from './sealed-columns.ts'
import { findSourceKind, isPriceKind, networkOfId, type SourceKind, sourceKinds } from './source-kinds.ts'
import { deleteSource, type SourceRow, selectSources, upsertSource } from './source-store.ts'

export type SourceContext = Pick<KytContext, 'database' | 'clock'> & { readonly vault: Vault }

export type SourceOptions = {
  readonly kind: string
  readonly networks: readonly string[]
  readonly name?: string
  readonly url?: string
  readonly key?: string
  readonly perSecond?: number
  readonly priority?: number
}

/** What operators see of a source. The URL and the key are never shown. */
export type SourceView = {
  readonly name: string
  readonly kind: string
  readonly network: string | null
  readonly host: string
  readonly perSecond: number
  readonly priority: number
  /** `off` while the source is backed off. */
  readonly state: 'good' | 'failing' | 'off'
  readonly problem: SourceRow['problem']
  readonly problemAt: Date | null
  /** Until this time, the source is not queried. */
  readonly backedOffUntil: Date | null
  readonly answeredAt: Date | null
}

/**
 * Adds one source per network, or replaces the sources with the same names. Price sources do not belong to a
 * network. Refuses nodes of another chain, if they can be reached.
 */
export async function addSources(
  context: SourceContext & Pick<KytContext, 'random'>,
  options: SourceOptions,
): Promise<SourceView[]> {
  const { kind, priority = 0, key } = options
  const facts = findSourceKind(kind)
  if (facts === undefined) throw wrong(`There is no kind of source named "${kind}".`, 'kinds')
  const { perSecond = facts.perSecond } = options
  if (!(perSecond > 0 && perSecond <= 1000)) {
    throw wrong('The rate is not a number of requests per second greater than 0 and at most 1000.', 'rate')
  }
  const isForPrices = isPriceKind(kind)
  const chosen = isForPrices ? [undefined] : checkNetworks(kind, facts, options.networks)
  if (options.name !== undefined && chosen.length > 1) {
    throw wrong('A name can be given to only one source.', 'name')
  }
  // Checks everything first, so that either all sources are added or none.
  const sources = chosen.map((network) => {
    const name = options.name ?? [kind, network?.toLowerCase() ?? []].flat().join('-')
    if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name)) {
      throw wrong('The name is not made of up to 40 lowercase letters, digits and hyphens.', 'name')
    }
    const isPublic = options.url === undefined
    const url = checkUrl(options.url ?? facts.urls[network ?? 'prices'], key, { ...facts, isPublic })
    if (kind === 'price-csv' && !url.includes('{coin}')) {
      throw wrong('The URL does not contain {coin}.', 'coin')
    }
    return { name, network, url }
  })
  for (const { network, url } of sources) {
    await refuseOtherChain(context, { kind, network, url: withKey(url, key) })
  }
  for (const { name, network, url } of sources) {
    await upsertSource(
      journalOf(context),
      {
        ...{ name, kind, host: new URL(url).host, perSecond, priority },
        network: network === undefined ? null : networks[network].id,
        sealed: context.vault.seal(JSON.stringify({ url, key }), sourceColumn.at(name)),
        pace: paceOf(context.vault, kind, url, key),
      },
      new Date(context.clock.now()),
    )
  }
  if (isForPrices) await deleteFilledDays(journalOf(context))
  return (await listSources(context)).filter((view) => sources.some(({ name }) => name === view.name))
}

/** Returns false if there is no source with this name. */
export async function removeSource(context: SourceContext, name: string): Promise<boolean> {
  return await deleteSource(journalOf(context), name)
}

/** Returns all sources, preferred ones first. */
export async function listSources(context: Pick<SourceContext, 'database' | 'clock'>): Promise<SourceView[]> {
  const now = context.clock.now()
  return (await selectSources(journalOf(context))).map((row) => ({
    ...{ name: row.name, kind: row.kind, host: row.host, perSecond: row.perSecond, priority: row.priority },
    network: row.network === null ? null : (networkOfId(row.network) ?? String(row.network)),
    state: stateOf(row, now),
    ...{ problem: row.problem, problemAt: row.problemAt, answeredAt: row.answeredAt },
    backedOffUntil: stateOf(row, now) === 'off' ? row.backedOffUntil : null,
  }))
}

/** A source that is behind is queried after the others, so it is never off. */
function stateOf(row: SourceRow, now: number): SourceView['state'] {
  if (isBackedOff(row, now) && row.problem !== 'behind') return 'off'
  return row.failures > 0 ? 'failing' : 'good'
}

/** Puts the key into its place in the URL, if the URL has one. */
export function withKey(url: string, key: string | undefined): string {
  return key === undefined ? url : url.replaceAll('{key}', encodeURIComponent(key))
}

export function isBackedOff({ backedOffUntil }: Pick<SourceRow, 'backedOffUntil'>, now: number): boolean {
  return backedOffUntil !== null && backedOffUntil.getTime() > now
}

/**
 * Identifies the limit that a source is subject to. Providers count the requests of a key, or of an IP
 * address if there is no key. The value is keyed with the master secret, so that it does not reveal the key.
 */
function paceOf(vault: Vault, kind: string, url: string, key: string | undefined): Buffer {
  const counted = key === undefined ? new URL(url).origin : `${kind} ${key}`
  return vault.fingerprint('source-pace', counted)
}

/** The longest accepted URL and key. */
const longest = 2000

function checkUrl(
  text: string | undefined,
  key: string | undefined,
  { needsKey, sendsKey, isPublic }: SourceKind & { isPublic: boolean },
): string {
  if (text === undefined) throw wrong('This kind of source has no public URL for the network.', 'url')
  const url = URL.canParse(text) && text.length <= longest ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw wrong('The URL is invalid.', 'url')
  const isOpen = url.password !== '' && decodeURIComponent(url.password) !== '{key}'
  if (isOpen || url.hash !== '') {
    throw wrong('The URL contains a password or a fragment.', 'url')
  }
  const hasPlace = text.includes('{key}')
  if (key === undefined) {
    if (needsKey && isPublic) throw wrong('This kind of source needs an API key.', 'key')
    if (hasPlace) throw wrong('The URL contains {key}, but no key was given.', 'key')
    return text
  }
  if (!/^[\x21-\x7e]+$/.test(key) || key.length > longest) {
    throw wrong('The key is not one word of printable characters.', 'key')
  }
  if (!sendsKey && !hasPlace) throw wrong('The URL does not contain {key}.', 'place')
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    throw wrong('The key would be sent without encryption.', 'https')
  }
  return text
}

/** Whether a host is this machine or in a private network. Operators may run their own nodes there. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || (isIP(host) !== 0 && !isAllowedAddress(host, { loopback: false }))
}

function checkNetworks(kind: string, facts: SourceKind, chosen: readonly string[]): Network[] {
  const supported = facts.networks
  const unsupported = chosen.find((network) => !supported.includes(network as Network))
  if (chosen.length > 0 && unsupported === undefined) return [...new Set(chosen)] as Network[]
  throw new OperatorError({
    code: 'source.network',
    message:
      unsupported === undefined
        ? 'No network was given.'
        : `A ${kind} source does not support "${unsupported}".`,
    remedy: `Name one or more of these networks: ${supported.join(', ')}.`,
  })
}

const remedies = {
  kinds: `Use one of these kinds: ${sourceKinds.join(', ')}.`,
  rate: 'Pass --rate with a number such as 5 or 0.5.',
  name: 'Pass only one network with --name, or omit --name so that the names are chosen for you.',
  url: 'Pass --url with an http or https URL like https://host/path or https://user:{key}@host/path.',
  key: 'Pass the key in a file with --key-file.',
  coin: 'Put {coin} into the URL at the place where the provider expects the coin.',
  place: 'Put {key} into the URL at the place where the provider expects the key.',
  https: 'Use an https URL.',
}

function wrong(message: string, remedy: keyof typeof remedies): OperatorError {
  return new OperatorError({ code: 'source.options', message, remedy: remedies[remedy] })
}

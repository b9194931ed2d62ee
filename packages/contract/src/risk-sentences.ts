import type { CoverageReason, NotFetched, RiskReason } from './risk-reasons.ts'

// Pages import this file on its own, so it contains no schemas.

export type Sentences<Reason extends { code: string }> = {
  readonly [Code in Reason['code']]: (reason: Extract<Reason, { code: Code }>) => string
}

/** Builds the sentence of a reason from the sentences of a language. */
export function sentenceOf<Reason extends { code: string }>(
  sentences: Sentences<Reason>,
  reason: Reason,
): string {
  const build = sentences[reason.code as Reason['code']] as (reason: Reason) => string
  return build(reason)
}

const classNames = {
  severe: 'malicious',
  suspected: 'suspected malicious',
  high: 'high-risk',
  medium: 'medium-risk',
} as const

const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const money = (value: number, unit: string) => `${amounts.format(value)} ${unit}`

/** The English sentences of the reasons, as the API returns them. */
export const riskSentences: Sentences<RiskReason> = {
  unseen: () => 'No transfer or label is on record.',
  label: ({ label, category, source, version, score }) =>
    `Labelled as ${label} (${category}) by ${source}, edition ${version}: score ${score}.`,
  pooled: () =>
    'The address belongs to a service that pools customer funds. Funds that pass through the address do not affect its score.',
  class: (one) => {
    const { direction, unit, of, whole, within, hops, weight } = one
    const fromOrTo = direction === 'received' ? 'came from' : 'went to'
    const distance = hops === 1 ? 'directly' : `within ${hops} hops`
    const decay = hops === 1 ? '' : ` × ${one.decay} for distance`
    // Unrecorded funds and funds tainted at a greater distance make the base differ from the total.
    const base = one.all_counts
      ? `${money(whole, unit)} ${direction}`
      : `${money(of, unit)} that count (${money(whole, unit)} ${direction} in total)`
    const dust = one.dust ? ' This is a dust amount, which never raises a score above Low.' : ''
    return (
      `Of ${base}, ${money(within, unit)} ${fromOrTo} ${classNames[one.class]} addresses ${distance}: ` +
      `${weight}${decay} × √${one.ratio} = ${one.points} points.${dust}`
    )
  },
  points: ({ direction, sum, counted }) =>
    `${sum} points in total for funds ${direction}, of which ${counted} count.`,
  inferred: ({ direction, percent }) =>
    `${percent}% of the funds ${direction} exceeded the recorded balance of an address on the path. The origin of these funds is inferred from the address's recorded inflow.`,
  unrecorded: ({ direction, percent }) =>
    `${percent}% of the funds ${direction} have no recorded ${direction === 'received' ? 'origin' : 'destination'}. They do not count as clean: the shares include only a twentieth of their value.`,
  shortfall: ({ amount, unit }) =>
    `The address sent ${money(amount, unit)} more than it is recorded to have received. The origin of this difference is not recorded, and the shares include a twentieth of it.`,
  not_followed: ({ direction, percent }) => `${percent}% of the funds ${direction} were not fully traced.`,
  late: () =>
    'Tracing stopped at the time limit, so the score may be too low. Funds that had not been followed by that time count as not fully traced.',
  score: ({ own, floor, points, score, level }) =>
    own === null
      ? `Score: ${floor} + ${points}, rounded to ${score}, ${level}.`
      : `Score: the larger of ${own} and ${floor} + ${points}, rounded to ${score}, ${level}.`,
}

const whyNotFetched: Readonly<Record<NotFetched, string>> = {
  off: 'fetching is turned off',
  background: 'they are fetched in the background',
  time: 'the time limit was reached, and they are fetched in the background',
  budget: "the query's budget was spent",
  failed: 'no source answered',
  behind: 'the source has no blocks of the last day',
}

/** The English sentences of a coverage's note, as the API returns them. */
export const coverageSentences: Sentences<CoverageReason> = {
  network_empty: () => 'The ledger contains no transfers on this network.',
  network_whole: ({ block }) => `The ledger contains every transfer on this network up to block ${block}.`,
  address_unseen: () =>
    'The ledger contains no transfers to or from this address, but it does not contain the whole history of the network.',
  address_whole: () => 'The ledger contains the whole history of this address.',
  network_partial: () =>
    'The ledger contains only some of the transfers on this network. Transfers to or from this address may be missing.',
  blocks_missing: ({ before, gaps, more, after }) => {
    const missing = [
      ...(before === null ? [] : [`the blocks before ${before}`]),
      ...gaps.map(({ first, last }) => (first === last ? `block ${first}` : `blocks ${first} to ${last}`)),
      ...(more > 0 ? [`${more} more ranges of blocks`] : []),
      `the blocks after ${after}`,
    ]
    return `The ledger lacks transfers in some blocks of this network: ${missing.join(', ')}.`
  },
  history_whole: ({ block }) =>
    `The whole history of this address up to block ${block} was read, as were the histories that the score depends on.`,
  history_busy: ({ transfers }) =>
    transfers === null
      ? 'The address has too many transfers for its history to be read.'
      : `The address has ${transfers} or more transfers, which is too many for its history to be read.`,
  history_part: () => 'The history of this address has been read only in part.',
  history_old: () =>
    'The source has no blocks of the last day, or the history was last read more than a day ago.',
  not_reported: ({ kinds }) => `The source does not report ${kinds.join(' and ')}.`,
  unread: ({ addresses, because }) => {
    const what = addresses === 1 ? 'history of 1 address was' : `histories of ${addresses} addresses were`
    const why = because === null ? '' : `, because ${whyNotFetched[because]}`
    return `The ${what} not read${why}.`
  },
}

import { findCoin, networks } from '@touchstone/kyt'

/**
 * The world that is measured on, as expressions of ClickHouse: every row follows from its number alone, so that the same
 * rows come out in every form and on every machine. People deal again and again with a few others, most of whom are
 * services; services are as popular as their rank (1 / (rank + 3)), and people as active as theirs (1 / √rank).
 */
export const coinNames = ['ETH', 'USDT-ERC20', 'USDC-ERC20'] as const
export const networkId = networks.ETH.id

const services = 4000
export const firstPerson = 1_000_000
const thieves = 300
const transfersPerPerson = 4
const transfersPerBlock = 140

/** A number from 0 to 1 that depends on the given expressions only. */
export const share = (...of: (string | number)[]) => `(sipHash64(${of.join(', ')}) / 18446744073709551616.)`

/** A service's rank: the hottest has 4% of all choices. */
const chosenService = (at: string) =>
  `least(${services - 1}, toUInt64(3 * pow(${1 + services / 3}, ${at}) - 3))`

export const addressOf = (number: string) =>
  `lower(concat(hex(sipHash128(${number}, 'address')), substring(hex(sipHash64(${number}, 'tail')), 1, 8)))`

export type Piece = { total: number; offset: number; count: number }

export const peopleOf = (total: number) => Math.max(1000, Math.round(total / transfersPerPerson))

/** Blocks that the transfers of a world lie in. */
export const spanOf = (total: number) => Math.floor(total / transfersPerBlock)

/** Columns: coin_index, tx, position, block, time, sender, receiver (hex), whole, fraction (digits). */
export function selectTransfers({ total, offset, count }: Piece): string {
  const people = peopleOf(total)
  return `
    with
      sipHash64(number, 1) % 100 < 3 as by_service,
      if(by_service, ${chosenService(share('number', 2))}, ${firstPerson} + toUInt64(${people} * pow(${share('number', 3)}, 2))) as actor,
      toUInt64((1 + sipHash64(actor, 4) % if(by_service, 40, 6)) * pow(${share('number', 5)}, 1.5)) as slot,
      sipHash64(actor, slot, 6) as dealing,
      by_service or dealing % 10 < 6 as with_service,
      if(with_service, ${chosenService(share('actor', 'slot', 7))}, ${firstPerson} + toUInt64(${people} * ${share('actor', 'slot', 8)})) as chosen,
      if(chosen = actor, chosen + 1, chosen) as other,
      with_service and sipHash64(number, 9) % 2 = 0 as comes_back,
      number - (number % 7 = 6) as tx_number,
      if(sipHash64(number, 10) % 10 < 8, dealing, sipHash64(number, 11)) % 20 as coin_choice,
      multiIf(coin_choice < 7, 0, coin_choice < 15, 1, 2) as coin
    select coin as coin_index,
      lower(concat(hex(sipHash128(tx_number, 'tx')), hex(sipHash128(tx_number, 'hash')))) as tx,
      number % ${transfersPerBlock} as position,
      15000000 + intDiv(number, ${transfersPerBlock}) as block,
      1660000000 + intDiv(number, ${transfersPerBlock}) * 12 as time,
      ${addressOf('if(comes_back, other, actor)')} as sender,
      ${addressOf('if(comes_back, actor, other)')} as receiver,
      toString(toUInt64(exp(12 * ${share('number', 12)}) / if(coin = 0, 100, 1))) as whole,
      leftPad(toString(sipHash64(number, 13) % if(coin = 0, 1000000000000000000, 1000000)), if(coin = 0, 18, 6), '0') as fraction
    from numbers(${offset}, ${count})`
}

/** Columns: address (hex), entity, label, category, incident. */
export function selectLabels(total: number): string {
  const trades = [
    'exchange',
    'exchange',
    'exchange',
    'dex',
    'defi',
    'bridge',
    'nft',
    'mixer',
    'gambling',
    'contract',
  ]
  const crimes = ['theft', 'phishing', 'ransom', 'laundering', 'sanctioned']
  const quoted = (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`
  const step = Math.max(1, Math.floor(peopleOf(total) / thieves))
  return `
    select ${addressOf('number')} as address, concat(category, ' ', toString(number % 97)) as entity,
      concat(entity, ' wallet ', toString(number)) as label,
      ${quoted(trades)}[if(number < 10, 0, number % 10) + 1] as category, '' as incident
    from numbers(${services}) where number < 200 or number % 10 in (1, 3, 7, 8)
    union all
    select ${addressOf(`${firstPerson} + number * ${step}`)}, concat('gang ', toString(number % 50)),
      concat('thief ', toString(number)), ${quoted(crimes)}[number % 5 + 1], concat('incident ', toString(number % 50))
    from numbers(${thieves})`
}

/** The same expressions in the forms that the contenders read. */
export const plainForm = `${quotedCoins()}[coin_index + 1] as coin, concat('0x', tx) as tx_hash, position, block,
  time as timestamp, concat('0x', sender) as "from", concat('0x', receiver) as "to", concat(whole, '.', fraction) as amount`

export const postgresForm = `${coinIds()}[coin_index + 1] as coin, concat('\\\\x', tx) as tx, position, block, time,
  concat('\\\\x', sender) as sender, concat('\\\\x', receiver) as receiver,
  if(trimLeft(concat(whole, fraction), '0') = '', '0', trimLeft(concat(whole, fraction), '0')) as amount`

export const plainLabelForm = `'ETH' as network, concat('0x', address) as address, entity, label, category, incident,
  'benchmark' as source, '90' as confidence`

export const postgresLabelForm = `concat('\\\\x', address) as address, entity, label, category, incident`

function quotedCoins(): string {
  return `[${coinNames.map((name) => `'${name}'`).join(', ')}]`
}

export function coinIds(): string {
  return `[${coinNames.map((name) => findCoin(name)?.id ?? 0).join(', ')}]`
}

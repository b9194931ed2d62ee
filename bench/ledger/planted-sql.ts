import { addressOf, firstPerson, peopleOf, share, spanOf } from './generate-sql.ts'

/** What is put into a world beside its own transfers, to be asked about. */
export type Planted = {
  /** Transfers of the world. */
  total: number
  /** Transfers of addresses that nobody has a label for and that deal with everybody. */
  whales: readonly number[]
  /** Chains over which stolen money was moved. */
  chains: number
}

/** Beyond the numbers of services and people. */
const firstWhale = 500_000_000
const firstChain = 600_000_000

/** Ten hops lie between the thief and the one who is asked about. */
export const layers = 10
/** Addresses of a layer; each sends to so many of the next one. */
const width = 32
const fanOut = 3

export const whaleAddress = (whale: number) => addressOf(`toUInt64(${firstWhale + whale})`)
/** Where a chain ends. */
export const chainAddress = (chain: number) => addressOf(chainNumber(String(chain), String(layers), '0'))

function chainNumber(chain: string, layer: string, place: string): string {
  return `toUInt64(${firstChain} + ${chain} * 100000 + ${layer} * 1000 + ${place})`
}

/** The columns of `selectTransfers`. */
export function selectPlanted(planted: Planted): string {
  const whales = planted.whales.map((transfers, whale) => selectWhale(planted.total, whale, transfers))
  return [...whales, selectChains(planted)].join(' union all ')
}

const txOf = (name: string) =>
  `lower(concat(hex(sipHash128(number, '${name}')), hex(sipHash128(number, '${name} hash'))))`

/** Deals with people from all over the world, back and forth, for all of its time. */
function selectWhale(total: number, whale: number, transfers: number): string {
  const person = addressOf(
    `${firstPerson} + toUInt64(${peopleOf(total)} * ${share('number', whale, `'client'`)})`,
  )
  const address = whaleAddress(whale)
  return `
    select 1 + number % 2 as coin_index, ${txOf(`whale ${whale}`)} as tx, toUInt64(0) as position,
      15000000 + intDiv(number * ${spanOf(total)}, ${transfers}) as block,
      1660000000 + (block - 15000000) * 12 as time,
      if(sipHash64(number, 'way') % 2 = 0, ${address}, ${person}) as sender,
      if(sipHash64(number, 'way') % 2 = 0, ${person}, ${address}) as receiver,
      toString(1 + sipHash64(number, 'much') % 5000) as whole, '500000' as fraction
    from numbers(${transfers})`
}

/**
 * A thief's money goes through layers of addresses, from each to several of the next, until one has it all. On the way
 * each address gets something clean as well, most from an exchange, so that the mixture thins out from hop to hop.
 */
function selectChains({ total, chains }: Planted): string {
  const rowsOfPlace = fanOut + 1
  const rowsOfLayer = width * rowsOfPlace
  const clean = `if(place % 8 = 0, ${firstPerson} + toUInt64(${peopleOf(total)} * ${share('number', "'clean'")}), place % 10)`
  const from = `if(way = ${fanOut}, ${clean}, ${chainNumber('chain', 'layer', 'if(layer = 0, 0, place)')})`
  const next = `if(layer = ${layers - 1}, 0, (place + way * 7) % ${width})`
  const to = `if(way = ${fanOut}, ${chainNumber('chain', 'layer', 'place')}, ${chainNumber('chain', '(layer + 1)', next)})`
  return `
    with
      intDiv(number, ${rowsOfLayer * layers}) as chain,
      intDiv(number, ${rowsOfLayer}) % ${layers} as layer,
      intDiv(number, ${rowsOfPlace}) % ${width} as place,
      number % ${rowsOfPlace} as way,
      layer = 0 or layer = ${layers - 1} as whole_at_once
    select 1 as coin_index, ${txOf('chain')} as tx, toUInt64(0) as position,
      15000000 + intDiv(${spanOf(total)}, 2) + chain * 3 + layer * 20 + if(way = ${fanOut}, 0, 5) as block,
      1660000000 + (block - 15000000) * 12 as time,
      ${addressOf(from)} as sender, ${addressOf(to)} as receiver,
      multiIf(way = ${fanOut}, '300', whole_at_once, '3000', '1000') as whole, '000000' as fraction
    from numbers(${chains * rowsOfLayer * layers})
    where if(way = ${fanOut}, layer > 0, way = 0 or not whole_at_once)`
}

/** The columns of `selectLabels`: the thieves at the beginning of the chains. */
export function selectPlantedLabels({ chains }: Planted): string {
  return `
    select ${addressOf(chainNumber('number', '0', '0'))}, concat('chain ', toString(number)),
      concat('thief of chain ', toString(number)), 'theft', concat('chain ', toString(number))
    from numbers(${chains})`
}

import { findCoin, networks } from '@touchstone/kyt'
import { draw, drawHex, share } from './chance.ts'

/**
 * The generated data set. Every row depends only on its number. People transact repeatedly with a few others,
 * most of which are services. A service's popularity is proportional to 1 / (rank + 3), and a person's
 * activity to 1 / √rank.
 */
export const coinNames = ['ETH', 'USDT-ERC20', 'USDC-ERC20'] as const
export const networkId = networks.ETH.id

const coinIds = coinNames.map((name) => findCoin(name)?.id ?? 0)
const services = 4000
export const firstPerson = 1_000_000
const thieves = 300
const transfersPerPerson = 4
const transfersPerBlock = 140
export const firstBlock = 15_000_000

/** A transfer of the data set, with addresses and hashes in hex. */
export type WorldTransfer = {
  coinIndex: number
  tx: string
  position: number
  block: number
  sender: string
  receiver: string
  /**
   * The amount: `whole` is the part before the decimal point, and `fraction` the digits after it, one for
   * each of the coin's decimal places.
   */
  whole: number
  fraction: string
}

export type WorldLabel = {
  address: string
  entity: string
  label: string
  category: string
  incident: string
}

export type Piece = { total: number; offset: number; count: number }

/** Numbers that separate the random draws made for the same row. */
const purpose = {
  byService: 1,
  service: 2,
  person: 3,
  slots: 4,
  slot: 5,
  dealing: 6,
  otherService: 7,
  otherPerson: 8,
  comesBack: 9,
  usualCoin: 10,
  coin: 11,
  amount: 12,
  digits: 13,
  moreDigits: 14,
  address: 15,
  tx: 16,
} as const

export const addressOf = (number: number): string => drawHex(purpose.address, number, 5)

export const peopleOf = (total: number): number => Math.max(1000, Math.round(total / transfersPerPerson))

/** Returns the number of blocks that contain this many transfers. */
export const spanOf = (total: number): number => Math.floor(total / transfersPerBlock)

export const timeOf = (block: number): number => 1_660_000_000 + (block - firstBlock) * 12

/** Chooses a service by rank. The most popular service is chosen in 4% of all cases. */
const chosenService = (at: number) => Math.min(services - 1, Math.floor(3 * (1 + services / 3) ** at - 3))

export function* transfersOf({ total, offset, count }: Piece): Generator<WorldTransfer> {
  const people = peopleOf(total)
  for (let number = offset; number < offset + count; number++) yield transferAt(number, people)
}

function transferAt(number: number, people: number): WorldTransfer {
  const byService = draw(purpose.byService, number) % 100 < 3
  const actor = byService
    ? chosenService(share(purpose.service, number))
    : firstPerson + Math.floor(people * share(purpose.person, number) ** 2)
  const slots = 1 + (draw(purpose.slots, actor) % (byService ? 40 : 6))
  const slot = Math.floor(slots * share(purpose.slot, number) ** 1.5)
  const dealing = draw(purpose.dealing, actor, slot)
  const withService = byService || dealing % 10 < 6
  const chosen = withService
    ? chosenService(share(purpose.otherService, actor, slot))
    : firstPerson + Math.floor(people * share(purpose.otherPerson, actor, slot))
  const other = chosen === actor ? chosen + 1 : chosen
  const comesBack = withService && draw(purpose.comesBack, number) % 2 === 0
  // One transfer in seven is the second transfer in its transaction.
  const txNumber = number % 7 === 6 ? number - 1 : number
  const usual = draw(purpose.usualCoin, number) % 10 < 8
  const coinChoice = (usual ? dealing : draw(purpose.coin, number)) % 20
  const coinIndex = coinChoice < 7 ? 0 : coinChoice < 15 ? 1 : 2
  return {
    coinIndex,
    tx: drawHex(purpose.tx, txNumber, 8),
    position: number % transfersPerBlock,
    block: firstBlock + Math.floor(number / transfersPerBlock),
    sender: addressOf(comesBack ? other : actor),
    receiver: addressOf(comesBack ? actor : other),
    whole: Math.floor(Math.exp(12 * share(purpose.amount, number)) / (coinIndex === 0 ? 100 : 1)),
    fraction: coinIndex === 0 ? digits(number, 9) + moreDigits(number, 9) : digits(number, 6),
  }
}

const digits = (number: number, many: number) =>
  String(draw(purpose.digits, number) % 10 ** many).padStart(many, '0')
const moreDigits = (number: number, many: number) =>
  String(draw(purpose.moreDigits, number) % 10 ** many).padStart(many, '0')

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
] as const
const crimes = ['theft', 'phishing', 'ransom', 'laundering', 'sanctioned'] as const
const labelledTrades = new Set([1, 3, 7, 8])

/** Labels the busiest services, some of the other services, and thieves distributed evenly among the people. */
export function* labelsOf(total: number): Generator<WorldLabel> {
  for (let number = 0; number < services; number++) {
    if (number >= 200 && !labelledTrades.has(number % 10)) continue
    const category = trades[number < 10 ? 0 : number % 10] ?? 'exchange'
    const entity = `${category} ${number % 97}`
    yield { address: addressOf(number), entity, label: `${entity} wallet ${number}`, category, incident: '' }
  }
  const step = Math.max(1, Math.floor(peopleOf(total) / thieves))
  for (let number = 0; number < thieves; number++) {
    yield {
      address: addressOf(firstPerson + number * step),
      entity: `gang ${number % 50}`,
      label: `thief ${number}`,
      category: crimes[number % crimes.length] ?? 'theft',
      incident: `incident ${number % 50}`,
    }
  }
}

/** Formats for files: `plain` is the format of the ledger's importer, `rows` that of PostgreSQL's COPY. */
export type Form = 'plain' | 'rows'

export const transferHeader = 'coin,tx_hash,position,block,timestamp,from,to,amount'
export const labelHeader = 'network,address,entity,label,category,incident,source,confidence'

export function transferLine(form: Form, of: WorldTransfer): string {
  const { coinIndex, tx, position, block, sender, receiver, whole, fraction } = of
  const place = `${position},${block},${timeOf(block)}`
  if (form === 'plain') {
    return `${coinNames[coinIndex]},0x${tx},${place},0x${sender},0x${receiver},${whole}.${fraction}\n`
  }
  const amount = `${whole}${fraction}`.replace(/^0+(?=\d)/, '')
  return `${coinIds[coinIndex]},\\x${tx},${place},\\x${sender},\\x${receiver},${amount}\n`
}

export function labelLine(form: Form, { address, entity, label, category, incident }: WorldLabel): string {
  const what = `${entity},${label},${category},${incident}`
  return form === 'plain' ? `ETH,0x${address},${what},benchmark,90\n` : `\\x${address},${what}\n`
}

import { networks } from '../../addresses/networks.ts'
import { parseTxHashHex } from '../../addresses/tx-hash.ts'
import { findCoin } from '../../coins/find-coin.ts'
import type { ReadAddress } from '../../imports/transfer-converter.ts'
import type { SourceTransaction } from '../../ledger/ledger-store.ts'

/** Maximum length of an address. Addresses on all supported networks are shorter. */
const longestAddress = 128
/** The latest time that the ledger can store. */
const endOfTime = 4_294_967_295
/**
 * Maximum number of digits before the decimal point. No real amount has more digits, and sums of larger
 * amounts could exceed the range of the ledger.
 */
const mostDigits = 17
/** Maximum number of digits in an amount without decimals. */
const mostDigitsOfWholes = mostDigits + 24

/** A row's fields, in the plain format's order. */
export const plainFields = [
  'coin',
  'tx_hash',
  'position',
  'block',
  'timestamp',
  'from',
  'to',
  'amount',
] as const

/**
 * Checks a row in the plain format. Returns the row in the form that the ledger stores, or the problem with
 * it.
 */
export function readPlainRow(
  fields: readonly string[],
  readAddress: ReadAddress,
): SourceTransaction | { readonly problem: string } {
  if (fields.length !== plainFields.length) return { problem: `expected ${plainFields.length} fields` }
  const [identifier = '', tx = '', position = '', block = '', time = '', from = '', to = '', text = ''] =
    fields
  const coin = findCoin(identifier)
  if (coin === undefined) return { problem: 'coin is not in the coin table' }
  const { network, decimals } = coin
  const hash = parseTxHashHex(network, tx)
  if (hash === undefined) return { problem: 'tx_hash must be 1 to 128 visible characters' }
  const problem =
    problemOfPlace({ position, block, time }) ?? problemOfParties(from, to) ?? problemOfAmount(text, decimals)
  if (problem !== undefined) return { problem }
  const sender = readAddress(network, from)
  if (sender === undefined) return { problem: notOfNetwork('from') }
  const receiver = readAddress(network, to)
  if (receiver === undefined) return { problem: notOfNetwork('to') }
  return {
    network: networks[network].id,
    tx: hash,
    block: Number(block),
    time: Number(time),
    transfers: [
      {
        coin: coin.id,
        position: Number(position),
        from: sender,
        to: receiver,
        amount: amountOf(text, decimals),
        fee: false,
      },
    ],
  }
}

function problemOfPlace(of: { position: string; block: string; time: string }): string | undefined {
  if (!isWhole(of.position, 16) || !Number.isSafeInteger(Number(of.position))) {
    return 'position must be a whole number'
  }
  if (!isWhole(of.block, 15)) return 'block must be a whole number'
  if (!isWhole(of.time, 10) || Number(of.time) > endOfTime) return 'timestamp must be in Unix seconds'
  return undefined
}

const isWhole = (text: string, digits: number) => text.length <= digits && /^[0-9]+$/.test(text)

function problemOfParties(from: string, to: string): string | undefined {
  if (from === '' && to === '') return 'from and to are both empty'
  // Parsing an address in some formats takes time that is quadratic in its length.
  if (from.length > longestAddress) return notOfNetwork('from')
  if (to.length > longestAddress) return notOfNetwork('to')
  return undefined
}

function problemOfAmount(text: string, decimals: number): string | undefined {
  if (text.startsWith('-')) return 'amount is negative'
  const parts = /^0*([0-9]*)(?:\.([0-9]+))?$/.exec(text)
  if (parts === null || !/^[0-9]/.test(text)) return 'amount must be a plain decimal number'
  const [, whole = '', fraction = ''] = parts
  if (whole.length > (decimals === 0 ? mostDigitsOfWholes : mostDigits)) {
    return 'amount is too large for any coin'
  }
  if (!/^0*$/.test(fraction.slice(decimals))) return 'amount has more decimals than the coin'
  return undefined
}

function amountOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

const notOfNetwork = (name: string) => `${name} is not a valid address on the coin's network`

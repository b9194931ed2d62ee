import { parseAddressHex } from '../../addresses/parse-address.ts'
import type { Coin } from '../../coins/coin-table.ts'
import { findCoin } from '../../coins/find-coin.ts'
import type { Transfer } from '../../imports/transfer.ts'

/** Longer than an address of any network. */
const longestAddress = 128
/** The largest time that the ledger can hold. */
const endOfTime = 4_294_967_295
/** Digits before the point that no honest amount reaches: with more, sums could become larger than a number can tell. */
const mostDigits = 17
/** As many more where the amount has no digits after the point. */
const mostDigitsOfWholes = mostDigits + 24

/** The fields of a row in the order of the plain form. */
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

/** A transfer in the form that anybody can write, or what is wrong with it. */
export function readPlainRow(fields: readonly string[]): Transfer | { readonly problem: string } {
  if (fields.length !== plainFields.length) return { problem: `expected ${plainFields.length} fields` }
  const [identifier = '', tx = '', position = '', block = '', time = '', from = '', to = '', text = ''] =
    fields
  const coin = findCoin(identifier)
  if (coin === undefined) return { problem: 'coin is none of support_coin' }
  const problem =
    problemOfPlace({ tx, position, block, time }) ??
    problemOfParties(from, to) ??
    problemOfAmount(text, coin.decimals) ??
    problemOfAddress('from', coin, from) ??
    problemOfAddress('to', coin, to)
  if (problem !== undefined) return { problem }
  return {
    coin: identifier,
    tx,
    position: Number(position),
    block: Number(block),
    time: Number(time),
    from,
    to,
    amount: amountOf(text, coin.decimals),
  }
}

function problemOfPlace(of: {
  tx: string
  position: string
  block: string
  time: string
}): string | undefined {
  if (!/^[\x21-\x7e]{1,128}$/.test(of.tx)) return 'tx_hash must be 1 to 128 visible characters'
  if (!isWhole(of.position, 16) || !Number.isSafeInteger(Number(of.position))) {
    return 'position must be a whole number'
  }
  if (!isWhole(of.block, 15)) return 'block must be a whole number'
  if (!isWhole(of.time, 10) || Number(of.time) > endOfTime) return 'timestamp must be Unix seconds'
  return undefined
}

const isWhole = (text: string, digits: number) => text.length <= digits && /^[0-9]+$/.test(text)

function problemOfParties(from: string, to: string): string | undefined {
  if (from === '' && to === '') return 'from and to are both empty'
  // Some forms of addresses take time with the square of their length to be read.
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
    return 'amount is beyond what any coin has'
  }
  if (!/^0*$/.test(fraction.slice(decimals))) return 'amount has more decimals than the coin'
  return undefined
}

function amountOf(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

function problemOfAddress(name: 'from' | 'to', coin: Coin, text: string): string | undefined {
  if (text === '' || parseAddressHex(coin.network, text) !== undefined) return undefined
  return notOfNetwork(name)
}

const notOfNetwork = (name: string) => `${name} is not an address of the coin's network`

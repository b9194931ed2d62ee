import { type Network, networks } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'
import { SourceError } from './source-error.ts'

export type Row = Readonly<Record<string, unknown>>

/** Reads the fields of a source's rows. Throws `SourceError` for values that no valid row has. */
export type RowFields = {
  /** Returns the value if it is an object. */
  row(value: unknown, what: string): Row
  list(value: unknown, what: string): readonly unknown[]
  /** A whole number below 2^53, such as a block number. */
  whole(value: unknown, what: string): number
  /** A whole number of any size, as decimal text or as an exact JSON number. */
  amount(value: unknown, what: string): bigint
  /** Unix seconds, at most two hours in the future, because clocks and block times differ. */
  time(value: unknown, what: string): number
  /** The canonical text of an address. */
  address(value: unknown, what: string): string
  /** A transaction or block hash in lower case, without checking that it exists. */
  hash(value: unknown, what: string): string
  invalid(what: string): SourceError
}

const futureSeconds = 2 * 3600
/** The largest amount of any coin in the ledger has fewer digits. */
const mostDigits = 78

export function createRowFields(options: {
  readonly network: Network
  readonly host: string
  /** Unix seconds. */
  readonly now: () => number
}): RowFields {
  const { network, host, now } = options
  const isEvm = networks[network].family === 'evm'
  const hashes = isEvm ? /^0x[0-9a-f]{64}$/ : /^[0-9a-f]{64}$/
  const invalid = (what: string) => new SourceError('invalid', `${host}: the response has no valid ${what}`)
  const whole = (value: unknown, what: string): number => {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) throw invalid(what)
    return number
  }
  return {
    invalid,
    whole,
    row(value, what) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(what)
      return value as Row
    },
    list(value, what) {
      if (!Array.isArray(value)) throw invalid(what)
      return value
    },
    amount(value, what) {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
      if (typeof value !== 'string' || !/^\d+$/.test(value) || value.length > mostDigits) throw invalid(what)
      return BigInt(value)
    },
    time(value, what) {
      const time = whole(value, what)
      if (time === 0 || time > now() + futureSeconds) throw invalid(what)
      return time
    },
    address(value, what) {
      // Some explorers write addresses with a checksum and others without one.
      const text = typeof value === 'string' ? (isEvm ? value.toLowerCase() : value) : ''
      const address = parseAddress(network, text)
      if (!address) throw invalid(what)
      return address.text
    },
    hash(value, what) {
      const text = typeof value === 'string' ? value.toLowerCase() : ''
      if (!hashes.test(text)) throw invalid(what)
      return text
    },
  }
}

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64nopad, base64urlnopad } from '@scure/base'
import { type Network, type NetworkFamily, networks } from './networks.ts'

const asText = 0
const asHex = 1
const asPrefixedHex = 2
const asBase58 = 3

/**
 * Returns a transaction identifier's stored form: one byte for its notation, then its content, so that a row
 * can be shown without knowing its network. Keeps other strings unchanged, because sources use their own
 * names for entries without a transaction (rewards, genesis, test data). Returns `undefined` if the text is
 * empty, has over 128 characters, or contains anything other than visible ASCII.
 */
export function parseTxHash(network: Network, text: string): Uint8Array | undefined {
  if (!/^[\x21-\x7e]{1,128}$/.test(text)) return undefined
  return readers[networks[network].family](text) ?? tagged(asText, Uint8Array.from(text, codeOf))
}

/**
 * Returns the stored form in hex. Converts hashes in lower-case hex directly, because a hash is converted for
 * every row of a ledger.
 */
export function parseTxHashHex(network: Network, text: string): string | undefined {
  const { family } = networks[network]
  if (family === 'evm' && text.length === 66 && lowerHash.test(text))
    return `0${asPrefixedHex}${text.slice(2)}`
  const bytes = parseTxHash(network, text)
  return bytes && Buffer.from(bytes).toString('hex')
}

const lowerHash = /^0x[0-9a-f]{64}$/

/**
 * Returns whether a stored form (in hex) represents text that cannot be a transaction hash on the given
 * network.
 */
export function isForeignTxHash(hex: string): boolean {
  return hex.startsWith(`0${asText}`)
}

/** Converts a stored form back to text, for every network. The inverse of `parseTxHash`. */
export function formatTxHash(bytes: Uint8Array): string {
  const content = bytes.subarray(1)
  switch (bytes[0]) {
    case asText:
      return String.fromCharCode(...content)
    case asHex:
      return bytesToHex(content)
    case asPrefixedHex:
      return `0x${bytesToHex(content)}`
    case asBase58:
      return base58.encode(content)
    default:
      throw new RangeError(`unknown transaction identifier type ${bytes[0]}`)
  }
}

/** Converts a stored form in hex back to text. Does not decode hashes whose text is also hex. */
export function formatTxHashHex(hex: string): string {
  if (hex.startsWith(`0${asPrefixedHex}`)) return `0x${hex.slice(2)}`
  return hex.startsWith(`0${asHex}`) ? hex.slice(2) : formatTxHash(Buffer.from(hex, 'hex'))
}

const plainHex = /^[0-9a-fA-F]{64}$/
const perhapsPrefixedHex = /^(?:0x)?[0-9a-fA-F]{64}$/

const readers: Readonly<Record<NetworkFamily, (text: string) => Uint8Array | undefined>> = {
  bitcoin: (text) => (plainHex.test(text) ? ofHex(asHex, text) : undefined),
  evm: (text) => (perhapsPrefixedHex.test(text) ? ofHex(asPrefixedHex, text) : undefined),
  tron: (text) => (perhapsPrefixedHex.test(text) ? ofHex(asHex, text) : undefined),
  ton: (text) => (perhapsPrefixedHex.test(text) ? ofHex(asHex, text) : ofBase64(text)),
  solana: (text) => ofBase58(text, 64),
  sui: (text) => ofBase58(text, 32),
}

function codeOf(character: string): number {
  return character.charCodeAt(0)
}

function ofHex(tag: number, text: string): Uint8Array {
  return tagged(tag, hexToBytes(text.slice(-64)))
}

function ofBase58(text: string, length: number): Uint8Array | undefined {
  if (text.length < length || text.length > length * 1.375) return undefined
  try {
    const content = base58.decode(text)
    return content.length === length ? tagged(asBase58, content) : undefined
  } catch {
    return undefined
  }
}

/** Parses a hash in base64, as TON nodes write it. Tags it as hex, because explorers show hashes in hex. */
function ofBase64(text: string): Uint8Array | undefined {
  if (!/^[\w+/-]{43}=?$/.test(text)) return undefined
  try {
    return tagged(asHex, (/[-_]/.test(text) ? base64urlnopad : base64nopad).decode(text.slice(0, 43)))
  } catch {
    return undefined
  }
}

function tagged(tag: number, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 1)
  bytes[0] = tag
  bytes.set(content, 1)
  return bytes
}

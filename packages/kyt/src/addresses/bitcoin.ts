import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { bech32, bech32m } from '@scure/base'
import type { AddressForm } from './address-form.ts'
import { base58Check } from './base58-check.ts'
import { cashAddress } from './cash-address.ts'

const payToKey = 0
const payToScript = 1
const firstWitness = 2
const lastWitness = firstWitness + 16
/**
 * The owner of an output without an address, such as a bare script or multisignature. The ledger identifies
 * the owner by the script's hash.
 */
const bareScript = 0xff

export type BitcoinForm = {
  /** Version byte of pay-to-key addresses. */
  readonly key: number
  /** Version bytes of pay-to-script addresses. The first version byte is the canonical one. */
  readonly script: readonly [number, ...number[]]
  /** Prefix of witness addresses, if the network supports them. */
  readonly witness?: string
  /** Whether the network uses CashAddr addresses. If it does, Base58Check is the legacy format. */
  readonly cash?: true
}

/**
 * Creates a network's address format. The stored bytes are one byte for the kind of address, followed by the
 * hash or witness program.
 */
export function bitcoin({ key, script, witness, cash }: BitcoinForm): AddressForm {
  const isWitness =
    witness === undefined ? undefined : new RegExp(`^(?:${witness}|${witness.toUpperCase()})1`)

  function format(bytes: Uint8Array): string | undefined {
    const kind = bytes[0]
    const payload = bytes.subarray(1)
    if (kind === undefined) return undefined
    if (kind === bareScript) return payload.length === 32 ? `script:${bytesToHex(payload)}` : undefined
    if (kind === payToKey || kind === payToScript) {
      if (cash) return cashAddress.encode(kind, payload)
      if (payload.length !== 20) return undefined
      return base58Check.encode(kind === payToKey ? key : script[0], payload)
    }
    if (witness === undefined || kind > lastWitness || !isProgram(kind - firstWitness, payload))
      return undefined
    const version = kind - firstWitness
    return (version === 0 ? bech32 : bech32m).encode(witness, [version, ...bech32.toWords(payload)])
  }

  function ofBase58(text: string) {
    const decoded = base58Check.decode(text)
    const version = decoded?.[0]
    if (decoded === undefined || version === undefined) return undefined
    const isKey = version === key
    if (!isKey && !script.includes(version)) return undefined
    decoded[0] = isKey ? payToKey : payToScript
    if (!cash && (isKey || version === script[0])) return { text, bytes: decoded }
    const canonical = format(decoded)
    return canonical === undefined ? undefined : { text: canonical, bytes: decoded }
  }

  return {
    parse(text) {
      if (text.startsWith('script:')) return ofBareScript(text)
      if (isWitness?.test(text)) return ofWitness(text)
      if (cash && text.length > 35) return ofCash(text)
      return ofBase58(text)
    },
    format,
  }
}

/** BIP-141: version 0 allows programs of 20 or 32 bytes, and later versions allow 2 to 40 bytes. */
function isProgram(version: number, program: Uint8Array): boolean {
  if (version === 0) return program.length === 20 || program.length === 32
  return program.length >= 2 && program.length <= 40
}

function ofWitness(text: string) {
  // BIP-350: the checksum algorithm depends on the witness version, which is the first character after the
  // prefix.
  const coder = /^[a-zA-Z]+1[qQ]/.test(text) ? bech32 : bech32m
  const decoded = coder.decodeUnsafe(text)
  const version = decoded?.words[0]
  const program = decoded && coder.fromWordsUnsafe(decoded.words.slice(1))
  if (version === undefined || version > 16 || !program || !isProgram(version, program)) return undefined
  return { text: text.toLowerCase(), bytes: withKind(firstWitness + version, program) }
}

function ofCash(text: string) {
  const decoded = cashAddress.decode(text)
  if (decoded === undefined) return undefined
  const canonical = cashAddress.encode(decoded.kind, decoded.hash)
  return canonical === undefined
    ? undefined
    : { text: canonical, bytes: withKind(decoded.kind, decoded.hash) }
}

function ofBareScript(text: string) {
  if (!/^script:[0-9a-f]{64}$/.test(text)) return undefined
  return { text, bytes: withKind(bareScript, hexToBytes(text.slice(7))) }
}

function withKind(kind: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(payload.length + 1)
  bytes[0] = kind
  bytes.set(payload, 1)
  return bytes
}

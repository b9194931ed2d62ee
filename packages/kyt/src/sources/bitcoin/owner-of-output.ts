import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58Check } from '../../addresses/base58-check.ts'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'

/** Version bytes of pay-to-key addresses. */
const keyVersions: Record<BitcoinNetwork, number> = { BTC: 0x00, LTC: 0x30, DOGE: 0x1e, BCH: 0x00 }
const bareKey = /^(?:21(0[23][0-9a-f]{64})|41(0[467][0-9a-f]{128}))ac$/i

export type Output = {
  readonly network: BitcoinNetwork
  readonly addresses: readonly string[]
  /** The locking script in hex, if the source contains it. */
  readonly script?: string | undefined
}

/**
 * Returns the owner of an output. The result is the same for the output and for the input that later spends
 * it.
 *
 * bitcoin-etl writes the locking script only for outputs. An input repeats only the addresses. Therefore, the
 * owner is derived from the addresses if there are any:
 * - One address: that address.
 * - `nonstandard` and the first 40 hex digits of the script's SHA-256, which bitcoin-etl writes if the node
 *   returns no address: `script:` and the SHA-256 of that text, which can also be derived from the script.
 * - Several (a bare multisignature, as returned by older nodes): `script:` and the SHA-256 of their list.
 * - None: derived from the script. A script that pays to a bare key belongs to the address of that key.
 *
 * Returns undefined if there is neither an address nor a valid script.
 */
export function ownerOfOutput({ network, addresses, script }: Output): string | undefined {
  const [first] = addresses
  if (first !== undefined && addresses.length === 1) {
    const address = parseAddress(network, first)
    if (address) return address.text
    if (/^nonstandard[0-9a-f]{40}$/.test(first)) return named(first)
  }
  if (addresses.length > 1) return named([...addresses].sort().join(','))
  if (script === undefined || !/^(?:[0-9a-f]{2})*$/i.test(script)) return undefined
  const key = bareKey.exec(script)
  if (key) return addressOfKey(network, hexToBytes((key[1] ?? key[2] ?? '').toLowerCase()))
  return named(`nonstandard${bytesToHex(sha256(hexToBytes(script.toLowerCase()))).slice(0, 40)}`)
}

function named(text: string): string {
  return `script:${bytesToHex(sha256(utf8ToBytes(text)))}`
}

function addressOfKey(network: BitcoinNetwork, key: Uint8Array): string | undefined {
  const text = base58Check.encode(keyVersions[network], ripemd160(sha256(key)))
  return parseAddress(network, text)?.text
}

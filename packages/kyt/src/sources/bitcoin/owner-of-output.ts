import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58Check } from '../../addresses/base58-check.ts'
import type { BitcoinNetwork } from '../../addresses/networks.ts'
import { parseAddress } from '../../addresses/parse-address.ts'

/** Version bytes of an address that pays to a key. */
const keyVersions: Record<BitcoinNetwork, number> = { BTC: 0x00, LTC: 0x30, DOGE: 0x1e, BCH: 0x00 }
const bareKey = /^(?:21(0[23][0-9a-f]{64})|41(0[467][0-9a-f]{128}))ac$/i

export type Output = {
  readonly network: BitcoinNetwork
  readonly addresses: readonly string[]
  /** The script that locks the coins, in hex, where the source tells it. */
  readonly script?: string | undefined
}

/**
 * The address that an output belongs to, the same for the output and for the input that later spends it.
 *
 * The trouble is that bitcoin-etl tells the locking script of an output but not of an input; an input repeats only the
 * addresses. So whatever name is given must follow from the addresses alone where there are any:
 * - one address: that;
 * - `nonstandard` and the first 40 hex digits of the script's SHA-256, which bitcoin-etl writes where the node gives
 *   no address: `script:` and the SHA-256 of that text, which can be made from the script as well;
 * - several (a bare multisignature, as older nodes tell it): `script:` and the SHA-256 of their list;
 * - none: from the script. One that pays to a bare key belongs to the address of that key.
 *
 * Undefined when there is nothing to name it by.
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

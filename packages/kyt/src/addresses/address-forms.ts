import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58, bech32 } from '@scure/base'
import type { AddressForm } from './address-form.ts'
import { base58Check } from './base58-check.ts'
import { bitcoin } from './bitcoin.ts'
import { evm } from './evm.ts'
import type { Network } from './networks.ts'
import { ton } from './ton.ts'

const tronVersion = 0x41

const tron: AddressForm = {
  parse(text) {
    if (/^41[0-9a-fA-F]{40}$/.test(text)) {
      const bytes = hexToBytes(text.slice(2))
      return { text: base58Check.encode(tronVersion, bytes), bytes }
    }
    const decoded = base58Check.decode(text)
    return decoded?.[0] === tronVersion ? { text, bytes: decoded.subarray(1) } : undefined
  },
  format: (bytes) => (bytes.length === 20 ? base58Check.encode(tronVersion, bytes) : undefined),
}

const sui: AddressForm = {
  parse(text) {
    if (!/^0x[0-9a-fA-F]{1,64}$/.test(text)) return undefined
    const digits = text.slice(2).toLowerCase().padStart(64, '0')
    return { text: `0x${digits}`, bytes: hexToBytes(digits) }
  },
  format: (bytes) => (bytes.length === 32 ? `0x${bytesToHex(bytes)}` : undefined),
}

/**
 * Accepts any 32 bytes as an address: Solana addresses have no checksum, and program-derived addresses are
 * not points on the curve.
 */
const solana: AddressForm = {
  parse(text) {
    if (text.length < 32 || text.length > 44) return undefined
    try {
      const bytes = base58.decode(text)
      return bytes.length === 32 ? { text, bytes } : undefined
    } catch {
      return undefined
    }
  },
  format: (bytes) => (bytes.length === 32 ? base58.encode(bytes) : undefined),
}

/** IoTeX is an EVM network, but its wallets can also write an address in bech32 (`io1…`). */
const iotex: AddressForm = {
  parse(text) {
    if (!/^io1|^IO1/.test(text)) return evm.parse(text)
    const decoded = bech32.decodeUnsafe(text)
    const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
    if (!bytes) return undefined
    const canonical = evm.format(bytes)
    return canonical === undefined ? undefined : { text: canonical, bytes }
  },
  format: evm.format,
}

export const addressForms: Readonly<Record<Network, AddressForm>> = {
  BTC: bitcoin({ key: 0, script: [5], witness: 'bc' }),
  // Litecoin's script addresses originally started with 3, like Bitcoin's script addresses. Newer script
  // addresses start with M.
  LTC: bitcoin({ key: 48, script: [50, 5], witness: 'ltc' }),
  DOGE: bitcoin({ key: 30, script: [22] }),
  BCH: bitcoin({ key: 0, script: [5], cash: true }),
  ETH: evm,
  BSC: evm,
  POLYGON: evm,
  AVALANCHE: evm,
  ARBITRUM: evm,
  OPTIMISM: evm,
  BASE: evm,
  ZKSYNC: evm,
  MERLIN: evm,
  IOTEX: iotex,
  HASHKEY: evm,
  TRX: tron,
  SOL: solana,
  TON: ton,
  SUI: sui,
}

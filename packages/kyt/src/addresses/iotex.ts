import { bech32 } from '@scure/base'
import type { AddressForm } from './address-form.ts'
import { evm } from './evm.ts'

/** An EVM network whose wallets also write the same twenty bytes as `io1…`. */
export const iotex: AddressForm = {
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

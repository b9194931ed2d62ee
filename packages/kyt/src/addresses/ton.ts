import { Address } from '@ton/core'
import type { AddressForm } from './address-form.ts'

const raw = /^(?:0|-1):[0-9a-fA-F]{64}$/
const friendly = /^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/
const canonical = /^E[Qf][A-Za-z0-9_-]{46}$/

/**
 * Uses the bounceable form as the canonical text, as explorers do. The form affects only how a transfer is
 * sent, not who receives it.
 */
export const ton: AddressForm = {
  parse(text) {
    // The library accepts raw addresses with arbitrary text around the workchain number, so this function
    // checks the format first.
    const address = raw.test(text)
      ? Address.parseRaw(text)
      : friendly.test(text)
        ? ofFriendly(text)
        : undefined
    if (address === undefined) return undefined
    const bytes = new Uint8Array(33)
    bytes[0] = address.workChain
    bytes.set(address.hash, 1)
    return { text: canonical.test(text) ? text : address.toString(), bytes }
  },
  format(bytes) {
    const workChain = bytes[0] === 0xff ? -1 : bytes[0]
    if (bytes.length !== 33 || (workChain !== 0 && workChain !== -1)) return undefined
    return new Address(workChain, Buffer.from(bytes.subarray(1))).toString()
  },
}

function ofFriendly(text: string): Address | undefined {
  try {
    const { address, isTestOnly } = Address.parseFriendly(text)
    return isTestOnly || (address.workChain !== 0 && address.workChain !== -1) ? undefined : address
  } catch {
    return undefined
  }
}

import type { NetworkFamily } from '../addresses/networks.ts'

type Form = {
  /**
   * Characters that all addresses of a kind start with. Wallets show them, but they do not distinguish one
   * address from another.
   */
  readonly prefix: RegExp
  readonly ignoresCase: boolean
  /** Minimum number of matching characters at the start, at the end, and in total. */
  readonly start: number
  readonly end: number
  readonly total: number
}

const base58 = { ignoresCase: false, start: 1, end: 2, total: 5 } as const

/** With these limits, about one in six million pairs of unrelated addresses look alike. */
const forms: Readonly<Record<NetworkFamily, Form>> = {
  evm: { prefix: /^0x/, ignoresCase: true, start: 1, end: 3, total: 6 },
  sui: { prefix: /^0x/, ignoresCase: true, start: 1, end: 3, total: 6 },
  bitcoin: { ...base58, prefix: /^(bc1[qp]|ltc1[qp]|bitcoincash:[qp]|[13LMDAHC])/ },
  tron: { ...base58, prefix: /^T/ },
  solana: { ...base58, prefix: /^/ },
  ton: { ...base58, prefix: /^(EQ|UQ|0:)/ },
}

/**
 * Whether two different addresses look the same in a wallet that shows only the start and the end of an
 * address, as is the case if one of them was generated to be copied by mistake.
 */
export function looksLike(family: NetworkFamily, one: string, other: string): boolean {
  const { prefix, ignoresCase, start, end, total } = forms[family]
  const shown = (address: string) => (ignoresCase ? address.toLowerCase() : address).replace(prefix, '')
  const [a, b] = [shown(one), shown(other)]
  if (a === b || a.length !== b.length) return false
  const atStart = equalCharacters(a, b, (index) => index)
  const atEnd = equalCharacters(a, b, (index) => a.length - 1 - index)
  return atStart >= start && atEnd >= end && atStart + atEnd >= total
}

function equalCharacters(a: string, b: string, at: (index: number) => number): number {
  let count = 0
  while (count < a.length && a[at(count)] === b[at(count)]) count += 1
  return count
}

import type { Account } from './account.ts'
import { parseAptosAddress } from './families/parse-aptos-address.ts'
import { parseCosmosAddress } from './families/parse-cosmos-address.ts'
import { parseEvmAddress } from './families/parse-evm-address.ts'
import { parseSolanaAddress } from './families/parse-solana-address.ts'
import { parseTonAddress } from './families/parse-ton-address.ts'
import { findAccountChain } from './find-account-chain.ts'

/** Parses an address from user input and returns its canonical form. Throws a `UserError` for an invalid address. */
export function parseAccount({ chainId, address }: { chainId: string; address: string }): Account {
  const { family, prefix } = findAccountChain(chainId)
  const text = address.trim()
  const parsers = {
    evm: () => parseEvmAddress(text),
    aptos: () => parseAptosAddress(text),
    cosmos: () => parseCosmosAddress(text, prefix ?? ''),
    solana: () => parseSolanaAddress(text),
    ton: () => parseTonAddress(text),
  }
  return { family, chainId, address: parsers[family]() }
}

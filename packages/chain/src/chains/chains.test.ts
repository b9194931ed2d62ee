import { chains } from '@touchstone/contract'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { chainTable } from './chain-table.ts'
import { explorerLink } from './explorer-link.ts'
import { findChainEntry, findEvmChain } from './find-chain.ts'

describe('Chain table', () => {
  it('lists the chains from the API contract with the same names', () => {
    const summary = (list: readonly { id: string; name: string; family: string; testnet: boolean }[]) =>
      list.map(({ id, name, family, testnet }) => `${id} ${name} ${family} ${testnet}`).sort()
    expect(summary(chainTable)).toEqual(summary(chains))
  })

  it.each(chainTable.filter((chain) => chain.family === 'evm'))('agrees with viem on $name', (chain) => {
    const known = Object.values(viemChains).filter(({ id }) => id === chain.chainId)
    expect(known.map(({ nativeCurrency }) => nativeCurrency.symbol)).toContain(chain.symbol)
    expect(known.map(({ blockExplorers }) => blockExplorers?.default.url)).toContain(chain.explorer)
    expect(chain.publicRpcs.length).toBeGreaterThan(0)
    expect(chain.publicRpcs.every((url) => url.startsWith('https://'))).toBe(true)
    expect(chain.finality.blocks).toBeGreaterThan(0)
  })

  it('finds a chain by id or number', () => {
    expect(findChainEntry('aptos-1')).toMatchObject({ family: 'aptos' })
    expect(findEvmChain(137)).toMatchObject({ name: 'Polygon', symbol: 'POL' })
    expect(findEvmChain(5)).toBeUndefined()
    const polygon = findEvmChain(137)
    if (!polygon) throw new Error('no Polygon')
    expect(explorerLink(polygon, 'tx', '0xab')).toBe('https://polygonscan.com/tx/0xab')
  })
})

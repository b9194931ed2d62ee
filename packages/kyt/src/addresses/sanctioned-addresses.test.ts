import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Network } from './networks.ts'
import { parseAddress } from './parse-address.ts'

const folder = fileURLToPath(new URL('../../../../../shared/data/labels/ofac/', import.meta.url))

/** The lists are named after coins: those of tokens mix networks, and that of Bitcoin has held an address of Tron. */
const lists: Record<string, readonly Network[]> = {
  XBT: ['BTC', 'TRX'],
  BCH: ['BCH'],
  LTC: ['LTC'],
  ETH: ['ETH'],
  ARB: ['ARBITRUM'],
  BSC: ['BSC'],
  SOL: ['SOL'],
  TRX: ['TRX'],
  USDC: ['ETH'],
  USDT: ['ETH', 'TRX', 'BTC'],
}

test.skipIf(!existsSync(folder)).each(Object.entries(lists))(
  'every sanctioned address of %s is read (skipped where the lists are not at hand)',
  (name, networks) => {
    const addresses = readFileSync(`${folder}sanctioned_addresses_${name}.txt`, 'utf8')
      .split('\n')
      .filter(Boolean)
    const unread = addresses.filter((text) => !networks.some((network) => parseAddress(network, text)))
    expect(addresses.length).toBeGreaterThan(0)
    expect(unread).toEqual([])
  },
)

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../../test/support/data-folder.ts'
import type { Network } from './networks.ts'
import { parseAddress } from './parse-address.ts'

/**
 * The lists are named after coins. Token lists contain addresses on several networks, and the Bitcoin list
 * has contained a Tron address.
 */
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

test.each(Object.entries(lists))('parses every sanctioned %s address', (name, networks) => {
  const addresses = readFileSync(join(dataFolder('labels/ofac'), `sanctioned_addresses_${name}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
  const unread = addresses.filter((text) => !networks.some((network) => parseAddress(network, text)))
  expect(addresses.length).toBeGreaterThan(0)
  expect(unread).toEqual([])
})

import type { WorldNetwork } from './coins.ts'
import { demoAddress } from './demo-address.ts'

export type DemoAddress = { coin: string; address: string; what: string }

/** The addresses worth trying first. */
export function notableAddresses(): DemoAddress[] {
  const ours: readonly [coin: string, network: WorldNetwork, name: string, what: string][] = [
    ['USDT-ERC20', 'ETH', 'exchange/northwind/hot-1', 'Hot wallet of a large exchange'],
    ['ETH', 'ETH', 'mixer/murmur/100', 'Mixer, the pool for notes of 100 ETH'],
    ['ETH', 'ETH', 'halcyon/thief', 'Thief of the Halcyon Bridge exploit'],
    ['ETH', 'ETH', 'halcyon/hop-1/0', 'Stolen money, one hop from the thief'],
    ['ETH', 'ETH', 'halcyon/hop-2/0', 'Stolen money, two hops from the thief'],
    ['ETH', 'ETH', 'halcyon/hop-3/0', 'Stolen money, three hops from the thief'],
    ['USDC-ERC20', 'ETH', 'person/ada', 'Ordinary person on Ethereum, paid by salary'],
    ['USDT-TRC20', 'TRX', 'person/bruno', 'Ordinary person on Tron, paid by salary'],
    ['USDT-TRC20', 'TRX', 'gambling/copper-lantern', 'Gambling house'],
    ['BTC', 'BTC', 'nightjar/collector', 'Collector of the Nightjar ransoms'],
    ['ETH', 'ETH', 'never-seen', 'Valid address that was never seen'],
  ]
  return [
    ...ours.map(([coin, network, name, what]) => ({ coin, address: demoAddress(network, name), what })),
    {
      coin: 'ETH',
      // On the OFAC list since 2022: a fact, and the only address here that is not ours.
      address: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
      what: 'Real address on the OFAC sanctions list',
    },
  ]
}

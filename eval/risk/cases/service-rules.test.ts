import { expect, test } from 'vitest'
import { isDepositAddress, serviceOf } from './service-rules.ts'

test.each([
  '',
  '  ',
  'Some Wallet Hack 01 OSRC',
  'Some Wallet Hack 08-12 SRC',
  'Fake_Phishing180952',
  'Fake_Phishing_6e34_b3fd',
  'Some Bridge Exploiter 2',
  'Some Exchange Hacker',
  'Pink Drainer: Wallet 1',
  'Some Protocol Attacker',
  'Some Hack Terminus',
  'Terminus (Tiny)',
  'transit_8cc5',
  'layer_1a2b_3c4d',
  'Some Case SRC3',
  'Thief 3',
  'Lazarus Group: Mule 4',
  'Scam token deployer',
  'somebody.eth',
  '0xabcdef',
  'Unknown',
  'Gnosis Safe Proxy',
])('does not treat %j as a service', (label) => {
  expect(serviceOf(label)).toBeUndefined()
})

test.each([
  ['Binance_Deposit_0x0ad0', 'exchange'],
  ['KuCoin 17', 'exchange'],
  ['Cobo_0xb800', 'exchange'],
  ['BingX 6 AWHT', 'exchange'],
  ['Something: Custody', 'exchange'],
  ['An unknown name', 'exchange'],
  ['eXch', 'risk_exchange'],
  ['eXch_Deposit_0x4adc', 'risk_exchange'],
  ['ChangeNOW: hot wallet', 'risk_exchange'],
  ['ChangeHero', 'risk_exchange'],
  ['FixedFloat 2', 'risk_exchange'],
  ['SideShift.ai', 'risk_exchange'],
  ['Tornado.Cash: Router', 'mixer'],
  ['Tornado.Cash: 100 ETH', 'mixer'],
  ['Railgun: Relay', 'mixer'],
  ['Stake_Deposit_0x1294', 'gambling'],
  ['Rollbit: Hot Wallet', 'gambling'],
  ['Stake DAO: Vault', 'exchange'],
  ['Arbitrum: Delayed Inbox', 'bridge'],
  ['Avalanche: Bridge', 'bridge'],
  ['CBridge', 'bridge'],
  ['Hop', 'bridge'],
  ['THORChain_vault_21d8_7427', 'bridge'],
  ['Across Protocol: Ethereum Spoke Pool V2', 'bridge'],
  ['LI.FI: LiFi Diamond', 'bridge'],
  ['Transit Swap: Router V4 2', 'dex'],
  ['Uniswap V3: Router 2', 'dex'],
  ['CoW Protocol: GPv2Settlement', 'dex'],
  ['1inch v5: Aggregation Router', 'dex'],
  ['MakerDAO: sDAI Token', 'defi'],
])('classifies %j as %s', (label, category) => {
  expect(serviceOf(label)).toEqual({ name: label, category })
})

test('distinguishes a deposit address from the service itself', () => {
  const deposits = ['Some_Deposit_0x1234', 'Some: Deposit 4', 'Some: Hot Wallet'].map((name) =>
    isDepositAddress({ name, category: 'exchange' }),
  )
  expect(deposits).toEqual([true, true, false])
})

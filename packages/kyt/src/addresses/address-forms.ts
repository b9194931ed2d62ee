import type { AddressForm } from './address-form.ts'
import { bitcoin } from './bitcoin.ts'
import { evm } from './evm.ts'
import { iotex } from './iotex.ts'
import type { Network } from './networks.ts'
import { solana } from './solana.ts'
import { sui } from './sui.ts'
import { ton } from './ton.ts'
import { tron } from './tron.ts'

export const addressForms: Readonly<Record<Network, AddressForm>> = {
  BTC: bitcoin({ key: 0, script: [5], witness: 'bc' }),
  // Litecoin took the 3… of its scripts from Bitcoin at first, and its M… later.
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

import { findCoin } from '@touchstone/kyt'

export const worldNetworks = ['ETH', 'BTC', 'TRX'] as const
export type WorldNetwork = (typeof worldNetworks)[number]

export type WorldCoin = {
  readonly identifier: string
  readonly network: WorldNetwork
  /** Index of the coin in arrays with one value per coin. */
  readonly index: number
  /** Number of smallest units in one coin. */
  readonly whole: bigint
  /** Payments are multiples of this amount, in smallest units, because people pay round amounts. */
  readonly grain: bigint
  readonly isNative: boolean
  readonly isStable: boolean
}

let count = 0

export const eth = worldCoin('ETH', 'ETH', 4)
export const usdtOnEth = worldCoin('USDT-ERC20', 'ETH', 2)
export const usdc = worldCoin('USDC-ERC20', 'ETH', 2)
export const dai = worldCoin('DAI-ERC20', 'ETH', 2)
export const weth = worldCoin('WETH-ERC20', 'ETH', 4)
export const btc = worldCoin('BTC', 'BTC', 5)
export const trx = worldCoin('TRX', 'TRX', 1)
export const usdtOnTron = worldCoin('USDT-TRC20', 'TRX', 2)

export const worldCoins = [eth, usdtOnEth, usdc, dai, weth, btc, trx, usdtOnTron] as const

export const nativeCoins: Readonly<Record<WorldNetwork, WorldCoin>> = { ETH: eth, BTC: btc, TRX: trx }

/** For each network, the coins that people pay with and that exchanges accept. */
export const paymentCoins: Readonly<Record<WorldNetwork, readonly WorldCoin[]>> = {
  ETH: [usdtOnEth, usdc, eth, dai],
  BTC: [btc],
  TRX: [usdtOnTron, trx],
}

function worldCoin(identifier: string, network: WorldNetwork, roundDecimals: number): WorldCoin {
  const coin = findCoin(identifier)
  if (coin === undefined) throw new RangeError(`${identifier} is missing from the coin table`)
  return {
    identifier,
    network,
    index: count++,
    whole: 10n ** BigInt(coin.decimals),
    grain: 10n ** BigInt(coin.decimals - roundDecimals),
    isNative: coin.contract === undefined,
    isStable: coin.stable === 'USD',
  }
}

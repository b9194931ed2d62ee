import type { BitcoinNetwork } from '../../addresses/networks.ts'
import type { ChainBlock } from '../rpc/chain-source.ts'
import { RpcError } from '../rpc/rpc-error.ts'
import { toUnits } from './exact-json.ts'
import { type Coins, netTransaction } from './net-transaction.ts'
import { ownerOfOutput } from './owner-of-output.ts'

type Script = { readonly hex?: string; readonly address?: string; readonly addresses?: readonly string[] }
/** `value` is the node's decimal number as text. */
export type CoreOutput = { readonly n?: number; readonly value?: string; readonly scriptPubKey?: Script }
export type CoreInput = {
  readonly coinbase?: string
  readonly txid?: string
  readonly vout?: number
  readonly prevout?: CoreOutput
}
export type CoreTransaction = {
  readonly txid: string
  readonly vin: readonly CoreInput[]
  readonly vout: readonly CoreOutput[]
}
export type CoreBlock = {
  readonly hash: string
  readonly height: number
  readonly time: number
  readonly previousblockhash?: string
  /** Contains only transaction identifiers if the node does not support a higher level of detail. */
  readonly tx: readonly (CoreTransaction | string)[]
}

const decimals = 8

/** Maps a Bitcoin Core block that includes the outputs that its inputs spend. */
export function mapCoreBlock(options: {
  readonly network: BitcoinNetwork
  readonly coin: string
  readonly block: CoreBlock
  readonly transactions: readonly CoreTransaction[]
  /** Returns the output that an input spends. Used if the node omitted the output. */
  readonly spentBy: (input: CoreInput) => CoreOutput | undefined
}): ChainBlock {
  const { network, coin, block, transactions, spentBy } = options
  const refuse = (tx: string, what: string): never => {
    throw new RpcError({ message: `block ${block.height}, transaction ${tx}: ${what}`, retryable: false })
  }
  const toCoins = (tx: string, output: CoreOutput | undefined): Coins => {
    const { scriptPubKey = {}, value } = output ?? {}
    const addresses = scriptPubKey.address === undefined ? scriptPubKey.addresses : [scriptPubKey.address]
    const units = toUnits(value, decimals)
    // Older nodes list several addresses for a bare multisignature. The owner is derived from the script, so
    // that it does not depend on the node's version.
    const owner = ownerOfOutput({
      network,
      addresses: addresses?.length === 1 ? addresses : [],
      script: scriptPubKey.hex,
    })
    if (units === undefined || owner === undefined) return refuse(tx, 'an output has no value or no script')
    return { address: owner, value: units }
  }

  const transfers = transactions.flatMap(({ txid, vin, vout }) => {
    const spending = vin.filter((input) => input.coinbase === undefined)
    return netTransaction({
      coin,
      tx: txid,
      block: block.height,
      time: block.time,
      inputs: spending.map((input) => toCoins(txid, input.prevout ?? spentBy(input))),
      outputs: vout.map((output) => toCoins(txid, output)),
    })
  })
  return {
    number: block.height,
    hash: block.hash,
    parent: block.previousblockhash ?? '',
    time: block.time,
    transfers,
  }
}

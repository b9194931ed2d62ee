import { RpcResponseError } from '../rpc/rpc-error.ts'
import type { RpcNode } from '../rpc/rpc-node.ts'
import type { Fees } from '../signer/chain-signer.ts'
import type { ChainView } from './observe-chain.ts'

/**
 * Returns the current fee for a transaction, or `undefined` if it exceeds the limit. The fee leaves room for
 * the base fee to double before inclusion, but the sender pays only the actual base fee.
 */
export async function suggestFees(
  node: RpcNode,
  view: Pick<ChainView, 'baseFee'>,
  limit: bigint,
): Promise<Fees | undefined> {
  const { baseFee } = view
  const price = async () => BigInt(String(await node.request('eth_gasPrice', [])))
  if (baseFee === undefined) {
    const gasPrice = await price()
    return gasPrice > limit ? undefined : { form: 'legacy', gasPrice }
  }
  const tip = await node.request('eth_maxPriorityFeePerGas', []).then(
    (answer) => BigInt(String(answer)),
    async (error: unknown) => {
      if (!(error instanceof RpcResponseError)) throw error
      const above = (await price()) - baseFee
      return above > 0n ? above : 0n
    },
  )
  const least = baseFee + baseFee / 8n + tip
  if (least > limit) return undefined
  const most = 2n * baseFee + tip
  return { form: 'eip1559', maxFeePerGas: most < limit ? most : limit, maxPriorityFeePerGas: tip }
}

/** Nodes require both fee parts of a replacement transaction to be 10 % higher; some nodes require 12.5 %. */
const raised = (wei: bigint) => wei + wei / 8n + 1n
const larger = (one: bigint, other: bigint) => (one > other ? one : other)

/**
 * Returns the fee for a replacement transaction with the same nonce, or `undefined` if it exceeds the limit.
 */
export function raiseFees(
  last: { readonly maxFee: bigint; readonly maxTip: bigint },
  now: Fees,
  limit: bigint,
): Fees | undefined {
  if (now.form === 'legacy') {
    const gasPrice = larger(raised(last.maxFee), now.gasPrice)
    return gasPrice > limit ? undefined : { form: 'legacy', gasPrice }
  }
  const maxPriorityFeePerGas = larger(raised(last.maxTip), now.maxPriorityFeePerGas)
  const least = larger(raised(last.maxFee), maxPriorityFeePerGas)
  if (least > limit) return undefined
  const most = larger(least, now.maxFeePerGas)
  return { form: 'eip1559', maxFeePerGas: most < limit ? most : limit, maxPriorityFeePerGas }
}

/** Splits a fee into its two parts. For a legacy fee, there is only one part. */
export function feeParts(fees: Fees): { maxFee: bigint; maxTip: bigint } {
  return fees.form === 'legacy'
    ? { maxFee: fees.gasPrice, maxTip: fees.gasPrice }
    : { maxFee: fees.maxFeePerGas, maxTip: fees.maxPriorityFeePerGas }
}

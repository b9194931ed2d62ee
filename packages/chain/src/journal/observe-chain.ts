import { type Hex, isHex, numberToHex } from 'viem'
import { NodeError, RpcResponseError } from '../rpc/rpc-error.ts'
import type { RpcNode } from '../rpc/rpc-node.ts'
import type { QueueContext } from './queue-context.ts'

/** The state of a chain as of one block, as reported by one node. */
export type ChainView = {
  readonly head: number
  readonly headHash: Hex
  readonly baseFee: bigint | undefined
  /** The number of the signer's mined transactions, which equals the signer's next nonce. */
  readonly nonce: number
  /** Number of the newest final block. */
  readonly final: number
}

type Header = { number: Hex; hash: Hex; baseFeePerGas?: Hex | null }

export async function observeChain(
  context: Pick<QueueContext, 'finality' | 'signer'>,
  node: RpcNode,
): Promise<ChainView> {
  const header = await readHeader(node, 'latest')
  if (!header) throw new NodeError('down', `${node.name} has no blocks`)
  const head = Number(header.number)
  const [nonce, final] = await Promise.all([
    requestOrBusy(node, 'eth_getTransactionCount', [context.signer.address, header.number]),
    readFinal(context, node, head),
  ])
  if (!Number.isSafeInteger(Number(nonce))) throw new NodeError('invalid', `${node.name} returned no nonce`)
  const { baseFeePerGas } = header
  return {
    head,
    headHash: header.hash,
    baseFee: baseFeePerGas === undefined || baseFeePerGas === null ? undefined : BigInt(baseFeePerGas),
    nonce: Number(nonce),
    final,
  }
}

async function readFinal(context: Pick<QueueContext, 'finality'>, node: RpcNode, head: number) {
  const { tag, blocks } = context.finality
  if (tag !== undefined) {
    // A node that does not support the tag returns an error or null.
    const settled = await readHeader(node, tag).catch((error: unknown) => {
      if (error instanceof NodeError && error.kind !== 'busy') throw error
      return undefined
    })
    if (settled) return Number(settled.number)
  }
  return head - blocks
}

export async function readHeader(node: RpcNode, block: number | 'latest' | 'finalized') {
  const named = typeof block === 'number' ? numberToHex(block) : block
  const header = (await requestOrBusy(node, 'eth_getBlockByNumber', [named, false])) as Header | null
  if (!header) return undefined
  if (!isHex(header.number) || !isHex(header.hash)) {
    throw new NodeError('invalid', `${node.name} returned a block without a number or hash`)
  }
  return header
}

/**
 * Treats an unexpected error response as an unavailable node. For example, the node could still be indexing
 * the receipt while another node already has it.
 */
export async function requestOrBusy(
  node: RpcNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await node.request(method, params)
  } catch (error) {
    if (!(error instanceof RpcResponseError)) throw error
    throw new NodeError('busy', `${node.name}: ${method}: ${error.message}`)
  }
}

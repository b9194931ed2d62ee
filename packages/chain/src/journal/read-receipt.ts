import { type Address, getContractAddress, type Hex } from 'viem'
import { NodeError } from '../rpc/rpc-error.ts'
import type { RpcNode } from '../rpc/rpc-node.ts'
import type { ChainJob, ExpectedLog, JobLog, JobReceipt } from './chain-job.ts'
import { requestOrBusy } from './observe-chain.ts'

type RpcReceipt = {
  transactionHash: Hex
  blockHash: Hex | null
  blockNumber: Hex | null
  from?: Address
  to?: Address | null
  status?: Hex | null
  gasUsed: Hex
  effectiveGasPrice?: Hex
  contractAddress?: Address | null
  logs?: { address: Address; topics: Hex[]; data: Hex; blockHash?: Hex; transactionHash?: Hex }[]
}

/**
 * The receipt of one of our transactions as one node tells it, or nothing. One that can't be ours is a lie, and the node
 * that told it is not believed for a while.
 */
export async function readReceipt(
  node: RpcNode,
  job: ChainJob,
  hash: Hex,
): Promise<Omit<JobReceipt, 'witnesses'> | undefined> {
  const told = (await requestOrBusy(node, 'eth_getTransactionReceipt', [hash])) as RpcReceipt | null
  if (!told || told.blockHash === null || told.blockNumber === null) return undefined
  const lie = (what: string) => new NodeError('invalid', `${node.name} tells of a receipt ${what}`)
  if (told.transactionHash !== hash) throw lie('of another transaction')
  if (told.from !== undefined && told.from.toLowerCase() !== job.signer) throw lie('of another sender')
  if (job.to !== null && (told.to ?? '').toLowerCase() !== job.to) throw lie('of another receiver')
  const logs = (told.logs ?? []).map(({ address, topics, data }): JobLog => ({ address, topics, data }))
  for (const log of told.logs ?? []) {
    const apart =
      (log.blockHash !== undefined && log.blockHash !== told.blockHash) ||
      (log.transactionHash !== undefined && log.transactionHash !== hash)
    if (apart) throw lie('with a log of another one')
  }
  const succeeded = told.status === '0x1'
  if (succeeded && job.expectedLog && !logs.some((log) => fits(log, job.expectedLog))) {
    throw lie('without the log that belongs in it')
  }
  const contractAddress = succeeded && job.to === null ? addressOf(job) : undefined
  if (contractAddress && told.contractAddress?.toLowerCase() !== contractAddress.toLowerCase()) {
    throw lie('with another contract than the one that it made')
  }
  return {
    hash,
    blockNumber: Number(told.blockNumber),
    blockHash: told.blockHash,
    succeeded,
    gasUsed: BigInt(told.gasUsed),
    gasPrice: BigInt(told.effectiveGasPrice ?? '0x0'),
    ...(contractAddress && { contractAddress }),
    logs,
  }
}

function addressOf(job: ChainJob): Address {
  return getContractAddress({ from: job.signer, nonce: BigInt(job.nonce ?? 0) })
}

function fits(log: JobLog, expected: ExpectedLog | undefined): boolean {
  if (!expected) return true
  return (
    log.address.toLowerCase() === expected.address.toLowerCase() &&
    expected.topics.every((topic, index) => topic === null || topic === log.topics[index])
  )
}

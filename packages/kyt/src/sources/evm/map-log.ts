import type { Network } from '../../addresses/networks.ts'
import { coinOfContract } from '../../coins/find-coin.ts'
import { type BlockRow, zeroAddress } from './map-transaction.ts'
import { logPosition } from './positions.ts'
import type { RpcLog } from './rpc-block.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * An ERC-20 transfer has both addresses in the topics and only the amount in the data. An ERC-721 transfer
 * has four topics.
 */
export function mapLog(network: Network, tx: string, log: RpcLog): BlockRow[] {
  const [topic, sender, receiver, ...more] = log.topics
  if (topic !== transferTopic || sender === undefined || receiver === undefined || more.length > 0) return []
  if (log.data.length !== 66 || log.removed) return []
  const coin = coinOfContract(network, log.address.toLowerCase())
  const from = ofTopic(sender)
  const to = ofTopic(receiver)
  if (!coin || (from === '' && to === '')) return []
  const position = logPosition(Number(log.logIndex))
  return [{ coin: coin.identifier, tx, position, from, to, amount: BigInt(log.data) }]
}

/** A transfer from the zero address mints tokens, and a transfer to the zero address burns them. */
function ofTopic(topic: string): string {
  const address = `0x${topic.slice(-40).toLowerCase()}`
  return address === zeroAddress ? '' : address
}

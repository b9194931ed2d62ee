import { type Address, parseEther, toHex } from 'viem'
import { callNode } from './call-node.ts'
import type { DevNode } from './start-dev-node.ts'

const plenty = parseEther('1000000')

/** Made-up coins, so that fees can be paid. */
export async function fundDevAccount(node: Pick<DevNode, 'url'>, account: Address): Promise<void> {
  await callNode(node.url, 'anvil_setBalance', [account, toHex(plenty)])
}

import type { Clock, Logger } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { Abi } from 'viem'
import type { Finality } from '../chains/chain-entry.ts'
import type { ChainRpc } from '../rpc/open-rpc.ts'
import type { ChainSigner } from '../signer/chain-signer.ts'
import type { JournalPolicy } from './journal-policy.ts'

/** The context for every step of a queue, which has one chain and one signer. */
export type QueueContext = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly chainId: number
  readonly rpc: ChainRpc
  readonly signer: ChainSigner
  readonly finality: Finality
  readonly policy: JournalPolicy
  /** The contracts' errors, for naming the reason why a job failed. */
  readonly errors: Abi
  /** Number of nodes that must agree: the policy's value, limited to the number of nodes. */
  readonly witnesses: number
}

import type { Clock, Logger } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { Abi } from 'viem'
import type { Finality } from '../chains/chain-entry.ts'
import type { ChainRpc } from '../rpc/open-rpc.ts'
import type { ChainSigner } from '../signer/chain-signer.ts'
import type { JournalPolicy } from './journal-policy.ts'

/** The context of every step of a queue. A queue belongs to one chain and one signer. */
export type QueueContext = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly chainId: number
  readonly rpc: ChainRpc
  readonly signer: ChainSigner
  readonly finality: Finality
  readonly policy: JournalPolicy
  /** The errors of the contracts, used to name the reason why a job failed. */
  readonly errors: Abi
  /** The number of nodes that must agree: the policy's value, limited to the number of nodes. */
  readonly witnesses: number
}

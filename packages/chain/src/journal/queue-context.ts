import type { Clock, Logger } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import type { Abi } from 'viem'
import type { Finality } from '../chains/chain-entry.ts'
import type { ChainRpc } from '../rpc/open-rpc.ts'
import type { ChainSigner } from '../signer/chain-signer.ts'
import type { JournalPolicy } from './journal-policy.ts'

/** What every step of a queue is handed: one chain, one signer. */
export type QueueContext = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly chainId: number
  readonly rpc: ChainRpc
  readonly signer: ChainSigner
  readonly finality: Finality
  readonly policy: JournalPolicy
  /** Errors of the contracts, so that a failed job can say which one it was. */
  readonly errors: Abi
  /** How many nodes must agree: the policy's number, or all there are. */
  readonly witnesses: number
}

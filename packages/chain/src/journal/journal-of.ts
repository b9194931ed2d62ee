import type { Kysely } from 'kysely'
import type { QueueId } from './job-store.ts'
import type { QueueContext } from './queue-context.ts'
import type { ChainTables } from './tables.ts'

/** The journal's tables, the name of the queue in them, and the time. */
export function journalOf(context: QueueContext): { db: Kysely<ChainTables>; queue: QueueId; now: Date } {
  return {
    db: context.database.tables<ChainTables>(),
    queue: { chainId: context.chainId, signer: context.signer.address.toLowerCase() },
    now: new Date(context.clock.now()),
  }
}

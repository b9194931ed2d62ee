import type { Kysely } from 'kysely'
import type { QueueId } from './job-store.ts'
import type { QueueContext } from './queue-context.ts'
import type { ChainTables } from './tables.ts'

export function journalOf(context: QueueContext): { db: Kysely<ChainTables>; queue: QueueId; now: Date } {
  return {
    db: context.database.tables<ChainTables>(),
    queue: { chainId: context.chainId, signer: context.signer.address.toLowerCase() },
    now: new Date(context.clock.now()),
  }
}

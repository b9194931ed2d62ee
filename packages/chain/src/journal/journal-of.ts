import type { Kysely } from 'kysely'
import type { LineName } from './job-store.ts'
import type { LineContext } from './line-context.ts'
import type { ChainTables } from './tables.ts'

/** The journal's tables, the name of the line in them, and the time. */
export function journalOf(context: LineContext): { db: Kysely<ChainTables>; line: LineName; now: Date } {
  return {
    db: context.database.tables<ChainTables>(),
    line: { chainId: context.chainId, signer: context.signer.address.toLowerCase() },
    now: new Date(context.clock.now()),
  }
}

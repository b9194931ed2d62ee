import type { KytDb } from '../context.ts'

export async function selectMayWatch(db: KytDb, merchant: string): Promise<boolean> {
  const row = await db
    .selectFrom('kyt_agent_setting')
    .select('may_watch')
    .where('merchant', '=', merchant)
    .executeTakeFirst()
  return row?.may_watch ?? false
}

export async function upsertMayWatch(
  db: KytDb,
  set: { merchant: string; mayWatch: boolean; at: Date },
): Promise<void> {
  const values = { may_watch: set.mayWatch, updated_at: set.at }
  await db
    .insertInto('kyt_agent_setting')
    .values({ merchant: set.merchant, ...values })
    .onConflict((conflict) => conflict.column('merchant').doUpdateSet(values))
    .execute()
}

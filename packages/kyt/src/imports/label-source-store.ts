import type { KytDb } from '../context.ts'

export type LabelSourceRow = { name: string; version: string; labels: number; importedAt: Date }

export async function selectLabelSources(db: KytDb): Promise<LabelSourceRow[]> {
  return await db
    .selectFrom('kyt_label_source')
    .select(['name', 'version', 'labels', 'imported_at as importedAt'])
    .orderBy('name')
    .execute()
}

export async function upsertLabelSource(db: KytDb, row: LabelSourceRow): Promise<void> {
  const values = { version: row.version, labels: row.labels, imported_at: row.importedAt }
  await db
    .insertInto('kyt_label_source')
    .values({ name: row.name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute()
}

import type { CaseFileType } from '@touchstone/contract'
import type { KycDb } from '../context.ts'

export type FileRow = {
  readonly caseId: number
  readonly number: number
  readonly type: CaseFileType
  readonly size: number
  readonly nameSealed: Uint8Array | null
  readonly addedBy: string
  readonly addedAt: Date
}

const fileColumns = [
  ...(['case_id as caseId', 'number', 'type', 'size', 'name_sealed as nameSealed'] as const),
  ...(['added_by as addedBy', 'added_at as addedAt'] as const),
] as const

/** Selects the files of a case, oldest first, without their contents. */
export async function selectFiles(db: KycDb, caseId: number): Promise<FileRow[]> {
  return await db
    .selectFrom('case_file')
    .select(fileColumns)
    .where('case_id', '=', caseId)
    .where('removed_at', 'is', null)
    .orderBy('number')
    .execute()
}

export async function insertFile(db: KycDb, row: FileRow, parts: readonly Uint8Array[]): Promise<void> {
  await db
    .insertInto('case_file')
    .values({
      ...{ case_id: row.caseId, number: row.number, type: row.type, size: row.size },
      ...{ name_sealed: row.nameSealed, added_by: row.addedBy, added_at: row.addedAt },
    })
    .execute()
  for (const [part, sealed] of parts.entries())
    await db
      .insertInto('case_file_part')
      .values({ case_id: row.caseId, file: row.number, part, sealed })
      .execute()
}

/** Selects the contents of a file in parts, in order. */
export async function selectFileParts(
  db: KycDb,
  { caseId, file }: { caseId: number; file: number },
): Promise<{ part: number; sealed: Uint8Array }[]> {
  return await db
    .selectFrom('case_file_part')
    .select(['part', 'sealed'])
    .where('case_id', '=', caseId)
    .where('file', '=', file)
    .orderBy('part')
    .execute()
}

/** Removes a file and deletes its content and its name. Returns false if the case does not have it. */
export async function removeFileRow(
  db: KycDb,
  of: { caseId: number; number: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('case_file')
    .set({ removed_at: of.at, name_sealed: null })
    .where('case_id', '=', of.caseId)
    .where('number', '=', of.number)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('case_file_part')
    .where('case_id', '=', of.caseId)
    .where('file', '=', of.number)
    .execute()
  return numUpdatedRows > 0n
}

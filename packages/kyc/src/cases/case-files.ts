import { UserError } from '@touchstone/common'
import { type CaseFileType, caseLimits } from '@touchstone/contract'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { caseFileNameColumn, caseFilePartColumn } from '../sealed-columns.ts'
import { type FileRow, insertFile, removeFileRow, selectFileParts, selectFiles } from './case-file-store.ts'
import { selectCase } from './case-store.ts'
import { type Acting, changeCase, full, merchantIdOf, requireWorking, unknownCase } from './change-case.ts'
import { fileTypeOf, mediaTypes, safeFileName } from './file-type.ts'

/** Bytes of a file in one sealed value. Rotating the master secret reads several hundred values at a time. */
const partBytes = 64 * 1024

/** Adds a file to a case. Its type is determined from its content, and its name is made harmless. */
export async function addCaseFile(
  context: KycContext,
  acting: Acting & { readonly number: number; readonly name: string; readonly content: Buffer },
): Promise<void> {
  const { content, member } = acting
  if (content.length > caseLimits.fileBytes) throw tooLarge(`${caseLimits.fileBytes / 1024 / 1024} MB`)
  const type = fileTypeOf(content)
  if (!type) throw unsuitable()
  const name = safeFileName(acting.name, type)
  await changeCase(context, acting, async ({ db, row, at, numbers, note }) => {
    requireWorking(row)
    const files = await selectFiles(db, row.id)
    if (files.length >= caseLimits.files) throw full('files')
    const total = files.reduce((sum, { size }) => sum + size, content.length)
    if (total > caseLimits.totalBytes) throw tooLarge(`${caseLimits.totalBytes / 1024 / 1024} MB in total`)
    const number = ++numbers.files
    const { vault } = context
    const parts = partsOf(content).map((part, index) =>
      vault.seal(part.toString('base64'), caseFilePartColumn.at(row.id, number, index)),
    )
    const nameSealed = vault.seal(name, caseFileNameColumn.at(row.id, number))
    const file = {
      caseId: row.id,
      number,
      type,
      size: content.length,
      nameSealed,
      addedBy: member,
      addedAt: at,
    }
    await insertFile(db, file, parts)
    await note('file-added', { file: number, type, size: content.length })
  })
}

/** Removes a file and deletes its content. */
export async function removeCaseFile(
  context: KycContext,
  acting: Acting & { readonly number: number; readonly file: number },
): Promise<void> {
  await changeCase(context, acting, async ({ db, row, at, note }) => {
    requireWorking(row)
    const file = acting.file
    if (!(await removeFileRow(db, { caseId: row.id, number: file, at }))) throw unknownFile()
    await note('file-removed', { file })
  })
}

export type CaseFile = { readonly name: string; readonly mediaType: string; readonly content: Buffer }

/** Reads a file of a case. */
export async function readCaseFile(
  context: KycContext,
  { mchNo, number, file }: { mchNo: string; number: number; file: number },
): Promise<CaseFile> {
  const db = tablesOf(context)
  const row = await selectCase(db, { merchantId: await merchantIdOf(db, mchNo), number })
  if (!row) throw unknownCase()
  const found = (await selectFiles(db, row.id)).find((each) => each.number === file)
  if (!found) throw unknownFile()
  return await openFile(context, db, found)
}

export async function openFile({ vault }: KycContext, db: KycDb, row: FileRow): Promise<CaseFile> {
  const { caseId, number, nameSealed, type } = row
  const parts = await selectFileParts(db, { caseId, file: number })
  const content = Buffer.concat(
    parts.map(({ part, sealed }) =>
      Buffer.from(vault.open(sealed, caseFilePartColumn.at(caseId, number, part)), 'base64'),
    ),
  )
  const name = nameSealed ? vault.open(nameSealed, caseFileNameColumn.at(caseId, number)) : ''
  return { name, mediaType: mediaTypes[type], content }
}

function partsOf(content: Buffer): Buffer[] {
  const count = Math.ceil(content.length / partBytes)
  return Array.from({ length: count }, (_, at) => content.subarray(at * partBytes, (at + 1) * partBytes))
}

const accepted: Readonly<Record<CaseFileType, string>> = {
  pdf: 'PDF',
  png: 'PNG',
  jpeg: 'JPEG',
  csv: 'CSV',
  text: 'plain text',
}

function unsuitable(): UserError {
  return new UserError({
    code: 'case.file-type',
    message: `The content of this file is not one of the accepted types: ${Object.values(accepted).join(', ')}.`,
    remedy: 'Save it as one of these types. A PDF must not contain scripts or other files.',
  })
}

function tooLarge(limit: string): UserError {
  return new UserError({
    code: 'case.file-too-large',
    message: `The files of a case are limited to ${limit}.`,
    remedy: 'Add a smaller file, or remove one that is not needed.',
  })
}

function unknownFile(): InputError {
  return new InputError('file', 'is not in this case')
}

import { basename } from 'node:path'
import type { OperatorError } from '@touchstone/common'
import { importFileError } from '../files/import-file-error.ts'
import type { RejectedRow } from './rejects.ts'

/**
 * Creates the error for a rejected import. The message contains the first invalid row and the number of
 * invalid rows.
 */
export function rejectedImport(first: RejectedRow | undefined, count: number): OperatorError {
  return importFileError({
    file: basename(first?.file ?? 'the file'),
    ...(first === undefined || first.line === 0 ? {} : { line: first.line }),
    what: `${first?.problem ?? 'invalid row'}${count > 1 ? ` (the first of ${count} bad rows)` : ''}; nothing was imported`,
    remedy: 'Correct the file, or use --rejects to write the bad rows to a file and import the valid rows.',
  })
}

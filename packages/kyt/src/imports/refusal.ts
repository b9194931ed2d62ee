import { basename } from 'node:path'
import type { OperatorError } from '@touchstone/common'
import { importFileError } from '../files/import-file-error.ts'
import type { RejectedRow } from './rejects.ts'

/** Why an import was given up: its first bad row, and how many there are. */
export function refusal(first: RejectedRow | undefined, count: number): OperatorError {
  return importFileError({
    file: basename(first?.file ?? 'the file'),
    ...(first === undefined || first.line === 0 ? {} : { line: first.line }),
    what: `${first?.problem ?? 'a row can not be taken'}${count > 1 ? ` (the first of ${count} bad rows)` : ''}; nothing was imported`,
    remedy: 'Correct the file, or name a file for the bad rows with --rejects to import the others.',
  })
}

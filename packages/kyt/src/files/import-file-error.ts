import { OperatorError } from '@touchstone/common'

export type ImportFileErrorOptions = {
  readonly file: string
  readonly line?: number
  /** What is wrong with the file, as the end of a sentence that begins with the file's name. */
  readonly what: string
  readonly remedy: string
  readonly cause?: unknown
}

/** A file that can't be read as what it should be. A single bad row is no such error: it is reported as a problem. */
export function importFileError(options: ImportFileErrorOptions): OperatorError {
  const { file, line, what, remedy, cause } = options
  const place = line === undefined ? file : `${file}, line ${line}`
  return new OperatorError({ code: 'import_file', message: `${place}: ${what}.`, remedy, cause })
}

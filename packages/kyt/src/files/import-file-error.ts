import { OperatorError } from '@touchstone/common'

export type ImportFileErrorOptions = {
  readonly file: string
  readonly line?: number
  /** The problem, phrased to follow the file name, for example "cannot be opened". */
  readonly what: string
  readonly remedy: string
  readonly cause?: unknown
}

/**
 * The error for a file that cannot be read in the expected format. Invalid rows are reported as problems
 * instead.
 */
export function importFileError(options: ImportFileErrorOptions): OperatorError {
  const { file, line, what, remedy, cause } = options
  const place = line === undefined ? file : `${file}, line ${line}`
  return new OperatorError({ code: 'import_file', message: `${place}: ${what}.`, remedy, cause })
}

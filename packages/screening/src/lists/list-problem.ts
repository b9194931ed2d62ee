import { UserError } from '@touchstone/common'

const problems = {
  'list.empty': ['The list has no entries.', 'Download the list again. The current version remains in use.'],
  'list.cut-off': [
    'The list ends too early.',
    'Download the list again. The current version remains in use.',
  ],
  'list.broken': ['The list is not well-formed.', 'Download the list again or use another format.'],
  'list.doctype': ['The list defines its own XML entities.', "Use the publisher's original file."],
  'list.wrong-format': ['The file is not in the specified list format.', 'Specify the correct format.'],
  'list.encoding': [
    "The encoding of the list can't be detected.",
    'Save the list as UTF-8 and import it again.',
  ],
  'list.too-large': [
    'The list, or one of its fields, is too large.',
    'Make sure that you have selected the right file.',
  ],
  'list.shrunk': [
    'The new version has far fewer entries than the current version.',
    'Make sure that the new version is complete, then force the import.',
  ],
  'list.older': [
    'The new version is older than the current version.',
    'Import the newest version, or force the import.',
  ],
  'list.too-many-bad-rows': [
    'Too many rows of the list are invalid.',
    'Make sure that the file is complete and in the specified format.',
  ],
  'list.name': [
    'The name of a list must consist of 1 to 64 lowercase letters, digits and hyphens, and must not start with a hyphen.',
    'Choose another name for the list.',
  ],
  'list.unknown-version': [
    'This version of the list does not exist.',
    'Choose one of the available versions.',
  ],
} as const

export type ListProblem = keyof typeof problems

/** Creates the error for a rejected list. The error can include a line number, but no list content. */
export function listProblem(code: ListProblem, detail?: { line?: number; cause?: unknown }): UserError {
  const [message, remedy] = problems[code]
  const where = detail?.line === undefined ? message : message.replace(/\.$/, ` (line ${detail.line}).`)
  return new UserError({ code, message: where, remedy, cause: detail?.cause })
}

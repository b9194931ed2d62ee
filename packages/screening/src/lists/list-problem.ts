import { UserError } from '@touchstone/common'

const problems = {
  'list.empty': ['The list holds no entries.', 'Download it again; the list in use stays as it is.'],
  'list.cut-off': ['The list ends too early.', 'Download it again; the list in use stays as it is.'],
  'list.broken': ['The list is not well-formed.', 'Download it again, or give it in another form.'],
  'list.doctype': ['The list defines its own entities.', 'Give the list as its publisher wrote it.'],
  'list.wrong-format': ['The file is not a list of the format that was named.', 'Name the right format.'],
  'list.encoding': [
    'The text of the list is in an encoding that can not be told.',
    'Save it as UTF-8 and give it again.',
  ],
  'list.too-large': ['The list, or one of its fields, is too large.', 'Make sure that it is the right file.'],
  'list.shrunk': [
    'The new version has far fewer entries than the one in use.',
    'Make sure that it is complete, then force the import.',
  ],
  'list.older': [
    'The new version was published before the one in use.',
    'Give the newest version, or force the import.',
  ],
  'list.too-many-bad-rows': [
    'Too many rows of the list can not be read.',
    'Make sure that it is complete and in the format that was named.',
  ],
  'list.name': [
    'The name of a list has small letters, digits and hyphens, at most 64 of them.',
    'Give the list another name.',
  ],
  'list.unknown-version': ['There is no such version of this list.', 'Ask for the versions that there are.'],
} as const

export type ListProblem = keyof typeof problems

/** Why a list is refused; says nothing of what stands in it but, where it helps, the line. */
export function listProblem(code: ListProblem, detail?: { line?: number; cause?: unknown }): UserError {
  const [message, remedy] = problems[code]
  const where = detail?.line === undefined ? message : message.replace(/\.$/, ` (line ${detail.line}).`)
  return new UserError({ code, message: where, remedy, cause: detail?.cause })
}

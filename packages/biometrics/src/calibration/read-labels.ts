import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { calibrationError } from './calibration-error.ts'

/** Two photographs, by their paths, and whether they show one person. */
export type LabelledPair = { line: number; first: string; second: string; same: boolean }
/** A photograph and whether it shows a live person, or what it shows instead. */
export type LabelledPicture = { line: number; picture: string; live: boolean; attack: string }

const answers: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

/** A header, then `first,second,same` on each line: paths from the file's own folder, and Yes or No. */
export function readPairs(file: string): LabelledPair[] {
  return readRows(file, 3, 3).map(({ line, fields: [first = '', second = '', answer = ''] }) => ({
    line,
    first: resolve(dirname(file), first),
    second: resolve(dirname(file), second),
    same: yesOrNo(answer, file, line),
  }))
}

/** A header, then `picture,live` or `picture,live,attack` on each line; `attack` names the kind, such as print or screen. */
export function readPictures(file: string): LabelledPicture[] {
  const seen = new Set<string>()
  return readRows(file, 2, 3).map(({ line, fields: [name = '', answer = '', attack = ''] }) => {
    const picture = resolve(dirname(file), name)
    if (seen.has(picture)) {
      throw calibrationError(
        `${file}, line ${line}: the photograph is on a line before.`,
        'Name each once: a repeated one makes errors look rarer than they are.',
      )
    }
    seen.add(picture)
    const live = yesOrNo(answer, file, line)
    return { line, picture, live, attack: attack === '' ? 'attack' : attack.toLowerCase() }
  })
}

/** Whether all files can be read, before hours are spent. People are named in file names: the line is said instead. */
export function checkReadable(file: string, pictures: readonly { line: number; path: string }[]): void {
  for (const { line, path } of pictures) {
    try {
      accessSync(path, constants.R_OK)
    } catch {
      throw calibrationError(
        `${file}, line ${line}: the photograph can't be read.`,
        'Write paths from the folder of the file, or take the line out.',
      )
    }
  }
}

function readRows(file: string, least: number, most: number): { line: number; fields: string[] }[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw calibrationError(
      `${file} can't be read: ${(cause as Error).message}.`,
      'Name the file with the labels.',
    )
  }
  const [, ...lines] = text.split(/\r?\n/)
  return lines.flatMap((content, index) => {
    if (content.trim() === '') return []
    const line = index + 2
    const fields = content.split(',').map((field) => field.trim())
    const isWhole = fields.length >= least && fields.length <= most && fields[0] !== '' && fields[1] !== ''
    if (isWhole && !content.includes('"')) return [{ line, fields }]
    throw calibrationError(
      `${file}, line ${line}: not ${least === most ? least : `${least} or ${most}`} fields between commas, without quotes.`,
      'See docs/face-models.md for the form of the file; its first line is a header.',
    )
  })
}

function yesOrNo(text: string, file: string, line: number): boolean {
  const answer = answers[text.toLowerCase()]
  if (answer !== undefined) return answer
  throw calibrationError(`${file}, line ${line}: the label is neither Yes nor No.`, 'Correct the line.')
}

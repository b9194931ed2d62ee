import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { calibrationError } from './calibration-error.ts'

/** The paths of two photographs, and whether they show the same person. */
export type LabelledPair = { line: number; first: string; second: string; same: boolean }
/** A photograph, and whether it shows a live person or an attack. */
export type LabelledPicture = { line: number; picture: string; live: boolean; attack: string }

const answers: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

/**
 * Reads a file with a header line, followed by lines of `first,second,same`: two paths relative to the file,
 * and Yes or No.
 */
export function readPairs(file: string): LabelledPair[] {
  return readRows(file, 3, 3).map(({ line, fields: [first = '', second = '', answer = ''] }) => ({
    line,
    first: resolve(dirname(file), first),
    second: resolve(dirname(file), second),
    same: yesOrNo(answer, file, line),
  }))
}

/**
 * Reads a file with a header line, followed by lines of `picture,live` or `picture,live,attack`. `attack` is
 * the kind of attack, such as print or screen.
 */
export function readPictures(file: string): LabelledPicture[] {
  const seen = new Set<string>()
  return readRows(file, 2, 3).map(({ line, fields: [name = '', answer = '', attack = ''] }) => {
    const picture = resolve(dirname(file), name)
    if (seen.has(picture)) {
      throw calibrationError(
        `${file}, line ${line}: the photograph is already on an earlier line.`,
        'List each photograph only once. Repetitions make error rates look lower than they are.',
      )
    }
    seen.add(picture)
    const live = yesOrNo(answer, file, line)
    return { line, picture, live, attack: attack === '' ? 'attack' : attack.toLowerCase() }
  })
}

/**
 * Fails early if a photograph cannot be read. Reports the line of the photograph instead of its name, because
 * file names may contain people's names.
 */
export function checkReadable(file: string, pictures: readonly { line: number; path: string }[]): void {
  for (const { line, path } of pictures) {
    try {
      accessSync(path, constants.R_OK)
    } catch {
      throw calibrationError(
        `${file}, line ${line}: the photograph cannot be read.`,
        'Write paths relative to the label file, or remove the line.',
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
      `${file} cannot be read: ${(cause as Error).message}.`,
      'Provide the path of the label file.',
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
      `${file}, line ${line}: expected ${least === most ? least : `${least} or ${most}`} fields, separated by commas and without quotes.`,
      'See docs/face-models.md for the format of the file. Its first line is a header.',
    )
  })
}

function yesOrNo(text: string, file: string, line: number): boolean {
  const answer = answers[text.toLowerCase()]
  if (answer !== undefined) return answer
  throw calibrationError(`${file}, line ${line}: the label is neither Yes nor No.`, 'Correct the line.')
}

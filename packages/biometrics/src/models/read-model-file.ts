import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { type ModelDescription, parseDescription } from './model-description.ts'
import { modelError } from './model-error.ts'

/** A model that an operator brings: where it is, what it takes and gives, and which one it is. Plain data, for threads. */
export type ModelFile<Description extends ModelDescription = ModelDescription> = {
  path: string
  /** Of the ONNX file. */
  sha256: string
  /**
   * What templates and answers carry. The description is part of it: the same network with another alignment or other
   * scales gives other numbers, that must not be compared with these.
   */
  name: string
  description: Description
}

/** Every thread holds a copy. The largest face models that are published have about 260 MB. */
const maxModelBytes = 512 * 1024 * 1024
const maxJsonBytes = 64 * 1024
const chunkBytes = 1024 * 1024

/** Reads what is known of a model without running it; the setting that names it is named in what can go wrong. */
export function readModelFile(path: string, setting: string): ModelFile {
  if (!path.endsWith('.onnx')) {
    throw modelError(`${setting} names ${path}, which does not end with ".onnx".`, 'Name an ONNX file.')
  }
  const beside = besideModel(path, '.json')
  const json = readJson(beside, `${setting}: the description ${beside}`)
  const description = parseDescription(json)
  if (Array.isArray(description)) {
    throw modelError(
      `${setting}: the description ${beside} can't be used: ${description.join('; ')}.`,
      'Correct it; docs/face-models.md says what each member means.',
    )
  }
  const sha256 = hashFile(path, setting)
  const prepared = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 16)
  return { path, sha256, name: `onnx ${sha256}, prepared ${prepared}`, description }
}

/** The file with the same name and another ending. */
export function besideModel(path: string, ending: string): string {
  return path.replace(/\.onnx$/, ending)
}

/** `what` begins the sentence about a file that can't be read. */
export function readJson(path: string, what: string): unknown {
  try {
    if (statSync(path).size > maxJsonBytes) throw new Error(`it has more than ${maxJsonBytes / 1024} kB`)
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    throw modelError(
      `${what} can't be read as JSON: ${reason}.`,
      'See docs/face-models.md for what belongs beside a model.',
      cause,
    )
  }
}

function hashFile(path: string, setting: string): string {
  const unreadable = (reason: string, cause: unknown) =>
    modelError(
      `${setting}: the model ${path} can't be read: ${reason}.`,
      'Name a readable ONNX file, or take the setting away.',
      cause,
    )
  let file: number
  try {
    const { size } = statSync(path)
    if (size > maxModelBytes) throw new Error(`it has more than ${maxModelBytes / 1024 / 1024} MB`)
    file = openSync(path, 'r')
  } catch (cause) {
    throw unreadable((cause as Error).message, cause)
  }
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(chunkBytes)
  try {
    for (;;) {
      const read = readSync(file, chunk)
      if (read === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, read))
    }
  } catch (cause) {
    throw unreadable((cause as Error).message, cause)
  } finally {
    closeSync(file)
  }
}

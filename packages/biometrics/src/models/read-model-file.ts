import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { type ModelDescription, parseDescription } from './model-description.ts'
import { modelError } from './model-error.ts'

/** An ONNX model: its file, description and identity. Plain data that can be passed to threads. */
export type ModelFile<Description extends ModelDescription = ModelDescription> = {
  path: string
  /** Hash of the ONNX file. */
  sha256: string
  /**
   * The model's name in templates and results. It includes the description, because the same network with a
   * different alignment or scale returns numbers that cannot be compared.
   */
  name: string
  description: Description
}

/**
 * The largest accepted model file. The size is limited because every thread has its own copy. The largest
 * published face models are about 260 MB in size.
 */
const maxModelBytes = 512 * 1024 * 1024
const maxJsonBytes = 64 * 1024
const chunkBytes = 1024 * 1024

/**
 * Reads a model's description and calculates its hash without running the model. Error messages name the
 * setting that contains the path.
 */
export function readModelFile(path: string, setting: string): ModelFile {
  if (!path.endsWith('.onnx')) {
    throw modelError(`${setting} names ${path}, which does not end with ".onnx".`, 'Use an ONNX file.')
  }
  const beside = besideModel(path, '.json')
  const json = readJson(beside, `${setting}: the description ${beside}`)
  const description = parseDescription(json)
  if (Array.isArray(description)) {
    throw modelError(
      `${setting}: the description ${beside} is invalid: ${description.join('; ')}.`,
      'Correct it. docs/face-models.md explains each member.',
    )
  }
  const sha256 = hashFile(path, setting)
  const prepared = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 16)
  return { path, sha256, name: `onnx ${sha256}, prepared ${prepared}`, description }
}

/** Returns the path with a different file extension. */
export function besideModel(path: string, ending: string): string {
  return path.replace(/\.onnx$/, ending)
}

/** `what` describes the file in error messages. */
export function readJson(path: string, what: string): unknown {
  try {
    if (statSync(path).size > maxJsonBytes) throw new Error(`it is larger than ${maxJsonBytes / 1024} kB`)
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown'
    throw modelError(
      `${what} cannot be read as JSON: ${reason}.`,
      'See docs/face-models.md for the files that belong next to a model.',
      cause,
    )
  }
}

function hashFile(path: string, setting: string): string {
  const unreadable = (reason: string, cause: unknown) =>
    modelError(
      `${setting}: the model ${path} cannot be read: ${reason}.`,
      'Specify a readable ONNX file, or remove the setting.',
      cause,
    )
  let file: number
  try {
    const { size } = statSync(path)
    if (size > maxModelBytes) throw new Error(`it is larger than ${maxModelBytes / 1024 / 1024} MB`)
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

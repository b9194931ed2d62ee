import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { InferenceSession } from 'onnxruntime-common'
import { flushTinyWeights } from './flush-tiny-weights.ts'
import { loadOnnxRuntime } from './load-onnx-runtime.ts'
import type { ModelInput } from './model-description.ts'
import { modelError } from './model-error.ts'
import type { ModelFile } from './read-model-file.ts'

/** A network that converts one prepared picture to a vector. Calls must not overlap. */
export type OnnxSession = {
  /** The name and version of the engine that runs the network. */
  readonly engine: string
  run(input: Float32Array): Promise<Float32Array>
}

/**
 * Opens the model file. Throws if the file has changed since it was read, or if its inputs and outputs do not
 * match its description.
 */
export async function openOnnxSession(model: ModelFile, outputs: number): Promise<OnnxSession> {
  const { path, sha256, description } = model
  const bytes = readFileSync(path)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw modelError(
      `The model ${path} is not the expected file: it was changed while the service was running, or its package was changed.`,
      'Calibrate the new file and restart the service. If the file belongs to a package, reinstall the package.',
    )
  }
  flushTinyWeights(bytes)
  const { InferenceSession, Tensor, name: engine, executionProvider } = await loadOnnxRuntime()
  let session: InferenceSession
  try {
    session = await InferenceSession.create(bytes, {
      executionProviders: [executionProvider],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    })
  } catch (cause) {
    throw modelError(
      `${engine} cannot open the model ${path}: ${reasonOf(cause)}.`,
      'Use a model in a single file (no external data) whose operators the engine supports.',
      cause,
    )
  }
  const shape = shapeOf(description.input)
  checkShapes(session, path, shape, outputs)
  const [inputName] = session.inputNames
  const [outputName] = session.outputNames
  if (inputName === undefined || outputName === undefined) throw unfit(path, 'it has no input or no output')
  return {
    engine,
    async run(input) {
      const picture = new Tensor('float32', input, shape)
      let answers: InferenceSession.OnnxValueMapType
      try {
        answers = await session.run({ [inputName]: picture })
      } catch (cause) {
        throw unfit(path, `it cannot be run: ${reasonOf(cause)}`, cause)
      }
      const answer = answers[outputName]
      const numbers = answer?.data
      if (!(numbers instanceof Float32Array))
        throw unfit(path, 'its output is not a vector of 32-bit numbers')
      if (numbers.length !== outputs)
        throw unfit(path, `it returns ${numbers.length} numbers, but its description specifies ${outputs}`)
      // Copy the output because the engine can reuse the memory.
      const copy = Float32Array.from(numbers)
      answer?.dispose()
      return copy
    },
  }
}

function shapeOf({ width, height, layout }: ModelInput): number[] {
  return layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3]
}

/** Dimensions without a fixed size have names instead of numbers. */
function checkShapes(session: InferenceSession, path: string, shape: number[], outputs: number): void {
  if (session.inputNames.length !== 1)
    throw unfit(path, `it has ${session.inputNames.length} inputs instead of one`)
  const [input] = session.inputMetadata ?? []
  if (input?.isTensor) {
    const fits =
      input.shape.length === shape.length &&
      input.shape.every((size, index) => typeof size !== 'number' || size <= 0 || size === shape[index])
    if (!fits)
      throw unfit(
        path,
        `its input is [${input.shape.join(', ')}], but its description specifies [${shape.join(', ')}]`,
      )
    if (input.type !== 'float32')
      throw unfit(path, `its input is of the type ${input.type} instead of float32`)
  }
  const [output] = session.outputMetadata ?? []
  const last = output?.isTensor ? output.shape.at(-1) : undefined
  if (typeof last === 'number' && last > 0 && last !== outputs)
    throw unfit(path, `it returns ${last} numbers, but its description specifies ${outputs}`)
}

function unfit(path: string, why: string, cause?: unknown) {
  return modelError(
    `The model ${path} does not match its description: ${why}.`,
    'Correct the description next to it, or use another model.',
    cause,
  )
}

function reasonOf(cause: unknown): string {
  const [line = 'unknown'] = String(cause instanceof Error ? cause.message : cause).split('\n')
  return line.replace(/\.$/, '')
}

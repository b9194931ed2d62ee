import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { InferenceSession } from 'onnxruntime-common'
import { loadOnnxRuntime } from './load-onnx-runtime.ts'
import type { ModelInput } from './model-description.ts'
import { modelError } from './model-error.ts'
import type { ModelFile } from './read-model-file.ts'

/** A network that takes one prepared picture and answers with a row of numbers. Not to be called twice at a time. */
export type OnnxSession = {
  /** Which engine runs it, with its version. */
  readonly engine: string
  run(input: Float32Array): Promise<Float32Array>
}

/** Opens the file if it is still the one that was read, and has the inputs and outputs that its description says. */
export async function openOnnxSession(model: ModelFile, outputs: number): Promise<OnnxSession> {
  const { path, sha256, description } = model
  const bytes = readFileSync(path)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw modelError(
      `The model ${path} was changed while the service runs.`,
      'Start the service again, with a calibration of the new file.',
    )
  }
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
      `${engine} can't open the model ${path}: ${reasonOf(cause)}.`,
      'Name a model of one file (no external data) whose operators the engine knows.',
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
        throw unfit(path, `it can't be run: ${reasonOf(cause)}`, cause)
      }
      const answer = answers[outputName]
      const numbers = answer?.data
      if (!(numbers instanceof Float32Array)) throw unfit(path, 'its output is not a row of 32-bit numbers')
      if (numbers.length !== outputs)
        throw unfit(path, `it answers with ${numbers.length} numbers, its description says ${outputs}`)
      // The engine may use its memory again for the next answer.
      const copy = Float32Array.from(numbers)
      answer?.dispose()
      return copy
    },
  }
}

function shapeOf({ width, height, layout }: ModelInput): number[] {
  return layout === 'nchw' ? [1, 3, height, width] : [1, height, width, 3]
}

/** Sizes that the file leaves open have names in place of numbers. */
function checkShapes(session: InferenceSession, path: string, shape: number[], outputs: number): void {
  if (session.inputNames.length !== 1)
    throw unfit(path, `it has ${session.inputNames.length} inputs and not one`)
  const [input] = session.inputMetadata ?? []
  if (input?.isTensor) {
    const fits =
      input.shape.length === shape.length &&
      input.shape.every((size, index) => typeof size !== 'number' || size <= 0 || size === shape[index])
    if (!fits)
      throw unfit(
        path,
        `its input is [${input.shape.join(', ')}], its description says [${shape.join(', ')}]`,
      )
    if (input.type !== 'float32') throw unfit(path, `its input is of the type ${input.type} and not float32`)
  }
  const [output] = session.outputMetadata ?? []
  const last = output?.isTensor ? output.shape.at(-1) : undefined
  if (typeof last === 'number' && last > 0 && last !== outputs)
    throw unfit(path, `it answers with ${last} numbers, its description says ${outputs}`)
}

function unfit(path: string, why: string, cause?: unknown) {
  return modelError(
    `The model ${path} does not fit: ${why}.`,
    'Correct the description beside it, or name another model.',
    cause,
  )
}

function reasonOf(cause: unknown): string {
  const [line = 'unknown'] = String(cause instanceof Error ? cause.message : cause).split('\n')
  return line.replace(/\.$/, '')
}

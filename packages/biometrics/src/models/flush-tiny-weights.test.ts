import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeOnnx } from '../testing/onnx-writer.ts'
import { facepluginModel } from './faceplugin-model.ts'
import { flushTinyWeights } from './flush-tiny-weights.ts'
import { loadOnnxRuntime } from './load-onnx-runtime.ts'

const modelOf = (values: Float32Array) =>
  writeOnnx({
    input: { name: 'input', shape: [1, 3] },
    output: { name: 'output', shape: [1, 2] },
    nodes: [{ operator: 'MatMul', inputs: ['input', 'weights'], output: 'output' }],
    weights: [{ name: 'weights', shape: [3, 2], values }],
  })

test('replaces weights below 1e-20 with 0 and keeps all other weights', () => {
  const file = modelOf(Float32Array.of(1e-40, -1e-21, 1e-18, -0.5, 0, 3))
  flushTinyWeights(file)
  expect(file).toEqual(modelOf(Float32Array.of(0, 0, 1e-18, -0.5, 0, 3)))
})

test('lets the engine reject a truncated file', () => {
  const whole = modelOf(Float32Array.of(1e-40, 1, 1, 1, 1, 1))
  for (let length = 0; length < whole.length; length++) {
    const part = whole.slice(0, length)
    expect(() => flushTinyWeights(part)).not.toThrow()
  }
})

test('does not change the embeddings that faceplugin returns', async () => {
  const { InferenceSession, Tensor, executionProvider } = await loadOnnxRuntime()
  const file = new Uint8Array(readFileSync(facepluginModel().path))
  const flushed = file.slice()
  flushTinyWeights(flushed)
  const changed = file.reduce((count, byte, at) => count + (byte === flushed[at] ? 0 : 1), 0)
  expect(changed).toBeGreaterThan(100_000)
  const picture = Float32Array.from({ length: 3 * 112 * 112 }, (_, at) => Math.sin(at * 0.013))
  const embeddings = []
  for (const bytes of [file, flushed]) {
    const session = await InferenceSession.create(bytes, { executionProviders: [executionProvider] })
    const answer = await session.run({ input: new Tensor('float32', picture, [1, 3, 112, 112]) })
    embeddings.push(answer.output?.data)
    await session.release()
  }
  expect(embeddings[1]).toEqual(embeddings[0])
})

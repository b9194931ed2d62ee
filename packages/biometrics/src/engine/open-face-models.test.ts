import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decode } from '../../../../test/support/clips/pictures.ts'
import { readClip } from '../../../../test/support/clips/read-clip.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { alignFace } from './align-face.ts'
import { modelFiles } from './model-files.ts'
import { openFaceModels } from './open-face-models.ts'

/** A few pictures are sufficient, because a leak would occur with every picture. */
const rounds = testAll ? 25 : 3

test('leaks no tensors and returns equal measurements for equal pictures', async () => {
  const models = await openFaceModels()
  const [frame] = await readClip('franck', 27, 27.1)
  const picture = await decode(frame?.bytes ?? new Uint8Array())
  const [first] = await models.find(picture)
  const firstFace = await models.embed(alignFace(picture, first?.points ?? []))
  const before = models.countTensors()
  for (let index = 0; index < rounds; index++) {
    const [again] = await models.find(picture)
    expect(again?.points[1]).toEqual(first?.points[1])
    expect(await models.embed(alignFace(picture, again?.points ?? []))).toEqual(firstFace)
  }
  expect(models.countTensors()).toBe(before)
})

test('lists existing files with unique names and correct sizes', () => {
  const files = modelFiles()
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  for (const { path, bytes } of files) {
    expect(existsSync(path)).toBe(true)
    expect(bytes).toBeGreaterThan(10_000)
  }
  expect(files.map(({ name }) => name)).toContain('tfjs-backend-wasm-simd.wasm')
})

import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decode } from '../../../../test/support/clips/pictures.ts'
import { readClip } from '../../../../test/support/clips/read-clip.ts'
import { testAll } from '../../../../test/support/test-all.ts'
import { alignFace } from './align-face.ts'
import { modelFiles } from './model-files.ts'
import { openFaceModels } from './open-face-models.ts'

/** What is left behind is left behind by each: a few show it as well as many. */
const rounds = testAll ? 25 : 3

test('picture after picture leaves nothing behind, and the same one reads the same', async () => {
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

test('the files that a server has to serve exist, with distinct names and their sizes', () => {
  const files = modelFiles()
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  for (const { path, bytes } of files) {
    expect(existsSync(path)).toBe(true)
    expect(bytes).toBeGreaterThan(10_000)
  }
  expect(files.map(({ name }) => name)).toContain('tfjs-backend-wasm-simd.wasm')
})

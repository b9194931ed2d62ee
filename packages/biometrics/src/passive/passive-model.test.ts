import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ofKind } from '../calibration/face-model-set.ts'
import { readModelFile } from '../models/read-model-file.ts'
import { madeLivenessDescription, writeMadeModel } from '../testing/made-face-models.ts'
import { madeHead } from '../testing/made-head.ts'
import { openPassiveModel } from './passive-model.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-passive-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function plain(red: number, green: number, blue: number) {
  const data = Uint8ClampedArray.from(
    { length: 100 * 80 * 4 },
    (_, index) => [red, green, blue, 255][index % 4] ?? 0,
  )
  return { width: 100, height: 80, data }
}

const face = { box: { x: 30, y: 20, width: 30, height: 30 }, boxScore: 1, meshScore: 1, points: madeHead() }

const open = (path: string) => openPassiveModel(ofKind(readModelFile(path, 'TEST'), 'liveness', 'TEST'))

test('passes channels in BGR order from 0 to 255 and returns the second output as the liveness score', async () => {
  const model = await open(writeMadeModel(folder, { kind: 'liveness' }))
  // The model returns the mean of each channel. The second value of softmax(1, 2, 3) is 0.2447.
  expect(await model.judge(plain(3, 2, 1), face)).toBeCloseTo(0.2447, 3)
  expect(await model.judge(plain(1, 2, 3), face)).toBeCloseTo(0.2447, 3)
  expect(await model.judge(plain(0, 200, 0), face)).toBeCloseTo(1, 5)
  // The face is at the edge of the picture, and the crop must stay inside the picture.
  const edge = { ...face, box: { x: 80, y: 60, width: 40, height: 40 } }
  expect(await model.judge(plain(0, 200, 0), edge)).toBeCloseTo(1, 5)
})

test('applies the scale and channel order from the description', async () => {
  const path = writeMadeModel(folder, { kind: 'liveness', name: 'scaled' })
  const described = madeLivenessDescription(16)
  const input = { ...described.input, channels: 'rgb', mean: [10, 0, 0], std: [1, 1, 2] }
  writeFileSync(join(folder, 'scaled.json'), JSON.stringify({ ...described, input, live: 2 }))
  const model = await open(path)
  // The channel means are 12 - 10 for red, 1 for green and 6 / 2 for blue. The third value of softmax(2, 1,
  // 3) is 0.6652.
  expect(await model.judge(plain(12, 1, 6), face)).toBeCloseTo(0.6652, 3)
})

test('rejects a file that is not a model', async () => {
  const path = writeMadeModel(folder, { kind: 'liveness', name: 'broken' })
  writeFileSync(path, 'no model')
  await expect(open(path)).rejects.toMatchObject({ code: 'biometrics.model' })
})

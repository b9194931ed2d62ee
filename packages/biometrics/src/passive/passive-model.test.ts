import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { madeHead } from '../testing/made-head.ts'
import { madeOnnx } from '../testing/made-onnx.ts'
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

test('the model gets blue, green, red from 0 to 255, and its second answer is the live one', async () => {
  const file = join(folder, 'means.onnx')
  writeFileSync(file, madeOnnx(16))
  const model = await openPassiveModel(file)
  // The file answers with the means of the planes: softmax of (1, 2, 3) at the second is 0.2447.
  expect(await model.judge(plain(3, 2, 1), face)).toBeCloseTo(0.2447, 3)
  expect(await model.judge(plain(1, 2, 3), face)).toBeCloseTo(0.2447, 3)
  expect(await model.judge(plain(0, 200, 0), face)).toBeCloseTo(1, 5)
  // A face at the edge: the crop stays inside of the picture.
  const edge = { ...face, box: { x: 80, y: 60, width: 40, height: 40 } }
  expect(await model.judge(plain(0, 200, 0), edge)).toBeCloseTo(1, 5)
})

test('a file that is no model is refused', async () => {
  const file = join(folder, 'broken.onnx')
  writeFileSync(file, 'no model')
  await expect(openPassiveModel(file)).rejects.toMatchObject({ code: 'biometrics.passive-model' })
})

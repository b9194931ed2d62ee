import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFaceModels } from '../calibration/face-model-set.ts'
import { builtInEmbedding, facepluginEmbedding } from '../engine/face-models.ts'
import { landmarks, type Point } from '../engine/landmarks.ts'
import { writeMadeCalibration } from '../testing/made-calibration.ts'
import {
  madeEmbeddingDescription,
  madeEmbeddingOnnx,
  madeLivenessDescription,
  writeMadeModel,
} from '../testing/made-face-models.ts'
import { writeOnnx } from '../testing/onnx-writer.ts'
import { facepluginModel } from './faceplugin-model.ts'
import type { EmbeddingDescription } from './model-description.ts'
import { parseDescription } from './model-description.ts'
import { alignToTemplate, openEmbeddingModel, similarity } from './open-embedding-model.ts'
import { prepareInput } from './prepare-input.ts'
import { type ModelFile, readModelFile } from './read-model-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-models-'))
afterAll(() => rmSync(folder, { recursive: true }))
const lineOf = (error: unknown) => (error as { line: string }).line.replaceAll(folder, 'FOLDER')
const refusal = async (open: () => unknown) => {
  try {
    await open()
  } catch (error) {
    return lineOf(error)
  }
  return 'opened'
}
const read = (path: string) => readModelFile(path, 'FACE_EMBEDDING_MODEL') as ModelFile<EmbeddingDescription>

test('reports all problems in a description at once, with their positions', () => {
  expect(parseDescription(madeEmbeddingDescription)).toMatchObject({ kind: 'embedding', dimension: 64 })
  expect(parseDescription(madeLivenessDescription(80))).toMatchObject({ kind: 'liveness', crop: 2.7 })
  expect(parseDescription([])).toContain('it must contain one object')
  const { input } = madeEmbeddingDescription
  expect(
    parseDescription({
      ...madeEmbeddingDescription,
      input: { ...input, width: 111.5, channels: 'grey', mean: [0, 0], colour: 1 },
      alignment: [[1, 2]],
      dimension: 130,
      normalise: true,
    }),
  ).toEqual([
    '"input.width" must be a whole number from 16 to 512',
    '"input.channels" must be "rgb" or "bgr"',
    '"input.mean" must be a number from 0 to 255, or three such numbers',
    '"input.colour" is not known',
    '"alignment" must be "arcface" or five points [x, y] within the input: left eye, right eye, nose, left and right corner of the mouth',
    '"dimension" must be a multiple of four',
    '"normalise" is not known',
  ])
})

test('identifies a model by its bytes and its input preparation', () => {
  const first = read(writeMadeModel(folder, { kind: 'embedding', seed: 'a', name: 'first' }))
  const again = read(writeMadeModel(folder, { kind: 'embedding', seed: 'a', name: 'again' }))
  const other = read(writeMadeModel(folder, { kind: 'embedding', seed: 'b', name: 'other' }))
  expect(again.name).toBe(first.name)
  expect(other.name).not.toBe(first.name)
  writeFileSync(join(folder, 'again.json'), JSON.stringify({ ...madeEmbeddingDescription, alignment: five }))
  expect(read(again.path)).toMatchObject({
    sha256: first.sha256,
    name: expect.not.stringContaining(first.name),
  })
})

/** A description whose landmark positions differ from ArcFace's positions. */
const five = [
  [30, 40],
  [80, 40],
  [56, 70],
  [40, 90],
  [72, 90],
] as const

test('rejects invalid files with an error that names the file and suggests a remedy', async () => {
  const path = writeMadeModel(folder, { kind: 'embedding', name: 'bad' })
  expect(await refusal(() => read(join(folder, 'bad.pt')))).toContain('does not end with ".onnx"')
  expect(await refusal(() => read(join(folder, 'absent.onnx')))).toMatch(
    /^FACE_EMBEDDING_MODEL: the description FOLDER\/absent.json cannot be read as JSON: ENOENT/,
  )
  truncateSync(path, 512 * 1024 * 1024 + 1)
  expect(await refusal(() => read(path))).toContain('it is larger than 512 MB')
  const wrongSize = { ...madeEmbeddingDescription, dimension: 128 }
  writeMadeModel(folder, { kind: 'embedding', name: 'bad' })
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(wrongSize))
  expect(await refusal(() => openEmbeddingModel(read(path)))).toMatch(
    /does not match its description: it returns 64 numbers, but its description specifies 128\. Correct the description/,
  )
  const wrongInput = { ...madeEmbeddingDescription, input: { ...madeEmbeddingDescription.input, width: 96 } }
  writeFileSync(join(folder, 'bad.json'), JSON.stringify(wrongInput))
  expect(await refusal(() => openEmbeddingModel(read(path)))).toContain(
    'its input is [1, 3, 112, 112], but its description specifies [1, 3, 112, 96]',
  )
  const swapped = read(writeMadeModel(folder, { kind: 'embedding', name: 'swapped' }))
  writeFileSync(swapped.path, madeEmbeddingOnnx('put in its place'))
  expect(await refusal(() => openEmbeddingModel(swapped))).toContain(
    'was changed while the service was running',
  )
  expect(await refusal(() => openEmbeddingModel({ ...facepluginModel(), path: swapped.path }))).toContain(
    'or its package was changed',
  )
})

test('fails the self-test if a model returns zeros or ignores its input', async () => {
  const path = writeMadeModel(folder, { kind: 'embedding', name: 'blind' })
  const answering = (values: Float32Array) =>
    writeOnnx({
      input: { name: 'face', shape: [1, 3, 112, 112] },
      output: { name: 'embedding', shape: [1, 64] },
      nodes: [
        { operator: 'GlobalAveragePool', inputs: ['face'], output: 'mean' },
        { operator: 'Flatten', inputs: ['mean'], output: 'flat' },
        { operator: 'MatMul', inputs: ['flat', 'weights'], output: 'embedding' },
      ],
      weights: [{ name: 'weights', shape: [3, 64], values }],
    })
  writeFileSync(path, answering(new Float32Array(3 * 64)))
  expect(await refusal(() => openEmbeddingModel(read(path)))).toContain('self-test: it returns zeros')
  // The two test patterns have equal means.
  writeFileSync(path, answering(new Float32Array(3 * 64).fill(1)))
  expect(await refusal(() => openEmbeddingModel(read(path)))).toContain(
    'the same result for different pictures',
  )
})

test('requires calibrated models of the right kind, each listed once', async () => {
  const embedding = writeMadeModel(folder, { kind: 'embedding', name: 'set', seed: 'set' })
  const before = writeMadeModel(folder, { kind: 'embedding', name: 'before', seed: 'before' })
  const liveness = writeMadeModel(folder, { kind: 'liveness', name: 'live' })
  for (const path of [embedding, before, liveness]) writeMadeCalibration(path)
  const byDefault = { file: { description: { dimension: 512 } }, limits: { model: facepluginEmbedding } }
  expect(readFaceModels({})).toMatchObject({ embeddings: [byDefault] })
  expect(readFaceModels({ embedding: 'built-in' })).toEqual({ embeddings: ['built-in'] })
  // Packaged models remain in use while the gallery contains their faceprints.
  const enrolled = [facepluginEmbedding, builtInEmbedding, 'unknown']
  expect(readFaceModels({}, enrolled)).toMatchObject({ embeddings: [byDefault, 'built-in'] })
  expect(readFaceModels({ previous: [] }, enrolled)).toMatchObject({ embeddings: [byDefault] })
  expect(readFaceModels({ embedding, liveness }, [builtInEmbedding])).toMatchObject({
    embeddings: [{}, 'built-in'],
    liveness: {},
  })
  expect(readFaceModels({ embedding, previous: [before, 'built-in'] }).embeddings).toHaveLength(3)
  expect(readFaceModels({ embedding: 'built-in', previous: [before] })).toMatchObject({
    embeddings: ['built-in', { limits: { same: 0.5, outlier: 0.65 } }],
  })
  expect(await refusal(() => readFaceModels({ embedding, previous: [embedding] }))).toContain(
    'names a model twice',
  )
  expect(await refusal(() => readFaceModels({ previous: ['faceplugin'] }))).toContain('names a model twice')
  expect(await refusal(() => readFaceModels({ embedding: liveness }))).toContain('of the kind "liveness"')
  writeFileSync(join(folder, 'set.calibration.json'), '{"format":1,"kind":"liveness"}')
  expect(await refusal(() => readFaceModels({ embedding }))).toMatch(
    /it is not a calibration of embedding in format 1\. Calibrate the model on your labelled photographs: npx touchstone faces calibrate/,
  )
})

test("maps eyes, nose and mouth to their target positions regardless of the face's roll and size", () => {
  const { a, b, left, top } = similarity(five, [
    [100, 50],
    [100, 150],
    [40, 102],
    [0, 70],
    [0, 134],
  ])
  // A face rotated by a quarter turn, at double size.
  expect([a, b, left, top].map((value) => Math.round(value))).toEqual([0, 2, 180, -10])
  for (const { turn, size } of [
    { turn: 0, size: 2.5 },
    { turn: 0.5, size: 1.2 },
    { turn: -0.3, size: 3 },
  ]) {
    const inPicture = ([u, v]: readonly [number, number]): Point => [
      300 + size * (Math.cos(turn) * (u - 56) - Math.sin(turn) * (v - 56)),
      240 + size * (Math.sin(turn) * (u - 56) + Math.cos(turn) * (v - 56)),
      0,
    ]
    const points = headWith(five.map(inPicture))
    for (const place of five) {
      const aligned = alignToTemplate(spot(inPicture(place), 3 * size), points, {
        ...{ width: 112, height: 112, alignment: five },
      })
      const [x, y] = centreOf(aligned, 112)
      expect(Math.hypot(x - place[0], y - place[1])).toBeLessThan(0.3)
    }
  }
})

/** Returns a face mesh with eyes, nose and mouth at these positions. */
function headWith([leftEye, rightEye, nose, leftCorner, rightCorner]: readonly Point[]): Point[] {
  const points: Point[] = Array.from({ length: 478 }, () => [0, 0, 0])
  const put = (indices: readonly number[], point: Point = [0, 0, 0]) => {
    for (const index of indices) points[index] = point
  }
  put(landmarks.leftEye, leftEye)
  put(landmarks.rightEye, rightEye)
  put(landmarks.noseTip, nose)
  put([landmarks.mouthCorners[0]], leftCorner)
  put([landmarks.mouthCorners[1]], rightCorner)
  return points
}

test('applies the channel order, scale and layout from the description', () => {
  const pixels = Float32Array.from({ length: 16 * 16 * 3 }, (_, index) => (index % 3) * 10)
  const input = {
    width: 16,
    height: 16,
    channels: 'bgr',
    layout: 'nchw',
    mean: [0, 1, 2],
    std: [1, 1, 2],
  } as const
  const planes = prepareInput(pixels, input)
  expect([planes[0], planes[256], planes[512]]).toEqual([20, 9, -1])
  const rows = prepareInput(pixels, { ...input, channels: 'rgb', layout: 'nhwc' })
  expect([...rows.subarray(0, 3)]).toEqual([0, 9, 9])
})

/** Draws a disc around a point. A pixel's centre is half a pixel from its edge. */
function spot([x, y]: Point, radius: number) {
  const [width, height] = [640, 480]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let index = 0; index < width * height; index++) {
    const near = Math.hypot((index % width) + 0.5 - x, Math.floor(index / width) + 0.5 - y) <= radius
    data.fill(near ? 255 : 0, index * 4, index * 4 + 3)
  }
  return { width, height, data }
}

function centreOf(face: Float32Array, side: number): [number, number] {
  let [sum, x, y] = [0, 0, 0]
  for (let index = 0; index < side ** 2; index++) {
    const value = face[index * 3] ?? 0
    sum += value
    x += value * (index % side)
    y += value * Math.floor(index / side)
  }
  return [x / sum, y / sum]
}

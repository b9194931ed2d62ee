import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInEmbedding, facepluginEmbedding } from '@touchstone/biometrics'
import { silentLogger, systemClock } from '@touchstone/common'
import { afterAll, expect, test } from 'vitest'
import { writeMadeCalibration } from '../../../biometrics/src/testing/made-calibration.ts'
import { writeMadeModel } from '../../../biometrics/src/testing/made-face-models.ts'
import { readSettings } from '../settings/read-settings.ts'
import { openCheckers } from './open-checkers.ts'

const folder = mkdtempSync(join(tmpdir(), 'touchstone-checkers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('logs the engine of ONNX models and logs nothing for the built-in models', async () => {
  const lines: unknown[][] = []
  const logger = { ...silentLogger, info: (...line: unknown[]) => void lines.push(line) }
  const open = (env: Record<string, string>) =>
    openCheckers({
      settings: readSettings({ env: { FACE_WORKERS: '1', ...env }, folder }),
      ...{ clock: systemClock, logger },
      // The face checker uses neither the database nor screening.
      ...{ database: undefined as never, screening: undefined as never },
      enrolledModels: [builtInEmbedding],
    })
  const plain = open({ FACE_EMBEDDING_MODEL: 'built-in' })
  expect(plain.faceLimits().embeddings.map(({ model }) => model)).toEqual([builtInEmbedding])
  await plain.faces('M1')
  await plain.close()
  expect(lines).toEqual([])

  const byDefault = open({}).faceLimits().embeddings
  expect(byDefault.map(({ model }) => model)).toEqual([facepluginEmbedding, builtInEmbedding])

  const model = writeMadeModel(folder, { kind: 'embedding' })
  writeMadeCalibration(model)
  const own = open({ FACE_EMBEDDING_MODEL: 'made-embedding.onnx' })
  await own.faces('M1')
  await own.close()
  expect(lines).toEqual([
    [
      {
        engine: expect.stringMatching(/^onnxruntime-(web|node) 1\.\d+\.\d+$/),
        embedding: expect.stringMatching(/^onnx [0-9a-f]{64}/),
        formerEmbeddings: [builtInEmbedding],
        passive: 'absent',
      },
      'using ONNX face models',
    ],
  ])
})

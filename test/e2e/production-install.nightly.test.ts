import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addKeyToFile } from '@touchstone/biometrics/key-file'
import { makeProof } from '@touchstone/documents/specimens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMadeCalibration } from '../../packages/biometrics/src/testing/made-calibration.ts'
import { writeMadeModel } from '../../packages/biometrics/src/testing/made-face-models.ts'
import { createProductionInstall } from '../../scripts/production-install.mjs'
import { ask } from '../support/ask.ts'
import { readClip } from '../support/clips/read-clip.ts'
import { run, spawnServer, temporaryFolder } from '../support/spawn.ts'
import { tryCheckers } from '../support/try-checkers.mjs'

const folder = temporaryFolder()
const installed = join(folder.path, 'installed')

// Copies half a gigabyte, which must first be downloaded if npm has not cached it.
const slow = 600_000

beforeAll(() => {
  mkdirSync(installed)
  createProductionInstall(installed)
}, slow)
afterAll(() => folder.remove())

test(
  'serves the API and the verification page without development packages',
  async () => {
    expect(existsSync(join(installed, 'node_modules/fastify'))).toBe(true)
    for (const absent of ['typescript', 'vite', 'onnxruntime-web', '@vladmandic/human', 'pdfjs-dist'])
      expect(existsSync(join(installed, 'node_modules', absent)), absent).toBe(false)
    expect(existsSync(join(installed, 'packages/documents/tools'))).toBe(false)
    const dataFolder = join(folder.path, 'data')
    const keys = join(folder.path, 'faceprint-keys')
    addKeyToFile(keys)
    const env = {
      NODE_ENV: 'production',
      TOUCHSTONE_SECRET: 'd41d8cd98f00b204e9800998ecf8427e',
      SMTP_URL: 'smtp://mail.example',
      FACEPRINT_KEYS: keys,
    }
    const server = await spawnServer({ dataFolder, env, installation: installed })
    try {
      const args = ['merchant', 'create', 'Blue Bank', '--json']
      const settings = { ...env, TOUCHSTONE_DATA: dataFolder }
      const command = run('apps/cli/bin/touchstone.mjs', args, settings, { installation: installed })
      const { mchNo, apiKey } = JSON.parse((await command.exited).stdout)
      const { body } = await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
      expect(body).toMatchObject({ data: { kyc_participants: 0 } })
      const page = await ask(`${server.url}/phone`)
      expect(page.headers.get('content-type')).toContain('text/html')
      const script = /src="(\/frame\/assets\/[^"]+\.js)"/.exec(page.text)?.[1]
      expect((await ask(`${server.url}${script}`)).http).toBe(200)
      expect((await ask(`${server.url}/frame/models/facemesh.bin`)).http).toBe(200)
    } finally {
      expect(await server.stop()).toMatchObject({ code: 0 })
    }
  },
  slow,
)

test(
  'reads faces (including with custom models) and PDF files, with the same results as from source',
  async () => {
    const files = {
      picture: join(folder.path, 'face.jpg'),
      embedding: writeMadeModel(folder.path, { kind: 'embedding' }),
      liveness: writeMadeModel(folder.path, { kind: 'liveness' }),
      pdf: join(folder.path, 'letter.pdf'),
    }
    const [frame] = await readClip('franck', 27, 27.1)
    writeFileSync(files.picture, frame?.bytes ?? '')
    for (const model of [files.embedding, files.liveness]) writeMadeCalibration(model)
    writeFileSync(files.pdf, makeProof({ seed: 'installed', today: '2026-03-01', form: 'pdf' }).file)

    const script = join(installed, 'try-checkers.mjs')
    cpSync(new URL('../support/try-checkers.mjs', import.meta.url), script)
    const args = [script, files.picture, files.embedding, files.liveness, files.pdf]
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })

    const read = JSON.parse(stdout)
    expect(read).toMatchObject({
      measures: [{ face: { passive: expect.any(Number) } }],
      proof: { status: 'accepted', source: 'pdf-text' },
    })
    expect(read).toEqual(await tryCheckers(files))
  },
  slow,
)

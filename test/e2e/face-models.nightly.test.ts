import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addKeyToFile,
  biometricsMigrations,
  builtInEmbedding,
  createFaceChecker,
  decideUniqueness,
  type FaceChecker,
  fuseLiveFace,
  type Gallery,
  openGallery,
  readFaceModels,
} from '@touchstone/biometrics'
import { systemClock } from '@touchstone/common'
import { readSettings, requireJourneySettings } from '@touchstone/runtime'
import { migrate } from '@touchstone/storage'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMadeModel } from '../../packages/biometrics/src/testing/made-face-models.ts'
import { openMadePeople } from '../support/camera/made-people.ts'
import { openFreshStore } from '../support/engines.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'

/** Number of people: enough to claim a false-match rate of 1 in 100. */
const people = 25
/** Number of pictures of each kind: enough to claim an error rate of 1 in 5. */
const livenessPictures = 14
const claims = ['--false-match-rate', '0.01', '--miss-rate', '0.15', '--people', '1000']

const folder = temporaryFolder()
const database = await openFreshStore()
const embedding = writeMadeModel(folder.path, { kind: 'embedding', seed: 'end to end' })
const labels = join(folder.path, 'photographs', 'pairs.csv')
const env = { FACE_EMBEDDING_MODEL: embedding }
let pictureOf: Awaited<ReturnType<typeof openMadePeople>>
let faces: FaceChecker | undefined
let gallery: Gallery | undefined

beforeAll(async () => {
  pictureOf = await openMadePeople()
  mkdirSync(join(folder.path, 'photographs'))
  const lines = ['first,second,same']
  for (let person = 0; person < people; person++) {
    for (const picture of [0, 1]) {
      writeFileSync(
        join(folder.path, 'photographs', `${person}-${picture}.jpg`),
        await pictureOf(person, picture),
      )
    }
    lines.push(`${person}-0.jpg,${person}-1.jpg,Yes`)
    for (let other = 0; other < person; other++) lines.push(`${person}-0.jpg,${other}-0.jpg,No`)
  }
  writeFileSync(labels, `${lines.join('\n')}\n`)
}, 60_000)
afterAll(async () => {
  await faces?.close()
  await gallery?.close()
  await database.close()
  folder.remove()
})

test('refuses to start with a model that is not calibrated, and explains how to calibrate it', () => {
  const start = () => requireJourneySettings(readSettings({ env, folder: folder.path }))
  expect(start).toThrow(
    expect.objectContaining({
      code: 'biometrics.model',
      message: expect.stringMatching(/^FACE_EMBEDDING_MODEL: the model .* is not calibrated/),
      remedy: expect.stringContaining('npx touchstone faces calibrate <labels> --model'),
    }),
  )
})

test('rejects a calibration with too few pairs before it reads any photograph, and reports the required number', async () => {
  const { code, stderr } = await runCli(['faces', 'calibrate', labels], env)
  expect(code).toBe(1)
  expect(stderr).toContain('needs 2995 pairs of different people; there are 300.')
  expect(stderr).toContain('--false-match-rate 0.01')
  expect(existsSync(join(folder.path, 'made-embedding.calibration.json'))).toBe(false)
})

test('calibrates a custom embedding, enrols people with it and recognises returning people', async () => {
  const { code, stdout, stderr } = await runCli(['faces', 'calibrate', labels, ...claims], env)
  expect([code, stderr]).toEqual([0, 'touchstone: photographs …\n'])
  expect(stdout).toMatch(
    /^50 photographs read by onnxruntime-web 1\.\d+\.\d+, 0 without exactly one clear face\.$/m,
  )
  expect(stdout).toMatch(
    /^Different people matched as the same person: 0 % \(0 of 300, 0 % to 0\.994 %\)\.$/m,
  )
  const written = JSON.parse(readFileSync(join(folder.path, 'made-embedding.calibration.json'), 'utf8'))
  expect(written).toMatchObject({
    kind: 'embedding',
    counted: { people, peopleWithPairs: people, pairsOfPeople: 300 },
    claims: { falseMatchRate: 0.01, missRate: 0.15, people: 1000 },
  })

  const settings = readSettings({ env, folder: folder.path })
  requireJourneySettings(settings)
  faces = createFaceChecker({
    workers: 1,
    queueLimit: 10,
    models: readFaceModels(settings.faceModels, [builtInEmbedding]),
  })
  expect(await faces.prepare()).toEqual({ engines: [written.engine] })
  const models = faces.limits.embeddings
  expect(models.map(({ model }) => model)).toEqual([written.model, builtInEmbedding])
  const faceOf = async (person: number, picture: number) => {
    const seen = await faces?.measurePicture({ picture: await pictureOf(person, picture) })
    if (seen === undefined) throw new Error('there is no checker')
    return fuseLiveFace([seen], models)
  }

  await migrate({ database, migrations: biometricsMigrations })
  const keys = join(folder.path, 'keys')
  addKeyToFile(keys)
  gallery = await openGallery({ database, clock: systemClock, keys: { file: keys } })
  const enrol = async (person: string, face: Awaited<ReturnType<typeof faceOf>>) => {
    let decision: ReturnType<typeof decideUniqueness> | undefined
    await gallery?.enrol({ person, ...face }, ({ candidates, size }) => {
      decision = decideUniqueness({ candidates, gallerySize: size, models })
      return decision.verdict === 'new'
    })
    return decision
  }
  // These people were not part of the calibration.
  expect(await enrol('ann', await faceOf(100, 0))).toMatchObject({ verdict: 'new' })
  expect(await enrol('ben', await faceOf(101, 0))).toMatchObject({ verdict: 'new' })
  const twice = await enrol('ann by another name', await faceOf(100, 1))
  expect(twice).toMatchObject({
    verdict: 'duplicate',
    reasons: [{ code: 'uniqueness.same-face' }],
    formerLimits: { [builtInEmbedding]: { gallerySize: 2 } },
    errorRates: { [written.model]: { people: 1000, grey: { of: people } } },
  })
  expect((await database.run('select person, model from faceprint order by person')).rows).toEqual([
    { person: 'ann', model: written.model },
    { person: 'ben', model: written.model },
  ])
  expect(written.model).toMatch(/^onnx [0-9a-f]{64}, prepared [0-9a-f]{16}$/)

  // The built-in model recognises a person who was enrolled before the custom model was set.
  const before = await faceOf(102, 0)
  const [builtIn] = before.previous
  if (builtIn === undefined) throw new Error('the face was not read by the previous model')
  expect([before.template.length, builtIn.template.length]).toEqual([64, 128])
  await gallery.remove('ann')
  await gallery.remove('ben')
  expect(await gallery.enrol({ person: 'cleo', ...builtIn }, () => true)).toMatchObject({ enrolled: true })
  const { verdict } = (await enrol('cleo by another name', await faceOf(102, 1))) ?? {}
  expect(verdict).toBe('duplicate')

  const match = { documentPicture: await pictureOf(100, 0), livePictures: [await pictureOf(100, 1)] }
  expect(await faces.match(match)).toMatchObject({
    verdict: 'same',
    errorRates: { falseMatches: { hits: 0, of: 300, high: expect.closeTo(0.00994, 5) } },
    version: { embedding: written.model },
  })
  expect(await faces.match({ ...match, livePictures: [await pictureOf(101, 1)] })).toMatchObject({
    verdict: 'different',
  })
}, 180_000)

test('calibrates a liveness model and includes its error rates in results', async () => {
  const liveness = writeMadeModel(folder.path, { kind: 'liveness' })
  const start = () => readFaceModels({ liveness })
  expect(start).toThrow(/^FACE_LIVENESS_MODEL: the model .* is not calibrated/)
  // The sample model classifies green pictures as live.
  const lines = ['picture,live,attack']
  for (let person = 0; person < livenessPictures; person++) {
    const picture = await pictureOf(person, 0)
    const [green, red] = [`${person}-green.jpg`, `${person}-red.jpg`]
    const tinted = (...gains: number[]) => sharp(picture).linear(gains, [0, 0, 0]).jpeg().toBuffer()
    writeFileSync(join(folder.path, green), await tinted(0.5, 1.2, 0.5))
    writeFileSync(join(folder.path, red), await tinted(1.2, 0.5, 0.5))
    lines.push(`${green},Yes,`, `${red},No,screen`)
  }
  const file = join(folder.path, 'pictures.csv')
  writeFileSync(file, lines.join('\n'))
  const few = await runCli(['faces', 'calibrate', file, '--model', liveness])
  expect(few.stderr).toContain(
    'An error rate of 0.05 needs 59 pictures of the attack "screen"; there are 14.',
  )
  const rates = ['--attacks-passed', '0.2', '--live-refused', '0.2']
  const { code, stdout, stderr } = await runCli(['faces', 'calibrate', file, '--model', liveness, ...rates])
  expect([code, stderr]).toEqual([0, 'touchstone: photographs …\n'])
  expect(stdout).toContain('Accepted attacks of kind "screen": 0 % (0 of 14, 0 % to 19.3 %).')
  const { limits } = start().liveness ?? {}
  expect(limits).toMatchObject({
    limit: expect.closeTo(0, 1),
    rates: { attacksPassed: { hits: 0, of: 14 }, liveRefused: { hits: 0, of: 14 } },
  })
}, 120_000)

test('rejects the calibration of another model file, or of the same file with another description', async () => {
  const start = () => requireJourneySettings(readSettings({ env, folder: folder.path }))
  const description = join(folder.path, 'made-embedding.json')
  const before = readFileSync(description, 'utf8')
  writeFileSync(description, before.replace('"rgb"', '"bgr"'))
  expect(start).toThrow(/belongs to another model, or to this model with another description/)
  writeFileSync(description, before)
  start()
  writeMadeModel(folder.path, { kind: 'embedding', seed: 'another' })
  expect(start).toThrow(/belongs to another model/)
})

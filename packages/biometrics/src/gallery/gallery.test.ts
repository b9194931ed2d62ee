import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createManualClock, createSeededRandom, OperatorError } from '@touchstone/common'
import { migrate } from '@touchstone/storage'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { biometricsMigrations } from '../migrations/index.ts'
import { addKeyToFile } from '../vault/key-file.ts'
import { faceprintsByModel, type Gallery, openGallery } from './open-gallery.ts'

const model = 'face/1'
const clock = createManualClock(Date.UTC(2026, 0, 1))
const always = () => true
const never = () => false

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-gallery-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns a generated face: a random direction. */
function face(name: string): Float32Array {
  const bytes = createSeededRandom(`face of ${name}`).bytes(128)
  const values = Float32Array.from(bytes, (byte) => byte - 127.5)
  const length = Math.hypot(...values)
  return values.map((value) => value / length)
}

/** Simulates a picture of the same face on another day. */
function slightlyOther(template: Float32Array): Float32Array {
  return template.map((value, index) => value + (index % 2 === 0 ? 0.01 : -0.01))
}

onOneEngine('server', 'the faceprint gallery', (suite) => {
  let keyFile: string
  let opened: Gallery[]
  const open = async (file = keyFile) => {
    const gallery = await openGallery({ database: suite.database, clock, keys: { file }, batchRows: 4 })
    opened.push(gallery)
    return gallery
  }
  const rows = async (text: string) => (await suite.database.run(text)).rows as Record<string, unknown>[]

  beforeAll(async () => {
    await migrate({ database: suite.database, migrations: biometricsMigrations })
  })
  beforeEach(() => {
    opened = []
    keyFile = join(mkdtempSync(join(folder, 'keys-')), 'keys')
    addKeyToFile(keyFile)
  })
  afterEach(async () => {
    for (const gallery of opened) await gallery.close()
    await suite.database.run('delete from faceprint')
    await suite.database.run('delete from faceprint_gone')
    await suite.database.run('delete from faceprint_key')
    await suite.database.run('update faceprint_state set change = 0')
  })

  test('finds enrolled people and returns the nearest first', async () => {
    const gallery = await open()
    for (const person of ['ann', 'ben', 'cleo']) {
      await gallery.enrol({ person, model, template: face(person) }, always)
    }
    const { candidates, size } = await gallery.search({ model, template: slightlyOther(face('ben')) })
    expect(size).toBe(3)
    expect(candidates.map(({ person }) => person)[0]).toBe('ben')
    expect(candidates[0]?.distance).toBeCloseTo(Math.sqrt(128 * 0.01 ** 2), 5)
    expect(candidates[1]?.distance).toBeGreaterThan(1)
  })

  test('stores nothing if the caller rejects the search result', async () => {
    const gallery = await open()
    const answer = await gallery.enrol({ person: 'ann', model, template: face('ann') }, never)
    expect(answer).toEqual({ candidates: [], size: 0, enrolled: false })
    expect(await rows('select id from faceprint')).toEqual([])
  })

  test('reports equal documents and equal birth years, and finds a person by document even if the face differs', async () => {
    const gallery = await open()
    const documentHash = new Uint8Array(32).fill(1)
    await gallery.enrol(
      { person: 'ann', model, template: face('ann'), documentHash, birthYear: 1990 },
      always,
    )
    for (let index = 0; index < 25; index++) {
      await gallery.enrol({ person: `near ${index}`, model, template: face('ben'), birthYear: 1991 }, always)
    }
    await gallery.enrol({ person: 'cleo', model, template: face('ben') }, always)
    const { candidates } = await gallery.search({
      model,
      template: face('ben'),
      documentHash,
      birthYear: 1991,
    })
    expect(candidates.at(-1)).toMatchObject({ person: 'ann', sameDocument: true, sameBirthYear: false })
    expect(candidates[0]).toMatchObject({ sameDocument: false, sameBirthYear: true })
    const { candidates: without } = await gallery.search({ model, template: face('cleo') })
    expect(new Set(without.map(({ sameBirthYear }) => sameBirthYear))).toEqual(new Set([false]))
  })

  test('enrols a face only once when two nodes submit it concurrently', async () => {
    const [one, other] = [await open(), await open()]
    const ifNew = ({ candidates }: { candidates: { distance: number }[] }) =>
      candidates.every(({ distance }) => distance > 0.5)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? one : other).enrol(
          { person: `person ${index}`, model, template: face('twin') },
          ifNew,
        ),
      ),
    )
    expect(answers.filter(({ enrolled }) => enrolled)).toHaveLength(1)
    expect(await rows('select id from faceprint')).toHaveLength(1)
  })

  test("replaces a person's older faceprint and excludes it from the search result", async () => {
    const gallery = await open()
    await gallery.enrol({ person: 'ann', model, template: face('ann') }, always)
    const again = await gallery.enrol({ person: 'ann', model, template: face('ann later') }, always)
    expect(again.candidates).toEqual([])
    expect(await gallery.compare({ person: 'ann', model, template: face('ann later') })).toEqual({
      model,
      distance: expect.closeTo(0, 5),
    })
    expect((await gallery.search({ model, template: face('ann') })).size).toBe(1)
  })

  const newer = 'face/2'
  /** Returns the same face as measured by the newer model, which returns different numbers. */
  const seenNewer = (name: string) => face(`${name}, by the newer model`)

  test('finds a person with the previous model and, after the next visit, with the newer model', async () => {
    const gallery = await open()
    await gallery.enrol({ person: 'ann', model, template: face('ann') }, always)
    await gallery.enrol({ person: 'ben', model, template: face('ben') }, always)
    const again = {
      model: newer,
      template: seenNewer('ann'),
      previous: [{ model, template: slightlyOther(face('ann')) }],
    }
    const { candidates, size } = await gallery.search(again)
    expect([candidates[0]?.person, candidates[0]?.model, size]).toEqual(['ann', model, 2])
    const own = await gallery.compare({ person: 'ann', ...again })
    expect(own).toEqual({ model, distance: expect.closeTo(Math.sqrt(128 * 0.01 ** 2), 5) })

    const enrolled = await gallery.enrol({ person: 'ann', ...again }, always)
    expect(enrolled.candidates.map(({ person }) => person)).toEqual(['ben'])
    expect(await faceprintsByModel(suite.database)).toEqual([
      { model, faceprints: 1 },
      { model: newer, faceprints: 1 },
    ])
    const after = await (await open()).search(again)
    expect([after.candidates[0]?.person, after.candidates[0]?.model, after.size]).toEqual(['ann', newer, 2])
  })

  test('rejects a face that lacks a template for a model in the gallery', async () => {
    const gallery = await open()
    await gallery.enrol({ person: 'ann', model, template: face('ann') }, always)
    const unread = { model: newer, template: seenNewer('ann') }
    const refusal = { code: 'faceprint.model-missing' }
    await expect(gallery.search(unread)).rejects.toMatchObject(refusal)
    await expect(gallery.enrol({ person: 'twin', ...unread }, always)).rejects.toMatchObject(refusal)
    await expect(gallery.compare({ person: 'ann', ...unread })).rejects.toMatchObject(refusal)
    expect(await faceprintsByModel(suite.database)).toEqual([{ model, faceprints: 1 }])
    expect(await gallery.knows('ann')).toBe(true)
    await gallery.remove('ann')
    expect(await gallery.knows('ann')).toBe(false)
    expect(await gallery.enrol({ person: 'twin', ...unread }, always)).toMatchObject({ enrolled: true })
  })

  test('removes a deleted person from the store and from every node', async () => {
    const [one, other] = [await open(), await open()]
    await one.enrol({ person: 'ann', model, template: face('ann') }, always)
    await one.enrol({ person: 'ben', model, template: face('ben') }, always)
    expect((await other.search({ model, template: face('ann') })).size).toBe(2)
    expect(await one.remove('ann')).toBe(1)
    expect(await one.remove('ann')).toBe(0)
    for (const gallery of [one, other, await open()]) {
      const { candidates, size } = await gallery.search({ model, template: face('ann') })
      expect([candidates.map(({ person }) => person), size]).toEqual([['ben'], 1])
      expect(await gallery.compare({ person: 'ann', model, template: face('ann') })).toBeUndefined()
    }
    expect(await rows("select id from faceprint where person = 'ann'")).toEqual([])
    expect(Object.keys((await rows('select * from faceprint_gone'))[0] ?? {}).sort()).toEqual([
      'change',
      'id',
    ])
  })

  test('loads a gallery of many batches on a new node', async () => {
    const gallery = await open()
    for (let index = 0; index < 21; index++) {
      await gallery.enrol({ person: `p${index}`, model, template: face(`p${index}`) }, always)
    }
    await gallery.remove('p7')
    const { candidates, size } = await (await open()).search({ model, template: face('p19') })
    expect(size).toBe(20)
    expect(candidates[0]?.person).toBe('p19')
  })

  test('reveals no face data, birth year or document to someone who copies the database', async () => {
    const gallery = await open()
    const template = face('ann')
    const documentHash = createSeededRandom('document').bytes(32)
    await gallery.enrol({ person: 'ann', model, template, documentHash, birthYear: 1987 }, always)
    await gallery.enrol({ person: 'ben', model, template, documentHash, birthYear: 1987 }, always)
    const [first, second] = (await rows('select sealed from faceprint')).map(({ sealed }) =>
      Buffer.from(sealed as Uint8Array),
    )
    if (first === undefined || second === undefined) throw new Error('two were enrolled')
    const numbers = Buffer.from(template.buffer)
    for (let at = 0; at < numbers.length; at += 4) {
      expect(first.includes(numbers.subarray(at, at + 4))).toBe(false)
    }
    expect(first.includes(documentHash)).toBe(false)
    // The store contains the same face twice, and the sealed rows must not reveal this.
    const equal = first.filter((byte, index) => byte === second[index]).length
    expect(equal).toBeLessThan(20)
    const wrapped = (await rows('select wrapped from faceprint_key')).map((row) => row.wrapped as Uint8Array)
    expect(wrapped).toHaveLength(1)
  })

  test('detects a different key file, a changed row and a swapped row when the gallery is opened', async () => {
    const gallery = await open()
    await gallery.enrol({ person: 'ann', model, template: face('ann') }, always)
    await gallery.enrol({ person: 'ben', model, template: face('ben') }, always)
    const otherFile = join(mkdtempSync(join(folder, 'keys-')), 'keys')
    addKeyToFile(otherFile)
    const codeOf = (file: string) =>
      open(file).then(
        () => 'opened',
        (error: unknown) => (error instanceof OperatorError ? error.code : String(error)),
      )
    expect(await codeOf(otherFile)).toBe('faceprint.key-missing')
    expect(await codeOf(join(folder, 'absent'))).toBe('faceprint.key-file')
    chmodSync(keyFile, 0o644)
    expect(await codeOf(keyFile)).toBe('faceprint.key-file')
    chmodSync(keyFile, 0o600)
    await suite.database.run("update faceprint set person = 'dan' where person = 'ben'")
    expect(await codeOf(keyFile)).toBe('faceprint.damaged')
    await suite.database.run("update faceprint set person = 'ben' where person = 'dan'")
    expect(await codeOf(keyFile)).toBe('opened')
  })

  test('reseals all faceprints, deletes the old data key and still finds everyone', async () => {
    const gallery = await open()
    for (let index = 0; index < 5; index++) {
      await gallery.enrol({ person: `p${index}`, model, template: face(`p${index}`) }, always)
    }
    const before = await rows('select sealed, key_id from faceprint order by id')
    const other = await open()
    const seen: number[] = []
    expect(await gallery.reseal((resealed) => seen.push(resealed))).toEqual({ resealed: 5, removedKeys: 1 })
    expect(seen).toEqual([4, 5])
    const after = await rows('select sealed, key_id from faceprint order by id')
    for (const [index, row] of after.entries()) {
      expect(row.key_id).not.toBe(before[index]?.key_id)
      expect(row.sealed).not.toEqual(before[index]?.sealed)
    }
    await other.enrol({ person: 'p5', model, template: face('p5') }, always)
    for (const each of [gallery, other, await open()]) {
      const { candidates, size } = await each.search({ model, template: face('p3') })
      expect([candidates[0]?.person, size]).toEqual(['p3', 6])
    }
  })

  test('completes an interrupted resealing', async () => {
    const gallery = await open()
    for (let index = 0; index < 6; index++) {
      await gallery.enrol({ person: `p${index}`, model, template: face(`p${index}`) }, always)
    }
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(gallery.reseal(stop)).rejects.toThrow('stopped')
    expect(await rows('select distinct key_id from faceprint')).toHaveLength(2)
    expect((await (await open()).search({ model, template: face('p1') })).candidates[0]?.person).toBe('p1')
    expect(await gallery.reseal()).toEqual({ resealed: 6, removedKeys: 2 })
    expect(await rows('select id from faceprint_key')).toHaveLength(1)
    expect((await (await open()).search({ model, template: face('p5') })).size).toBe(6)
  })

  test("switches to the operator's new key without changing faceprints, so that the old key can then be deleted", async () => {
    const gallery = await open()
    await gallery.enrol({ person: 'ann', model, template: face('ann') }, always)
    const sealed = await rows('select sealed from faceprint')
    const newer = addKeyToFile(keyFile)
    expect(await gallery.rewrap()).toBe(1)
    expect(await gallery.rewrap()).toBe(0)
    expect(await rows('select wrapped_by from faceprint_key')).toEqual([{ wrapped_by: newer }])
    expect(await rows('select sealed from faceprint')).toEqual(sealed)
    const lastLine = readFileSync(keyFile, 'utf8').trim().split('\n').at(-1)
    writeFileSync(keyFile, `${lastLine}\n`, { mode: 0o600 })
    const { candidates } = await (await open()).search({ model, template: face('ann') })
    expect(candidates[0]?.person).toBe('ann')
  })
})

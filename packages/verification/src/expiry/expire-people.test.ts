import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addKeyToFile, drawChallenge, type Gallery, openGallery } from '@touchstone/biometrics'
import { dayOf } from '@touchstone/credential'
import { loadJourney } from '@touchstone/kyc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { insertCapture, insertFrames, selectFrames } from '../capture/capture-store.ts'
import { journeyTablesOf } from '../context.ts'
import { selectReceiptOf } from '../journey/receipt-store.ts'
import { updateVerification } from '../journey/verification-store.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { upsertCredential } from '../people/credential-store.ts'
import { faceprintName } from '../people/faceprint-name.ts'
import { selectPersonFile, upsertPersonFile } from '../people/person-file-store.ts'
import { credentialColumn, draftColumn, framesColumn, identityColumn } from '../sealed-columns.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { tidySessions } from '../visits/tidy-sessions.ts'
import { expirePeople } from './expire-people.ts'

const day = 86_400_000
const model = 'face/1'
const template = new Float32Array(128).fill(0.1)

onOneEngine('server', 'data retention', (suite) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-expiry-'))
  const file = join(folder, 'keys')
  let gallery: Gallery
  let world: SessionWorld
  beforeAll(async () => {
    addKeyToFile(file)
    world = await createSessionWorld(suite.database, { checkers: { gallery: async () => gallery } })
    gallery = await openGallery({ database: suite.database, clock: world.clock, keys: { file } })
  })
  afterAll(async () => {
    await gallery?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  let people = 0
  /** Creates a person in the middle of a journey, with an enrolled face and a stored name. */
  async function somebody() {
    const authorized = await world.openAuthorized()
    await requestCode(world, authorized, { email: `old${++people}@example.com`, ip: `10.9.0.${people}` })
    await submitCode(world, authorized, { code: world.mails.at(-1)?.code ?? '' })
    const db = journeyTablesOf(world)
    const session = await selectSession(db, authorized.id)
    const journeyId = session.journeyId ?? 0
    const loaded = await loadJourney(world.kyc, journeyId)
    if (!loaded) throw new Error('no journey')
    const { personId, svcId } = loaded.journey
    const person = faceprintName(world.vault, svcId)
    await gallery.enrol({ person, model, template }, () => true)
    const now = new Date(world.clock.now())
    const read = JSON.stringify({ document: 'data of the document' })
    const identity_sealed = world.vault.seal(read, identityColumn.at(personId))
    await upsertPersonFile(db, personId, { identity_sealed })
    const draft_sealed = world.vault.seal(read, draftColumn.at(journeyId))
    await updateVerification(db, journeyId, { draft_sealed }, now)
    return {
      journeyId,
      personId,
      status: async () => (await loadJourney(world.kyc, journeyId))?.journey.status,
      hasFaceprint: async () => (await gallery.compare({ person, model, template })) !== undefined,
      hasName: async () => Boolean((await selectPersonFile(db, personId))?.identitySealed),
      async hasDraft() {
        const query = db.selectFrom('verification').select('draft_sealed')
        return (
          (await query.where('journey_id', '=', journeyId).executeTakeFirstOrThrow()).draft_sealed !== null
        )
      },
    }
  }

  test("ends an idle journey after 30 days and deletes the person's data after another 30 days", async () => {
    const gone = await somebody()
    world.clock.advance(10 * day)
    const later = await somebody()
    world.clock.advance(21 * day)
    expect(await expirePeople(world)).toEqual({ abandoned: 1, expired: 0, cleared: 0, forgotten: 0 })
    expect([await gone.status(), await later.status()]).toEqual([
      'Verification Failed',
      'Verification Started',
    ])
    expect([await gone.hasDraft(), await later.hasDraft()]).toEqual([false, true])
    expect([await gone.hasFaceprint(), await later.hasFaceprint()]).toEqual([true, true])
    expect(await expirePeople(world)).toEqual({ abandoned: 0, expired: 0, cleared: 0, forgotten: 0 })

    world.clock.advance(31 * day)
    expect(await expirePeople(world)).toEqual({ abandoned: 1, expired: 0, cleared: 1, forgotten: 0 })
    expect([await gone.hasFaceprint(), await gone.hasName()]).toEqual([false, false])
    expect([await later.hasFaceprint(), await later.hasName()]).toEqual([true, true])
    expect(await expirePeople(world)).toEqual({ abandoned: 0, expired: 0, cleared: 0, forgotten: 0 })
    world.clock.advance(31 * day)
    expect(await expirePeople(world)).toEqual({ abandoned: 0, expired: 0, cleared: 1, forgotten: 0 })
    expect(await later.hasFaceprint()).toBe(false)
  })

  test('keeps the face and the name while a credential is valid', async () => {
    const holder = await somebody()
    await upsertCredential(journeyTablesOf(world), {
      personId: holder.personId,
      kind: 'kyc',
      merchantId: 0,
      credential: { credentialId: '1', validUntil: dayOf(world.clock.now() + 100 * day) },
      sealed: world.vault.seal('{}', credentialColumn.at(holder.personId, 'kyc')),
      at: new Date(world.clock.now()),
    })
    for (const days of [31, 31, 38]) {
      world.clock.advance(days * day)
      await expirePeople(world)
      expect([await holder.hasFaceprint(), await holder.hasName()]).toEqual([true, true])
    }
    world.clock.advance(day)
    expect(await expirePeople(world)).toMatchObject({ cleared: 1 })
    expect([await holder.hasFaceprint(), await holder.hasName()]).toEqual([false, false])
  })

  test('erases a person once, after five years', async () => {
    const old = await somebody()
    world.clock.advance(31 * day)
    await expirePeople(world)
    world.clock.advance((5 * 365 + 1) * day)
    expect((await expirePeople(world)).forgotten).toBeGreaterThan(0)
    const receipt = await selectReceiptOf(journeyTablesOf(world), old.personId)
    expect(receipt).toMatchObject({ journeys: 1, accounts: 2 })
    expect(await old.hasFaceprint()).toBe(false)
    expect(await expirePeople(world)).toEqual({ abandoned: 0, expired: 0, cleared: 0, forgotten: 0 })
  })

  test('deletes the measurements of an abandoned capture within an hour', async () => {
    const { journeyId } = await somebody()
    const db = journeyTablesOf(world)
    const challenge = drawChallenge({ random: world.random, clock: world.clock, id: 'left' })
    await insertCapture(db, { id: 'left', journeyId, challenge, at: new Date(world.clock.now()) })
    const rest = { firstIndex: 0, count: 8, lastAtMs: 1000, evidenceHash: Buffer.alloc(32) }
    const sealed = world.vault.seal('figures', framesColumn.at('left', 0))
    await insertFrames(db, { captureId: 'left', sealed, ...rest })
    await tidySessions(world)
    expect(await selectFrames(db, 'left')).toHaveLength(1)
    world.clock.advance(11 * 60_000)
    await tidySessions(world)
    expect(await selectFrames(db, 'left')).toEqual([])
  })
})

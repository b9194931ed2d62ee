import { type Credential, dayOf, noDate, toPerformedChecks } from '@touchstone/credential'
import { type CheckName, loadJourney, moveJourney } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { requestCode, submitCode } from '../login/login-by-email.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { selectSession } from '../sessions/session-store.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { canReuse } from './can-reuse.ts'
import { upsertCredential } from './credential-store.ts'

const year = 365 * 86_400_000

onOneEngine('server', 'reusing a credential', (suite) => {
  let world: SessionWorld
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
  })

  /** Creates an adult with a token and with a credential that is based on these checks. */
  async function holder(email: string, checks: readonly CheckName[], changed: Partial<Credential> = {}) {
    const authorized = await world.openAuthorized({ program: { checks: ['age'], rules: { minimumAge: 18 } } })
    await requestCode(world, authorized, { email, ip: '10.11.0.1' })
    await submitCode(world, authorized, { code: world.mails.at(-1)?.code ?? '' })
    const db = journeyTablesOf(world)
    const session = await selectSession(db, authorized.id)
    const journeyId = session.journeyId ?? 0
    const evidenceHash = Buffer.alloc(32)
    await moveJourney(world.kyc, {
      journeyId,
      to: 'OCR Passed',
      actor: 'server',
      decisions: checks.map((check) => ({ check, passed: true, checker: 'test', evidenceHash })),
    })
    const loaded = await loadJourney(world.kyc, journeyId)
    if (!loaded) throw new Error('no journey')
    const now = world.clock.now()
    const validUntil = dayOf(now + year)
    const issued = await world.issuer.issue({
      personCommitment: 'none-stored-yet',
      commitment: session.commitment ?? '',
      kind: 'kyc',
      checks: toPerformedChecks(['document', 'liveness', 'liveness-colours', ...checks]),
      attributes: {
        birthDate: 19900102,
        citizenship: 'FRA',
        documentExpiry: dayOf(now + 2 * year),
        location: '',
        sanctionResult: 0,
        sanctionDate: noDate,
        residence: '',
        residenceUntil: noDate,
        accreditation: 0,
        accreditedUntil: noDate,
      },
      validUntil,
    })
    const credential = { ...issued, ...changed }
    const { personId } = loaded.journey
    const sealed = world.vault.seal(JSON.stringify(credential), credentialColumn.at(personId, 'kyc'))
    await upsertCredential(db, {
      personId,
      kind: 'kyc',
      merchantId: 0,
      credential,
      sealed,
      at: new Date(now),
    })
    const token = { journey_id: journeyId, chain_id: '137', token_id: '7', minted_at: new Date(now) }
    await db.insertInto('soulbound_token').values(token).execute()
    return (...asked: CheckName[]) =>
      canReuse(world, { ...loaded, program: { ...loaded.program, checks: asked } })
  }

  test('accepts only checks that the person actually passed', async () => {
    const isEnough = await holder('one@example.com', ['age', 'citizenship'])
    expect(await isEnough('age')).toBe(true)
    expect(await isEnough('age', 'citizenship')).toBe(true)
    // The uniqueness of the face and the person's location were never checked, and the credential's
    // requirements do not include these checks.
    expect(await isEnough('age', 'unique')).toBe(false)
    expect(await isEnough('age', 'location')).toBe(false)
    const isEnoughOfOther = await holder('two@example.com', ['age', 'unique'])
    expect(await isEnoughOfOther('age', 'unique')).toBe(true)
  })

  test('issues a new credential if the existing one has another schema', async () => {
    const isEnough = await holder('other-schema@example.com', ['age'], { schema: 1 })
    expect(await isEnough('age')).toBe(false)
  })
})

import { type CircuitName, credentialSchema, formerSchema } from '@touchstone/credential'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { credentialColumn } from '../sealed-columns.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { heldCredentials } from './held-credential.ts'

onOneEngine('server', 'credentials of the schema before', (suite) => {
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    world = await createSessionWorld(suite.database)
    walks = createWalks(world)
  })

  const personOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).journey.personId
  const heldBy = async (personId: number) =>
    (await heldCredentials(world, personId)).map((held) => held.credential)

  /** As it was stored when the leaf said neither the kind nor the checks. */
  async function makeFormer(personId: number, kind: CircuitName): Promise<string> {
    const held = await heldCredentials(world, personId)
    const credential = held.find((each) => each.kind === kind)?.credential
    if (credential?.schema !== credentialSchema) throw new Error('nothing to make a former one of')
    const { kind: _, checks: __, ...rest } = credential
    const former = JSON.stringify({ ...rest, schema: formerSchema })
    const db = journeyTablesOf(world)
    await db
      .updateTable('person_credential')
      .set({ credential_sealed: world.vault.seal(former, credentialColumn.at(personId, kind)) })
      .where('person_id', '=', personId)
      .where('kind', '=', kind)
      .execute()
    await db.deleteFrom('issued_credential').where('person_id', '=', personId).execute()
    return credential.credentialId
  }

  const issuedTo = async (personId: number) => {
    const rows = await journeyTablesOf(world)
      .selectFrom('issued_credential')
      .select('credential_id as id')
      .where('person_id', '=', personId)
      .execute()
    return rows.map(({ id }) => id).sort()
  }

  test('are issued anew on the next visit, with the checks of the journal; both can be revoked', async () => {
    const first = await walks.visit('renewed@example.com', { checks: [] })
    await walks.identified(first)
    await walks.share(first)
    const personId = await personOf(first)
    const former = await makeFormer(personId, 'kyc')
    const [before] = await heldBy(personId)

    const second = await walks.visit('renewed@example.com', { checks: [] })
    expect(await walks.stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    const [anew] = await heldBy(personId)
    expect(anew).toMatchObject({ schema: 2, kind: 'kyc', checks: ['document', 'liveness'] })
    expect(anew).toMatchObject({
      commitment: before?.commitment,
      attributes: before?.attributes,
      validUntil: before?.validUntil,
    })
    expect(anew?.credentialId).not.toBe(former)
    expect(await issuedTo(personId)).toEqual([former, anew?.credentialId].sort())

    // Uniqueness was never looked at: the new one does not say so, and is not enough for who asks.
    const third = await walks.visit('renewed@example.com', { checks: ['unique'] })
    expect(await walks.stepOf(third)).toMatchObject({ name: 'document' })
    expect(await heldBy(personId)).toEqual([anew])
  })

  test('are issued anew in the middle of a journey that had come to the proof', async () => {
    const session = await walks.visit('proving@example.com', { checks: [] })
    await walks.identified(session)
    const personId = await personOf(session)
    await makeFormer(personId, 'kyc')
    const step = await walks.stepOf(session)
    expect(step).toMatchObject({ name: 'prove', credential: { schema: 2, kind: 'kyc' } })
  })

  test('are not passed off as checked where the journal does not say so', async () => {
    const first = await walks.visit('unchecked@example.com', { checks: [] })
    await walks.identified(first)
    await walks.share(first)
    const personId = await personOf(first)
    await makeFormer(personId, 'kyc')
    const db = journeyTablesOf(world)
    await db
      .deleteFrom('decision')
      .where('journey_id', '=', first.journeyId)
      .where('check_name', '=', 'document')
      .execute()
    const second = await walks.visit('unchecked@example.com', { checks: [] })
    expect(await walks.stepOf(second)).toMatchObject({ name: 'document' })
    expect(await heldBy(personId)).toMatchObject([{ schema: 1 }])
  })

  test('what was found by one journey stands in the credential of the next, under its own kind', async () => {
    const first = await walks.visit('both@example.com', { checks: [] })
    await walks.identified(first)
    await walks.share(first)
    const second = await walks.visit('both@example.com', { kind: 'PoAI', checks: [], rules: {} })
    await walks.accredited(second)
    expect(await heldBy(await personOf(second))).toMatchObject([
      { kind: 'kyc', checks: ['document', 'liveness'] },
      { kind: 'investor', checks: ['document', 'liveness', 'accreditation'] },
    ])
  })
})

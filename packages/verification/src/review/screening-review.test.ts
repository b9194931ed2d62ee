import type { ChainMinter } from '@touchstone/chain'
import { createScreeningWorkers, importList, openScreening, type Screening } from '@touchstone/screening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { inPieces, makeUnList } from '../../../screening/src/test-support/make-lists.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { selectChecks } from '../journey/verification-store.ts'
import { consent } from '../pipeline/actions.ts'
import { finishRevocationsOf } from '../revocation/finish-revocation.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Walks } from '../testing/walks.ts'
import { decideReview } from './decide-review.ts'
import { listReviews, showReview } from './list-reviews.ts'
import { screenAgain } from './screen-again.ts'

const workers = createScreeningWorkers()
afterAll(() => workers.close())

onOneEngine('server', 'screening reviews', (suite) => {
  let world: SessionWorld
  let walks: Walks
  const visit = (email: string) => walks.visit(email, { checks: ['sanction'] })
  let screening: Screening
  const burnt: bigint[] = []
  let beingMinted: { chainId: string; tokenId: string }[] = []
  beforeAll(async () => {
    const minter = { burn: async ({ tokenId }: { tokenId: bigint }) => void burnt.push(tokenId) }
    world = await createSessionWorld(suite.database, {
      checkers: { screening: async () => screening },
      chains: { minter: async () => minter as unknown as ChainMinter, mintedFor: async () => beingMinted },
    })
    walks = createWalks(world)
    await publish('Nemo Outis')
    screening = await openScreening({ database: suite.database, clock: world.clock, workers })
  })
  afterAll(() => screening?.close())

  let editions = 0
  /** Publishes the next version of the list with these names. */
  async function publish(...names: string[]): Promise<void> {
    const people = names.map((name) => ({ id: name.replaceAll(/\W/g, ''), names: [name] }))
    const date = new Date(Date.UTC(2026, 0, ++editions)).toISOString()
    const stream = inPieces(makeUnList(people, { date }))
    const context = { database: suite.database, clock: world.clock, workers }
    await importList(context, { list: 'made-up', format: 'un-xml', stream, force: true })
  }

  const openReviews = () => listReviews(world, { decided: false })
  const decide = async (decision: 'clear' | 'confirm', id?: number) => {
    const newest = (await openReviews()).at(-1)?.id ?? 0
    await decideReview(world, { id: id ?? newest, decision, by: 'officer 1' })
    await walks.settled()
  }

  const isShared = async ({ journeyId }: { journeyId: number }) => {
    const query = journeyTablesOf(world).selectFrom('journey_account').select('revoked_at')
    const row = await query
      .where('journey_id', '=', journeyId)
      .where('granted_at', 'is not', null)
      .executeTakeFirst()
    return row !== undefined && row.revoked_at === null
  }

  test('passes a person who is not listed and repeats only the screening for another merchant', async () => {
    const first = await visit('clear@example.com')
    await walks.identified(first)
    expect(await walks.stepOf(first)).toMatchObject({ name: 'prove' })
    await walks.share(first)
    const second = await visit('clear@example.com')
    expect(await walks.stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    const state = await loadState(world, second.journeyId)
    const checks = await selectChecks(journeyTablesOf(world), second.journeyId, state.journey.attempt)
    const by = new Map(checks.map(({ check, checker }) => [check, checker]))
    expect(by.get('sanction')).toContain('made-up 2026-01-01')
    expect(by.get('liveness')).toBe('credential held already')
    await walks.share(second)
    expect(await openReviews()).toEqual([])
  })

  test('screens everyone against a new version, notifies each merchant once and does not reopen cleared hits', async () => {
    const [first, second] = [await visit('both@example.com'), await visit('other@example.com')]
    await walks.identified(first, { given: 'COSIMA', surname: 'VEXELSTEIN' })
    await walks.share(first)
    const again = await visit('both@example.com')
    await walks.share(again)
    await walks.identified(second)
    await walks.share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
    expect(await screenAgain(world)).toEqual({ screened: 0, found: 0 })

    await publish('Nemo Outis', 'Cosima Vexelstein')
    expect(await screenAgain(world)).toMatchObject({ found: 2 })
    expect(await screenAgain(world)).toEqual({ screened: 0, found: 0 })
    const [one, other, ...more] = await openReviews()
    expect(more).toEqual([])
    expect([one?.kind, other?.kind]).toEqual(['rescreening', 'rescreening'])
    expect(new Set([one?.programNo, other?.programNo]).size).toBe(2)
    await decide('clear', one?.id)

    await publish('Nemo Outis', 'Cosima Vexelstein', 'Ardent Quillfeather')
    expect(
      await screenAgain(world),
      'one hit was cleared, and the review of the other hit is already open',
    ).toMatchObject({ found: 0 })
    await decide('clear', other?.id)
    await publish('Nemo Outis', 'Cosima Vexelstein')
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
    expect(await openReviews()).toEqual([])
    expect([await isShared(first), await isShared(again), await isShared(second)]).toEqual([true, true, true])
  })

  test('repeats the screening at another merchant for a person who was cleared', async () => {
    const first = await visit('alike@example.com')
    await walks.identified(first, { given: 'NEMO', surname: 'OUTIS' })
    expect(await walks.stepOf(first)).toMatchObject({ name: 'review', what: 'sanction' })
    await decide('clear')
    await walks.share(first)

    const second = await visit('alike@example.com')
    expect(await walks.stepOf(second)).toMatchObject({ name: 'review', what: 'sanction' })
    const waiting = (await openReviews()).at(-1)
    expect(await showReview(world, { id: waiting?.id ?? 0 })).toMatchObject({
      detail: { identity: { surname: 'OUTIS' }, hits: [{ entryId: 'NemoOutis' }] },
    })
    await decide('clear')
    expect(await walks.stepOf(second)).toMatchObject({ name: 'consent', reused: true })
    await walks.share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 0 })
  })

  test('revokes the shared results and ends the journeys of a person if a reviewer confirms that they are the listed party', async () => {
    const email = 'listed@example.com'
    const shared = await visit(email)
    await walks.identified(shared, { given: 'NEMO', surname: 'OUTIS' })
    await decide('clear')
    await walks.share(shared)
    const underWay = await visit(email)
    await decide('clear')
    expect(await walks.stepOf(underWay)).toMatchObject({ name: 'consent' })
    const waits = await visit(email)
    expect(await walks.stepOf(waits)).toMatchObject({ name: 'review' })
    expect([await isShared(shared), burnt]).toEqual([true, []])

    beingMinted = [{ chainId: '8453', tokenId: '4711' }]
    await decide('confirm')
    const declined = { name: 'failed', screen: 'not-eligible', reason: 'screening.declined' }
    expect(await walks.stepOf(waits)).toMatchObject(declined)
    expect(await walks.stepOf(underWay)).toMatchObject(declined)
    expect(await isShared(shared)).toBe(false)
    const { personId } = (await loadState(world, shared.journeyId)).journey
    await finishRevocationsOf(world, personId)
    expect(burnt).toEqual([BigInt(shared.journeyId), 4711n])
    expect(await openReviews()).toEqual([])
    await expect(consent(world, underWay, { granted: true })).rejects.toThrow('another step')

    const later = await visit(email)
    expect(await walks.stepOf(later), 'nothing is left to reuse').toMatchObject({ name: 'document' })
  })

  test('repeats the screening if a list is imported before the person consents', async () => {
    const first = await visit('between@example.com')
    await walks.identified(first, { given: 'ARDENT', surname: 'QUILLFEATHER' })
    await walks.share(first)
    const second = await visit('between@example.com')
    expect(await walks.stepOf(second)).toMatchObject({ name: 'consent' })
    await publish('Ardent Quillfeather')
    expect(await screenAgain(world)).toMatchObject({ found: 1 })
    await walks.share(second)
    expect(await screenAgain(world)).toMatchObject({ found: 1 })
    expect(await openReviews()).toHaveLength(2)
  })
})

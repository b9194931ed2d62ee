import { byCommandLine, InputError, loadJourney, setReviewRule } from '@touchstone/kyc'
import { createScreeningWorkers, importList, openScreening, type Screening } from '@touchstone/screening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { inPieces, makeUnList } from '../../../screening/src/test-support/make-lists.ts'
import { journeyTablesOf } from '../context.ts'
import { loadState } from '../journey/load-state.ts'
import { insertReview } from '../journey/review-store.ts'
import { forgetPerson } from '../pipeline/person-requests.ts'
import { reviewDetailColumn } from '../sealed-columns.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { decideReview, withdrawOpinion } from './decide-review.ts'
import { listReviews, showReview } from './list-reviews.ts'
import { reviewPictures } from './review-pictures.ts'

const workers = createScreeningWorkers()
afterAll(() => workers.close())
const [ada, bob] = ['U000000000000001', 'U000000000000002']
const byMember = { ...byCommandLine, actor: 'member' } as const

onOneEngine('server', 'reviews decided by merchants and by two members', (suite) => {
  let world: SessionWorld
  let walks: Walks
  let screening: Screening
  beforeAll(async () => {
    world = await createSessionWorld(suite.database, {
      checkers: {
        screening: async () => screening,
        gallery: async () =>
          ({
            remove: async () => 0,
            retire: async () => ({ removed: 0, isKept: false }),
            expire: async () => 0,
          }) as never,
      },
      chains: { mintedFor: async () => [] },
    })
    walks = createWalks(world)
    const context = { database: suite.database, clock: world.clock, workers }
    const stream = inPieces(makeUnList([{ id: 'NemoOutis', names: ['Nemo Outis'] }], { date: '2026-01-01' }))
    await importList(context, { list: 'made-up', format: 'un-xml', stream, force: true })
    screening = await openScreening(context)
  })
  afterAll(() => screening?.close())

  let people = 0
  const nextPerson = () => `listed${++people}@example.com`
  const visit = (email: string) => walks.visit(email, { checks: ['sanction'] })
  const namesake = { given: 'NEMO', surname: 'OUTIS' }
  /**
   * Creates a person who has the name of a listed party, and returns the person's open review at a new
   * merchant.
   */
  async function waiting(email = nextPerson()) {
    const visited = await visit(email)
    if ((await walks.stepOf(visited)).name === 'document') await walks.identified(visited, namesake)
    expect(await walks.stepOf(visited)).toMatchObject({ name: 'review', what: 'sanction' })
    return await reviewOf(visited)
  }
  async function reviewOf(visited: Visit) {
    const { merchant } = (await loadJourney(world.kyc, visited.journeyId)) ?? {}
    const all = await listReviews(world, { decided: false })
    const { svcId } = (await loadState(world, visited.journeyId)).journey
    const review = all.findLast((each) => each.svcId === svcId)
    if (!review || !merchant) throw new Error('nothing waits')
    return { visited, id: review.id, onlyOf: merchant.id, mchNo: merchant.mchNo }
  }
  const isShared = async ({ journeyId }: Visit) => {
    const query = journeyTablesOf(world).selectFrom('journey_account').select('revoked_at')
    const rows = await query.where('journey_id', '=', journeyId).where('granted_at', 'is not', null).execute()
    return rows.some(({ revoked_at }) => revoked_at === null)
  }
  const openIds = async (onlyOf?: number) =>
    (await listReviews(world, { decided: false, onlyOf })).map(({ id }) => id)

  test('shows a merchant only its own reviews and reports other merchants’ reviews as unknown', async () => {
    const [mine, theirs] = [await waiting(), await waiting()]
    expect(await openIds(mine.onlyOf)).toEqual([mine.id])
    expect(await openIds()).toEqual(expect.arrayContaining([mine.id, theirs.id]))
    const foreign = { id: theirs.id, onlyOf: mine.onlyOf, by: ada }
    const nobodys = { ...foreign, id: 987_654 }
    for (const attempt of [
      (of: typeof foreign) => showReview(world, of),
      (of: typeof foreign) => decideReview(world, { ...of, decision: 'clear', isMember: true }),
      (of: typeof foreign) => withdrawOpinion(world, of),
    ]) {
      const refused = 'There is no review with this number.'
      await expect(attempt(foreign)).rejects.toThrow(refused)
      await expect(attempt(nobodys)).rejects.toThrow(refused)
    }
    await expect(reviewPictures(world, foreign)).rejects.toThrow(
      'No review with this number contains pictures.',
    )
    expect(await showReview(world, { id: mine.id, onlyOf: mine.onlyOf })).toMatchObject({
      detail: { hits: [{ entryId: 'NemoOutis' }] },
    })
    await decideReview(world, {
      id: mine.id,
      decision: 'clear',
      by: ada,
      isMember: true,
      onlyOf: mine.onlyOf,
    })
    await walks.settled()
    expect(await walks.stepOf(mine.visited)).toMatchObject({ name: 'prove' })
  })

  test("limits a merchant's confirmation to that merchant and lets the operator decide for all other merchants", async () => {
    const email = nextPerson()
    const other = await waiting(email)
    await decideReview(world, { id: other.id, decision: 'clear', by: 'officer' })
    await walks.settled()
    await walks.share(other.visited)
    const own = await waiting(email)
    const confirm = { id: own.id, decision: 'confirm', by: ada, isMember: true } as const
    await decideReview(world, { ...confirm, onlyOf: own.onlyOf })
    await walks.settled()
    const declined = { name: 'failed', reason: 'screening.declined' }
    expect(await walks.stepOf(own.visited)).toMatchObject(declined)
    const { actor } = await journeyTablesOf(world)
      .selectFrom('journal')
      .select('actor')
      .where('journey_id', '=', own.visited.journeyId)
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    expect(actor).toBe('merchant')
    expect(await isShared(other.visited), 'with another merchant').toBe(true)

    expect(await openIds(own.onlyOf), 'it has decided').toEqual([])
    const [escalated] = (await listReviews(world, { decided: false })).filter(
      ({ svcId, kind }) => kind === 'rescreening' && svcId !== '',
    )
    expect(await showReview(world, { id: escalated?.id ?? 0 })).toMatchObject({
      detail: { confirmedBy: 'merchant', hits: [{ entryId: 'NemoOutis' }] },
    })
    await decideReview(world, { id: escalated?.id ?? 0, decision: 'confirm', by: 'officer' })
    expect(await isShared(other.visited), 'after the operator').toBe(false)
  })

  test('hides the review of a similar face from the merchant', async () => {
    const { visited, onlyOf } = await waiting()
    const { journeyId } = visited
    const { attempt } = (await loadState(world, journeyId)).journey
    const detail = {
      reasons: [{ code: 'uniqueness.similar-face-and-birth-year', text: 'was born in the same year' }],
      limits: { greyOfBirthYear: 0.9 },
      version: 'uniqueness-1',
      checks: [{ check: 'liveness', passed: true, checker: 'x', evidenceHash: 'ab' }],
    }
    const place = reviewDetailColumn.at(journeyId, attempt, 'faceprint')
    const sealed = world.vault.seal(JSON.stringify(detail), place)
    const at = new Date(world.clock.now())
    const opened = { journeyId, attempt, kind: 'faceprint', detailSealed: sealed, at } as const
    const id = (await insertReview(journeyTablesOf(world), opened)) ?? 0
    expect(JSON.stringify(await showReview(world, { id }))).toContain('same year')
    await expect(showReview(world, { id, onlyOf })).rejects.toMatchObject({ code: 'review.unknown' })
    expect((await listReviews(world, { decided: false, onlyOf })).map((each) => each.id)).not.toContain(id)
  })

  test('carries out a decision once the second member agrees', async () => {
    const { id, mchNo, visited } = await waiting()
    await setReviewRule(world.kyc, { mchNo, byTwo: true }, byCommandLine)
    const give = (by: string, decision: 'clear' | 'confirm', note = '') =>
      decideReview(world, { id, by, decision, note, isMember: true })
    const first = async () => {
      const [review] = (await listReviews(world, { decided: false })).filter((each) => each.id === id)
      return [review?.byTwo, review?.firstBy]
    }
    expect(await first()).toEqual([true, ''])
    await expect(decideReview(world, { id, by: 'officer', decision: 'clear' })).rejects.toMatchObject({
      code: 'review.two-people',
    })
    expect(await give(ada, 'clear', 'another birth place')).toBe('first')
    expect(await first()).toEqual([true, ada])
    await expect(give(ada, 'clear')).rejects.toMatchObject({ code: 'review.own-opinion' })
    expect(await walks.stepOf(visited), 'nothing moves').toMatchObject({ name: 'review' })

    expect(await give(bob, 'confirm', 'the same passport')).toBe('disagreed')
    expect(await first(), 'open again').toEqual([true, ''])
    expect(await give(bob, 'clear')).toBe('first')
    await expect(withdrawOpinion(world, { id, by: ada })).rejects.toMatchObject({ code: 'review.no-opinion' })
    await withdrawOpinion(world, { id, by: bob })
    expect(await give(ada, 'clear', 'once more')).toBe('first')
    expect(await give(bob, 'clear')).toBe('decided')
    await walks.settled()
    expect(await walks.stepOf(visited)).toMatchObject({ name: 'prove' })

    const shown = await showReview(world, { id })
    expect(shown).toMatchObject({ decision: 'clear', decidedBy: `${ada}, ${bob}` })
    expect(shown.opinions.map(({ by, decision, ended }) => [by, decision, ended])).toEqual([
      [ada, 'clear', 'disagreed'],
      [bob, 'confirm', 'disagreed'],
      [bob, 'clear', 'withdrawn'],
      [ada, 'clear', ''],
      [bob, 'clear', ''],
    ])
    expect(shown.opinions[0]?.note).toBe('another birth place')
    const { rows } = await suite.database.run('select * from review_opinion')
    expect(JSON.stringify(rows)).not.toContain('birth place')

    await forgetPerson(world, visited)
    const notes = (await showReview(world, { id })).opinions.map(({ note }) => note)
    expect(notes, 'a note may name the person').toEqual(['', '', '', '', ''])
  })

  test('processes concurrent opinions in order and counts a repeated opinion only once', async () => {
    const { id, visited } = await waiting()
    await setReviewRule(world.kyc, { byTwo: true }, byCommandLine)
    try {
      const give = (by: string) => decideReview(world, { id, by, decision: 'clear', isMember: true })
      const twice = await Promise.allSettled([give(ada), give(ada), give(ada)])
      expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await walks.stepOf(visited)).toMatchObject({ name: 'review' })
      await withdrawOpinion(world, { id, by: ada })
      expect((await Promise.all([give(ada), give(bob)])).sort()).toEqual(['decided', 'first'])
    } finally {
      await setReviewRule(world.kyc, { byTwo: false }, byCommandLine)
    }
  })

  test('prevents reviewers from disabling the second opinion and does not delegate the reviews of demo merchants', async () => {
    const { mchNo } = await waiting()
    await setReviewRule(world.kyc, { mchNo, byTwo: true, delegated: true }, byMember)
    await expect(setReviewRule(world.kyc, { mchNo, byTwo: false }, byMember)).rejects.toThrow(InputError)
    expect(await setReviewRule(world.kyc, { mchNo, delegated: false }, byMember)).toEqual({
      delegated: false,
      byTwo: true,
    })
    expect(await setReviewRule(world.kyc, { mchNo, byTwo: false }, byCommandLine)).toMatchObject({
      byTwo: false,
    })
    await expect(setReviewRule(world.kyc, { delegated: true }, byCommandLine)).rejects.toThrow(
      /applies only to merchants/,
    )
    await suite.database.run(`update merchant set demo = true where mch_no = '${mchNo}'`)
    await expect(setReviewRule(world.kyc, { mchNo, delegated: true }, byCommandLine)).rejects.toThrow(/demo/)
  })
})

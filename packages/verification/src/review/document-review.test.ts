import { composeMrz } from '@touchstone/documents/specimens'
import { byCommandLine, loadJourney, type ProgramInput, setReviewRule } from '@touchstone/kyc'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import { journeyTablesOf } from '../context.ts'
import { applyOutcome } from '../journey/apply-outcome.ts'
import { loadState } from '../journey/load-state.ts'
import { selectPictureJournal } from '../journey/review-picture-store.ts'
import { confirmDocument, retakeDocument, reviewDocument, submitDocument } from '../pipeline/actions.ts'
import { forgetPerson } from '../pipeline/person-requests.ts'
import { retryJourney } from '../pipeline/retry-journey.ts'
import { mostRetakes } from '../steps/document.ts'
import { screeningStep } from '../steps/screening.ts'
import { fakeCopy, fakeDocuments } from '../testing/fake-documents.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../testing/walks.ts'
import { decideReview } from './decide-review.ts'
import { expirePictures } from './expire-pictures.ts'
import { listReviews, showReview } from './list-reviews.ts'
import type { ReviewDecision } from './review-decision.ts'
import { reviewPictures } from './review-pictures.ts'

const day = 86_400_000
/** The data printed on the document. */
const truth = {
  documentCode: 'P',
  issuingState: 'FRA',
  surname: 'Ferreira',
  givenNames: 'Hugo',
  number: 'X41B77205',
  nationality: 'FRA',
  birthDate: '1984-02-03',
  sex: 'M',
  issueDate: '2022-06-01',
  expiryDate: '2032-05-31',
  optional: '',
} as const
const picture = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('a face and a name'.repeat(20))])
const adults = { checks: ['age', 'citizenship'], rules: { minimumAge: 18 } }

onOneEngine('server', 'review of a misread document', (suite) => {
  const documents = fakeDocuments()
  let world: SessionWorld
  let walks: Walks
  beforeAll(async () => {
    world = await createSessionWorld(suite.database, {
      checkers: {
        ...documents.checkers,
        gallery: async () =>
          ({
            remove: async () => 0,
            retire: async () => ({ removed: 0, isKept: false }),
            expire: async () => 0,
          }) as never,
      },
    })
    walks = createWalks(world)
  })

  const give = (visit: Visit) =>
    submitDocument(world, visit, { pictures: [picture, picture], kind: 'passport', country: 'FRA' })
  /**
   * Makes the software misread the document until the page offers a review. The misread birth date makes the
   * person too young for the program.
   */
  const wrong = { ...truth, birthDate: '2012-02-03' }
  let people = 0
  async function offered(read: typeof truth | typeof wrong = wrong, program: Partial<ProgramInput> = adults) {
    documents.lay(...composeMrz('TD3', read))
    const visit = await walks.visit(`wrong${++people}@example.com`, program)
    for (let time = 0; time < mostRetakes; time++) {
      expect(await walks.stepOf(visit)).toMatchObject({ name: 'document' })
      await give(visit)
      expect(await walks.stepOf(visit)).toMatchObject({ name: 'document-confirm' })
      await retakeDocument(world, visit)
    }
    return visit
  }
  async function waiting(read?: typeof truth | typeof wrong, program?: Partial<ProgramInput>) {
    const visit = await offered(read, program)
    await reviewDocument(world, visit, { agreed: true })
    await give(visit)
    const [open] = await listReviews(world, { decided: false })
    return { visit, id: open?.id ?? 0 }
  }
  const decide = (id: number, rest: Partial<ReviewDecision> = {}) =>
    decideReview(world, { id, decision: 'clear', by: 'j.doe', ...rest })
  const kept = () => journeyTablesOf(world).selectFrom('review_picture').selectAll().execute()
  const journal = async (id: number) =>
    (await selectPictureJournal(journeyTablesOf(world), id)).map(
      ({ event, pictures, reason, actor, operator }) => [event, pictures, reason, actor, operator],
    )
  const shownTo = ['shown', 2, 'review', 'operator', 'j.doe']
  const agreed = ['kept', 2, 'agreed', 'user', null]
  const fieldsOf = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).draft.document?.fields

  test('stores nothing before the person agrees, and repeats the offer after the person declines', async () => {
    const visit = await offered()
    expect(await walks.stepOf(visit)).toEqual({ name: 'document-review', days: 7 })
    await reviewDocument(world, visit, { agreed: false })
    expect(await walks.stepOf(visit)).toEqual({ name: 'document', kinds: ['passport', 'id-card'] })
    await give(visit)
    await retakeDocument(world, visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'document-review' })
    await reviewDocument(world, visit, { agreed: true })
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'document', keptDays: 7 })
    await reviewDocument(world, visit, { agreed: false })
    expect(await walks.stepOf(visit)).not.toHaveProperty('keptDays')
    await give(visit)
    expect([await kept(), await listReviews(world, { decided: false })]).toEqual([[], []])
  })

  test('requires that both members enter the same reading and validates the first reading immediately', async () => {
    const { visit, id } = await waiting()
    await setReviewRule(world.kyc, { byTwo: true }, byCommandLine)
    const zone = composeMrz('TD3', truth)
    const give = (by: string, rest: Partial<ReviewDecision> = {}) =>
      decide(id, { by, isMember: true, ...rest })
    try {
      const [top = '', bottom = ''] = zone
      const torn = { zone: [top, bottom.replace('1', '2')] }
      await expect(give('U1', torn)).rejects.toMatchObject({ code: 'review.zone' })
      expect((await showReview(world, { id })).opinions, 'no opinion is stored').toEqual([])
      expect(await give('U1', { zone })).toBe('first')
      expect(await give('U2'), 'as the software read it').toBe('disagreed')
      expect(await give('U2', { zone: zone.map((line) => line.toLowerCase()) })).toBe('first')
      expect(await kept(), 'not decided yet').toHaveLength(2)
      expect(await give('U1', { zone })).toBe('decided')
    } finally {
      await setReviewRule(world.kyc, { byTwo: false }, byCommandLine)
    }
    expect(await fieldsOf(visit)).toMatchObject({ birthDate: '1984-02-03' })
    expect(await kept()).toEqual([])
  })

  test('offers a review only after the third misreading', async () => {
    documents.lay(...composeMrz('TD3', truth))
    const visit = await walks.visit('early@example.com', adults)
    await reviewDocument(world, visit, { agreed: true })
    await give(visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'document-confirm' })
    expect(await kept()).toEqual([])
  })

  test('encrypts the pictures, shows them to the reviewer, deletes them once the review is decided, and records each access', async () => {
    const { visit, id } = await waiting()
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'review', what: 'document' })
    const rows = await kept()
    expect(rows).toHaveLength(2)
    const copies = [1, 2].map((number) => Buffer.from(fakeCopy(number)).toString('base64'))
    for (const [index, { picture_sealed }] of rows.entries()) {
      expect(Buffer.from(picture_sealed).includes(Buffer.from(fakeCopy(index + 1)))).toBe(false)
      expect(Buffer.from(picture_sealed).includes(copies[index] ?? '')).toBe(false)
    }
    await expect(confirmDocument(world, visit, {})).rejects.toMatchObject({ code: 'step.other' })

    const { detail } = await showReview(world, { id })
    expect(detail).toMatchObject({
      read: { birthDate: '2012-02-03' },
      pictures: [{ event: 'kept', pictures: 2 }],
    })
    expect(JSON.stringify(detail)).not.toContain(copies[0])
    const { pictures } = await reviewPictures(world, { id, by: 'j.doe' })
    expect(pictures).toEqual(copies.map((base64) => ({ type: 'jpg', base64 })))

    await decide(id, { zone: composeMrz('TD3', truth) })
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'liveness' })
    expect(await fieldsOf(visit)).toMatchObject({ birthDate: '1984-02-03', number: 'X41B77205' })
    expect(await kept()).toEqual([])
    expect(await journal(id)).toEqual([
      agreed,
      shownTo,
      ['deleted', 2, 'review.decided', 'operator', 'j.doe'],
    ])
    const { rows: decisions } = await world.database.run(
      `select check_name, passed, checker from decision where journey_id = ${visit.journeyId} order by 1`,
    )
    expect(decisions).toEqual([
      { check_name: 'age', passed: true, checker: `review ${id}, rules-1` },
      { check_name: 'citizenship', passed: true, checker: `review ${id}, rules-1` },
      { check_name: 'document', passed: true, checker: `review ${id}, rules-1` },
    ])
    await expect(reviewPictures(world, { id, by: 'j.doe' })).rejects.toMatchObject({
      code: 'review.no-pictures',
    })
  })

  test('rejects a reading that contradicts the machine-readable zone, and deletes nothing', async () => {
    const { visit, id } = await waiting()
    const zone = composeMrz('TD3', truth)
    const composite = [
      zone[0] ?? '',
      `${(zone[1] ?? '').slice(0, 43)}${(Number((zone[1] ?? '').at(-1)) + 1) % 10}`,
    ]
    for (const [given, code] of [
      [{ fields: { birthDate: '1984-02-04' } }, 'review.zone'],
      [{ fields: { number: 'X41B77206' } }, 'review.zone'],
      [{ zone: composite }, 'review.zone'],
      [{ zone: ['P<FRA'] }, 'review.field'],
      [{ zone: composeMrz('TD1', { ...truth, documentCode: 'I' }) }, 'review.field'],
      [{ fields: { nationality: 'ZZZ' } }, 'review.zone'],
      [{ fields: { birthDate: '1984-02-31' } }, 'review.field'],
      [{ fields: { birthDate: '1812-02-03' } }, 'review.field'],
      [{ fields: { expiryDate: '1932-05-31' } }, 'review.field'],
      [{ fields: { sex: 'female' } }, 'review.field'],
      [{ fields: { surname: 'Ferreira 李' } }, 'review.field'],
      [{ fields: { address: 'Lyon' } }, 'review.field'],
      [{ fields: { toString: 'x' } }, 'review.field'],
    ] as const)
      await expect(decide(id, given), JSON.stringify(given)).rejects.toMatchObject({ code })
    expect(await kept()).toHaveLength(2)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'review' })

    // The zone contains no century, and its names and sex have no check digit.
    const fields = { birthDate: '1912-02-03', surname: 'Ferreíra', sex: 'F' }
    await decide(id, { fields })
    expect(await fieldsOf(visit)).toEqual({
      ...{ surname: 'Ferreíra', givenNames: 'HUGO', birthDate: '1912-02-03', sex: 'F', nationality: 'FRA' },
      ...{ number: 'X41B77205', expiryDate: '2032-05-31', issuingState: 'FRA' },
    })
  })

  test('accepts accents in a name that matches the machine-readable zone, and rejects other names', async () => {
    const read = { ...truth, surname: 'Muller' } as unknown as typeof truth
    for (const [surname, asRead] of [
      ['Müller', 'MULLER'],
      ['Möller', 'MOELLER'],
    ]) {
      const { visit, id } = await waiting(read)
      await decide(id, { fields: { surname: surname ?? '' } })
      const { draft } = await loadState(world, visit.journeyId)
      expect(draft.document).toMatchObject({ fields: { surname }, asRead: { surname: asRead, cut: false } })
    }
  })

  test("applies the program's rules to a reviewer's reading", async () => {
    const { visit, id } = await waiting(truth)
    await decide(id, { zone: composeMrz('TD3', wrong) })
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'failed', reason: 'age.below-limit' })
    const old = await waiting(truth)
    await decide(old.id, { zone: composeMrz('TD3', { ...truth, expiryDate: '2025-05-31' }) })
    expect(await walks.stepOf(old.visit)).toMatchObject({ name: 'failed', reason: 'document.expired' })
    const right = await waiting(truth)
    await decide(right.id)
    expect(await walks.stepOf(right.visit)).toMatchObject({ name: 'liveness' })
  })

  test('fails the attempt if the document is rejected', async () => {
    const { visit, id } = await waiting()
    await decide(id, { decision: 'confirm' })
    expect(await walks.stepOf(visit)).toMatchObject({
      name: 'failed',
      screen: 'ocr',
      reason: 'document.refused',
    })
    expect(await kept()).toEqual([])
    const loaded = await loadJourney(world.kyc, visit.journeyId)
    expect(loaded?.journey).toMatchObject({ status: 'Verification Failed', reasonCode: 'document.refused' })
    expect(await listReviews(world, { decided: false })).toEqual([])
  })

  test('deletes the pictures after seven days and asks the person to take new ones', async () => {
    const { visit, id } = await waiting()
    world.clock.advance(7 * day - 2 * 3_600_000)
    expect(await expirePictures(world)).toBe(0)
    world.clock.advance(3_600_000 + 1)
    expect(await expirePictures(world)).toBe(1)
    expect(await kept()).toEqual([])
    expect(await journal(id)).toEqual([agreed, ['deleted', 2, 'review.over', 'server', null]])
    const over = { name: 'failed', reason: 'document.review-over', retry: 'step', attemptsLeft: 3 }
    expect(await walks.stepOf(visit)).toMatchObject(over)
    expect((await loadState(world, visit.journeyId)).draft).toEqual({})
    await expect(decide(id)).rejects.toMatchObject({ code: 'review.unknown' })
    await retryJourney(world, visit)
    expect(await walks.stepOf(visit)).toMatchObject({ name: 'document' })
    expect(await expirePictures(world)).toBe(0)
  })

  test('does not show expired pictures that have not been deleted yet', async () => {
    const { id } = await waiting()
    world.clock.advance(7 * day)
    await expect(reviewPictures(world, { id, by: 'j.doe' })).rejects.toMatchObject({
      code: 'review.no-pictures',
    })
    expect(await expirePictures(world)).toBe(1)
  })

  test('deletes the pictures if the person is erased or if another review makes the journey fail', async () => {
    const { visit, id } = await waiting()
    await forgetPerson(world, visit)
    expect(await kept()).toEqual([])
    expect(await journal(id)).toEqual([agreed, ['deleted', 2, 'journey.forgotten', 'user', null]])
    expect(await listReviews(world, { decided: false })).toEqual([])

    const other = await waiting()
    const declined = { screen: 'not-eligible', reason: 'screening.declined', checks: [] } as const
    const state = await loadState(world, other.visit.journeyId)
    await applyOutcome(world, state, screeningStep, { kind: 'negative', ...declined }, 'operator')
    expect(await kept()).toEqual([])
    expect(await journal(other.id)).toEqual([agreed, ['deleted', 2, 'screening.declined', 'operator', null]])
    await decide(other.id)
    expect(await walks.stepOf(other.visit)).toMatchObject({ reason: 'screening.declined' })
  })

  test('rejects changes to the picture journal', async () => {
    for (const change of [
      'update review_picture_journal set pictures = 0',
      'delete from review_picture_journal',
    ])
      await expect(world.database.run(change)).rejects.toThrow('append-only')
  })

  test('offers neither pictures nor fields for other kinds of reviews', async () => {
    await expect(reviewPictures(world, { id: 4711, by: 'j.doe' })).rejects.toMatchObject({
      code: 'review.no-pictures',
    })
  })
})

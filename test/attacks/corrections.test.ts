import { checkDigit } from '@touchstone/documents'
import { composeMrz } from '@touchstone/documents/specimens'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { confirmDocument, submitDocument } from '../../packages/verification/src/pipeline/actions.ts'
import { identityIn, screenIdentity } from '../../packages/verification/src/steps/screening.ts'
import { fakeDocuments } from '../../packages/verification/src/testing/fake-documents.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { openFreshStore } from '../support/engines.ts'

// Somebody shows the own, genuine document and "corrects" what was read from it: to be of age, to be nobody of a list, to
// be a citizen of another country, or to have a document that is still good.

type Corrections = Parameters<typeof confirmDocument>[2]

/** Fourteen years old on the day of these tests. */
const holder = {
  documentCode: 'P',
  issuingState: 'FRA',
  surname: 'Ferreira',
  givenNames: 'Hugo',
  number: 'X41B77205',
  nationality: 'FRA',
  birthDate: '2012-03-04',
  sex: 'M',
  issueDate: '2022-06-01',
  expiryDate: '2027-05-31',
  optional: '',
} as const

const database = await openFreshStore()
const documents = fakeDocuments()
let world: SessionWorld
let walks: Walks
beforeAll(async () => {
  world = await createSessionWorld(database, { checkers: documents.checkers })
  walks = createWalks(world)
  documents.lay(...composeMrz('TD3', holder))
})
afterAll(() => database.close())

let visits = 0
async function confirm(corrections: Corrections, rules = {}): Promise<{ visit: Visit; step: string }> {
  const program = { checks: ['age', 'citizenship'], rules }
  const visit = await walks.visit(`minor${++visits}@example.com`, program)
  await submitDocument(world, visit, { pictures: [new Uint8Array(1)], kind: 'passport', country: 'FRA' })
  await confirmDocument(world, visit, corrections)
  const step = await walks.stepOf(visit)
  return { visit, step: step.name === 'failed' ? step.reason : step.name }
}

/** What the journey believes now. */
const known = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).draft.document?.fields

const short = (day: string) => day.slice(2).replaceAll('-', '')
/** Days in thirty years whose check digit is the same: about one in ten of all. */
const daysLike = (day: string, from: number) =>
  Array.from({ length: 30 * 365 }, (_, index) =>
    new Date(Date.UTC(from, 0, 1 + index)).toISOString().slice(0, 10),
  ).filter((other) => checkDigit(short(other)) === checkDigit(short(day)))

test('nobody comes of age by a birth date with the same check digit', async () => {
  const adult = daysLike(holder.birthDate, 1970)
  expect(adult.length, 'so many would be taken').toBeGreaterThan(900)
  for (const birthDate of [adult[0], adult[500], adult.at(-1)]) {
    const { visit, step } = await confirm({ birthDate: birthDate ?? '' }, { minimumAge: 18 })
    expect(step, birthDate).toBe('document-confirm')
    expect(await known(visit)).toMatchObject({ birthDate: '2012-03-04' })
  }
})

test('nobody is a hundred years older than the document says: 1912 for 2012', async () => {
  const { visit, step } = await confirm({ birthDate: '1912-03-04' }, { minimumAge: 18 })
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ birthDate: '2012-03-04' })
})

test('what was read decides: a minor is refused', async () => {
  expect((await confirm({}, { minimumAge: 18 })).step).toBe('age.below-limit')
})

test('a document does not last longer by a correction', async () => {
  const later = daysLike(holder.expiryDate, 2030)
  for (const expiryDate of [later[0], later[400], '2127-05-31'])
    expect((await confirm({ expiryDate: expiryDate ?? '' })).step, expiryDate).toBe('document-confirm')
})

test('a number with the same check digit is another document’s', async () => {
  const digit = checkDigit(holder.number)
  const other = Array.from({ length: 100 }, (_, index) => `X41B7${1000 + index}`).find(
    (number) => checkDigit(number) === digit,
  )
  const { visit, step } = await confirm({ number: other ?? '' })
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ number: holder.number })
})

test('nobody takes another nationality, state or sex', async () => {
  const barred = { barredCountries: ['FRA'] }
  for (const corrections of [{ nationality: 'CHE' }, { issuingState: 'CHE' }, { sex: 'F' }]) {
    const { visit, step } = await confirm(corrections, barred)
    expect(step).toBe('document-confirm')
    expect(await known(visit)).toMatchObject({ nationality: 'FRA', issuingState: 'FRA', sex: 'M' })
  }
})

test.each([
  { surname: 'Fereira' },
  { surname: 'Silva' },
  { givenNames: 'Hugh' },
  { givenNames: '' },
  { surname: 'Hugo', givenNames: 'Ferreira' },
  // Letters of other scripts, digits and signs would be dropped on the way to the zone’s own.
  { surname: 'Ferreira 李明' },
  { givenNames: 'Иван Hugo' },
  { givenNames: 'Hugo 2' },
  // Cyrillic letters that look the same.
  { givenNames: 'Нugо' },
  // The letters of both in their order, and yet other names.
  { surname: 'Ferre', givenNames: 'iraHugo' },
  { surname: 'Ferreirahu', givenNames: 'go' },
])('nobody takes another name: %j', async (corrections) => {
  const { visit, step } = await confirm(corrections)
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ surname: 'FERREIRA', givenNames: 'HUGO' })
})

test('a name that is written as one word is screened as it was read, too', async () => {
  const { visit, step } = await confirm({ surname: 'Ferreirahugo', givenNames: '' })
  expect(step).toBe('liveness')
  const { draft } = await loadState(world, visit.journeyId)
  const screen = vi.fn(async (_person: { names: string[] }) => ({ hits: [] }))
  const screening = async () => ({ refresh: async () => {}, screen }) as never
  await screenIdentity({ ...world, checkers: { ...world.checkers, screening } }, identityIn(draft), [])
  expect(screen.mock.calls[0]?.[0].names).toEqual(['Ferreirahugo', 'HUGO FERREIRA'])
})

test('a name in the holder’s own writing is taken, and both forms are screened', async () => {
  const { visit, step } = await confirm({ surname: 'Férreira', givenNames: 'Hugó' })
  expect(step).toBe('liveness')
  const { draft } = await loadState(world, visit.journeyId)
  expect(identityIn(draft)).toMatchObject({
    surname: 'Férreira',
    givenNames: 'Hugó',
    asRead: { surname: 'FERREIRA', givenNames: 'HUGO' },
  })
})

import { checkDigit } from '@touchstone/documents'
import { composeMrz } from '@touchstone/documents/specimens'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadState } from '../../packages/verification/src/journey/load-state.ts'
import { confirmDocument, submitDocument } from '../../packages/verification/src/pipeline/actions.ts'
import { identityIn } from '../../packages/verification/src/steps/identity-in.ts'
import { screenIdentity } from '../../packages/verification/src/steps/screening.ts'
import { fakeDocuments } from '../../packages/verification/src/testing/fake-documents.ts'
import {
  createSessionWorld,
  type SessionWorld,
} from '../../packages/verification/src/testing/session-world.ts'
import { createWalks, type Visit, type Walks } from '../../packages/verification/src/testing/walks.ts'
import { openFreshStore } from '../support/engines.ts'

// A person shows their own genuine document and "corrects" the data to appear to be of age, to avoid a list
// entry, to claim another citizenship, or to hide that the document has expired.

type Corrections = Parameters<typeof confirmDocument>[2]

/** The holder is fourteen years old on the day of these tests. */
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

/** Returns the document data that the journey currently uses. */
const known = async ({ journeyId }: Visit) => (await loadState(world, journeyId)).draft.document?.fields

const short = (day: string) => day.slice(2).replaceAll('-', '')
/** Returns the days within thirty years whose check digit is the same: about one day in ten. */
const daysLike = (day: string, from: number) =>
  Array.from({ length: 30 * 365 }, (_, index) =>
    new Date(Date.UTC(from, 0, 1 + index)).toISOString().slice(0, 10),
  ).filter((other) => checkDigit(short(other)) === checkDigit(short(day)))

test('rejects an adult birth date with the same check digit', async () => {
  const adult = daysLike(holder.birthDate, 1970)
  expect(adult.length, 'number of dates that the check digit accepts').toBeGreaterThan(900)
  for (const birthDate of [adult[0], adult[500], adult.at(-1)]) {
    const { visit, step } = await confirm({ birthDate: birthDate ?? '' }, { minimumAge: 18 })
    expect(step, birthDate).toBe('document-confirm')
    expect(await known(visit)).toMatchObject({ birthDate: '2012-03-04' })
  }
})

test('rejects a birth date moved back a hundred years: 1912 instead of 2012', async () => {
  const { visit, step } = await confirm({ birthDate: '1912-03-04' }, { minimumAge: 18 })
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ birthDate: '2012-03-04' })
})

test('applies the age rule to the data as read, and rejects a minor', async () => {
  expect((await confirm({}, { minimumAge: 18 })).step).toBe('age.below-limit')
})

test('rejects a later expiry date', async () => {
  const later = daysLike(holder.expiryDate, 2030)
  for (const expiryDate of [later[0], later[400], '2127-05-31'])
    expect((await confirm({ expiryDate: expiryDate ?? '' })).step, expiryDate).toBe('document-confirm')
})

test('rejects another document number with the same check digit', async () => {
  const digit = checkDigit(holder.number)
  const other = Array.from({ length: 100 }, (_, index) => `X41B7${1000 + index}`).find(
    (number) => checkDigit(number) === digit,
  )
  const { visit, step } = await confirm({ number: other ?? '' })
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ number: holder.number })
})

test('rejects another nationality, state or sex', async () => {
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
  // Digits, signs and letters from other scripts, which the zone's transliteration would drop.
  { surname: 'Ferreira 李明' },
  { givenNames: 'Иван Hugo' },
  { givenNames: 'Hugo 2' },
  // Cyrillic letters that look like Latin ones.
  { givenNames: 'Нugо' },
  // The same letters in the same order, but divided differently between surname and given names.
  { surname: 'Ferre', givenNames: 'iraHugo' },
  { surname: 'Ferreirahu', givenNames: 'go' },
])('rejects another name: %j', async (corrections) => {
  const { visit, step } = await confirm(corrections)
  expect(step).toBe('document-confirm')
  expect(await known(visit)).toMatchObject({ surname: 'FERREIRA', givenNames: 'HUGO' })
})

test('screens both the corrected and the original reading of a name that was corrected to one word', async () => {
  const { visit, step } = await confirm({ surname: 'Ferreirahugo', givenNames: '' })
  expect(step).toBe('liveness')
  const { draft } = await loadState(world, visit.journeyId)
  const screen = vi.fn(async (_person: { names: string[] }) => ({ hits: [] }))
  const screening = async () => ({ refresh: async () => {}, screen }) as never
  await screenIdentity({ ...world, checkers: { ...world.checkers, screening } }, identityIn(draft), [])
  expect(screen.mock.calls[0]?.[0].names).toEqual(['Ferreirahugo', 'HUGO FERREIRA'])
})

test('accepts a name in the holder’s own script and screens it in both scripts', async () => {
  const { visit, step } = await confirm({ surname: 'Férreira', givenNames: 'Hugó' })
  expect(step).toBe('liveness')
  const { draft } = await loadState(world, visit.journeyId)
  expect(identityIn(draft)).toMatchObject({
    surname: 'Férreira',
    givenNames: 'Hugó',
    asRead: { surname: 'FERREIRA', givenNames: 'HUGO' },
  })
})

import { createSeededRandom } from '@touchstone/common'
import { createDocumentReader, type DocumentKind, mrzLayouts } from '@touchstone/documents'
import {
  composeMrz,
  createDice,
  drawFront,
  drawPage,
  inventPerson,
  photographPage,
  type SpecimenPerson,
} from '@touchstone/documents/specimens'
import { afterAll, expect, test, vi } from 'vitest'
import { testAll } from '../support/test-all.ts'

// The attacker changes either the zone or the print of a document to appear to be of age, to avoid a list
// entry, or to hide that the document has expired. Drawing a page and reading its zone and print takes
// seconds, so only one form of each change runs by default. The other forms run with `npm test -- --all`.

/** Each test reads one or more pages with their print, which takes half a minute on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const today = '2026-11-15'
const reader = createDocumentReader({ workers: 1, queueLimit: 2, allowSpecimen: true, timeLimitMs: 120_000 })
afterAll(() => reader.close())

const genuine = {
  surname: 'Harrison',
  givenNames: 'Patricia',
  sex: 'F',
  nationality: 'CAN',
  issuingState: 'CAN',
  number: 'X41B77205',
  birthDate: '2012-03-04',
  issueDate: '2022-06-02',
  expiryDate: '2027-06-01',
  optional: '',
} as const
const size = { width: 1280, height: 960 }
const diceOf = (seed: string) => createDice(createSeededRandom(seed))

function page(kind: DocumentKind, zone: Partial<SpecimenPerson>, lines?: string[]): Uint8Array {
  const dice = diceOf('forged')
  const printed = { ...inventPerson({ dice, kind, today }), ...genuine }
  const person = { ...printed, ...zone }
  const drawn = drawPage({ kind, person, printed, dice, ...(lines && { lines }) })
  return photographPage({ page: drawn, dice: diceOf('hand'), level: 'faint', ...size }).jpeg
}
const read = (...pictures: Uint8Array[]) => reader.read({ pictures, today })

test('accepts a genuine page', async () => {
  expect(await read(page('TD3', {}))).toMatchObject({ status: 'accepted', printRead: true })
})

const changes = [
  ['birthDate', { birthDate: '1990-03-04' }],
  ['expiryDate', { expiryDate: '2031-06-01' }],
  ['number', { number: 'X41B77206' }],
] as const
const furtherChanges = [
  ['birthDate', { birthDate: '1999-12-31' }],
  ['number', { number: 'K93C10486' }],
] as const

test.each([...changes, ...(testAll ? furtherChanges : [])])(
  'rejects a zone whose %s differs from the print: %j',
  async (field, zone) => {
    const { status, reasons, document } = await read(page('TD3', zone))
    expect(document?.fields[field].value).toBe(Object.values(zone)[0])
    expect(status).toBe('uncertain')
    expect(reasons).toContain(`print.${field}`)
  },
)

// `packages/documents/src/mrz/parse-mrz.test.ts` tests the position of this digit in each format.
test.each(testAll ? (['TD1', 'TD2', 'TD3'] as const) : (['TD1'] as const))(
  'rejects a %s in which only the composite check digit is wrong',
  async (kind) => {
    const dice = diceOf('forged')
    const person = { ...inventPerson({ dice, kind, today }), ...genuine }
    const { composite } = mrzLayouts[kind]
    const lines = composeMrz(kind, person).map((line, row) => {
      if (row !== composite?.line) return line
      const other = (Number(line[composite.at]) + 5) % 10
      return `${line.slice(0, composite.at)}${other}${line.slice(composite.at + 1)}`
    })
    const { status, reasons } = await read(page(kind, person, lines))
    expect(status).toBe('uncertain')
    expect(reasons).toContain('check.composite')
  },
)

test('rejects a card with different birth dates on its front and in its zone, even if the document numbers match', async () => {
  const card = { ...genuine, documentCode: 'I' }
  const back = page('TD1', { ...card, birthDate: '1990-03-04' })
  const front = (change: Partial<SpecimenPerson> = {}) => {
    const dice = diceOf('front')
    const person = { ...inventPerson({ dice, kind: 'TD1', today }), ...card, ...change }
    const drawn = drawFront({ kind: 'TD1', person, dice })
    return photographPage({ page: drawn, dice: diceOf('hand'), level: 'faint', ...size }).jpeg
  }
  expect(await read(page('TD1', card), front())).toMatchObject({ status: 'accepted' })
  const { status, reasons } = await read(back, front())
  expect([status, reasons.filter((reason) => reason.startsWith('print'))]).toEqual([
    'uncertain',
    [expect.stringContaining('print.')],
  ])
})

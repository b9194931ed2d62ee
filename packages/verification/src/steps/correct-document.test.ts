import { expect, test } from 'vitest'
import { correctDocument } from './correct-document.ts'

/** The specimen of ICAO Doc 9303, part 4. */
const document = {
  kind: 'passport' as const,
  fields: {
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    number: 'L898902C3',
    nationality: 'UTO',
    birthDate: '1974-08-12',
    sex: 'F',
    expiryDate: '2012-04-15',
    issuingState: 'UTO',
  },
  lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  numberHash: '',
  evidenceHash: '',
  refused: [],
  reader: 'documents-1',
}
const correct = (corrections: Parameters<typeof correctDocument>[1]) => correctDocument(document, corrections)

test('a name may be written as its holder writes it, if the zone writes it the same', () => {
  const { fields, refused } = correct({ surname: 'Eriksson', givenNames: 'Anna-María' })
  expect(refused).toEqual([])
  expect(fields).toMatchObject({ surname: 'Eriksson', givenNames: 'Anna-María', number: 'L898902C3' })
})

test('another name is refused, and nothing of it is taken', () => {
  const { fields, refused } = correct({ surname: 'Ericsson', givenNames: '' })
  expect(refused).toEqual(['surname', 'givenNames'])
  expect(fields).toEqual(document.fields)
})

test('a number or a date needs the check digit that stands behind it', () => {
  // Digits of the published specimen: 6 behind the number, 2 behind the birth, 9 behind the expiry.
  expect(correct({ birthDate: '1974-08-13' }).refused).toEqual(['birthDate'])
  expect(correct({ expiryDate: '2032-04-15' }).refused).toEqual(['expiryDate'])
  expect(correct({ number: 'L898902C4' }).refused).toEqual(['number'])
  expect(correct({ birthDate: '1974-08-1x' }).refused).toEqual(['birthDate'])
})

test('what is the same as what was read is no correction', () => {
  expect(correct({ number: 'L898902C3', birthDate: '1974-08-12' })).toEqual({
    fields: document.fields,
    refused: [],
  })
})

test('a date whose check digit agrees is taken', () => {
  // Weights 7 3 1 7 3 1: 740812 gives 122, so the digit is 2. 7405 gives 96 before its day: 06, 13 and 20 add to 102.
  const taken = Array.from({ length: 31 }, (_, day) => `1974-05-${String(day + 1).padStart(2, '0')}`).filter(
    (day) => correct({ birthDate: day }).refused.length === 0,
  )
  expect(taken).toEqual(['1974-05-06', '1974-05-13', '1974-05-20'])
})

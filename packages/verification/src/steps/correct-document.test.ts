import { expect, test } from 'vitest'
import { correctDocument } from './correct-document.ts'

/** The specimen from ICAO Doc 9303, part 4. */
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
  asRead: { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', cut: false },
  lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
  numberHash: '',
  evidenceHash: '',
  refused: [],
  reader: 'documents-1',
}
const correct = (corrections: Parameters<typeof correctDocument>[1]) => correctDocument(document, corrections)

test('accepts a spelling of the name that matches the machine-readable zone', () => {
  const { fields, refused } = correct({ surname: 'Eriksson', givenNames: ' Anna-María ' })
  expect(refused).toEqual([])
  expect(fields).toEqual({ ...document.fields, surname: 'Eriksson', givenNames: 'Anna-María' })
})

test('accepts a name that is split differently into surname and given names', () => {
  const { fields, refused } = correct({ surname: 'Eriksson Anna', givenNames: 'Maria' })
  expect(refused).toEqual([])
  expect(fields).toMatchObject({ surname: 'Eriksson Anna', givenNames: 'Maria' })
})

test('rejects both parts of a name that does not match the machine-readable zone', () => {
  const { fields, refused } = correct({ surname: 'Ericsson', givenNames: '' })
  expect(refused).toEqual(['surname', 'givenNames'])
  expect(fields).toEqual(document.fields)
  expect(correct({ surname: 'Ericsson' }).refused).toEqual(['surname'])
})

test('rejects corrected digits, dates, states and sex even if the check digits are valid', () => {
  const others = {
    number: 'L898902C4',
    nationality: 'FRA',
    birthDate: '1974-05-06',
    sex: 'M',
    expiryDate: '2032-04-15',
    issuingState: 'FRA',
  }
  expect(correct({ surname: 'Eriksson', ...others })).toEqual({
    fields: document.fields,
    refused: Object.keys(others),
  })
  expect(correct({ birthDate: '1874-08-12' }).refused).toEqual(['birthDate'])
})

test('ignores a correction that equals the value that was read', () => {
  expect(correct({ number: 'L898902C3', birthDate: '1974-08-12' })).toEqual({
    fields: document.fields,
    refused: [],
  })
})

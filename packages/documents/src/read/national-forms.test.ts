import { expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import {
  makeNationalSpecimen,
  type NationalForm,
  nationalForms,
} from '../../tools/src/specimens/national-forms.ts'
import { loadGlyphNets } from './load-glyph-nets.ts'
import { readDocument } from './read-document.ts'

const today = '2026-11-15'

const said: Readonly<Record<NationalForm, Record<string, string>>> = {
  'romanian card': { issuingState: 'ROU', nationality: 'ROU' },
  'french card': { issuingState: 'FRA', nationality: 'FRA', expiryDate: '2027-05-01' },
  'belgian card': { issuingState: 'BEL', nationality: 'BEL' },
  'swiss card': { issuingState: 'CHE', nationality: 'CHE' },
  'macau card': { issuingState: 'MAC', nationality: '' },
  'slovenian card': { issuingState: 'SVN', nationality: 'SVN' },
  'german card': { issuingState: 'D', nationality: 'D' },
  'american card C1': { issuingState: 'USA', nationality: 'MEX', documentCode: 'C1' },
  'american card C2': { issuingState: 'USA', nationality: 'MEX', documentCode: 'C2' },
  'visa A': { documentCode: 'VN' },
  'visa B': { documentCode: 'VC' },
}

test.each(nationalForms)('reads and accepts a %s without errors', async (form) => {
  const seeds = testAll ? ['a', 'b', 'c'] : ['a']
  for (const seed of seeds) {
    const size = { width: 800, height: 600 }
    const { page, photo } = makeNationalSpecimen({ form, seed, level: 'faint', today, ...size })
    const frames = [photo.raster]
    const reading = await readDocument({ frames, today, allowSpecimen: true, nets: loadGlyphNets() })
    expect(reading.document?.lines).toEqual(page.lines)
    expect(reading.reasons).toEqual([])
    const fields = reading.document?.fields
    expect(fields?.number.value).toBe(page.person.number)
    expect(fields?.birthDate.value).toBe(page.person.birthDate)
    for (const [name, value] of Object.entries(said[form]))
      expect(fields?.[name as keyof typeof fields].value, name).toBe(value)
  }
})

import { addressQuestions, countryTable, kycQuestions } from '@touchstone/credential'
import { type Program, ruleCountries } from '@touchstone/kyc'
import { expect, test } from 'vitest'
import { programOnChain } from './program-on-chain.ts'

const mchNo = 'M1234567890123456789012345678901'
const program = (change: Partial<Program>): Program => ({
  id: 1,
  merchantId: 1,
  programNo: '000000000042',
  name: 'Account opening',
  kind: 'KYC',
  checks: ['sanction', 'age', 'citizenship', 'location', 'unique'],
  rules: { minimumAge: 18, barredCountries: ['PRK', 'IRN'] },
  mintMode: 'on-chain-mint',
  chainId: '137',
  theme: 'auto',
  allowedDomains: [],
  active: true,
  walletProof: 'required',
  meidRebindDays: 30,
  version: 1,
  colourFree: false,
  coloursOnChain: false,
  test: false,
  createdAt: new Date(0),
  ...change,
})

test('converts the merchant and program numbers to integers and an address', () => {
  const onChain = programOnChain(mchNo, program({}))
  expect(onChain).toMatchObject({ kind: 'kyc', merchant: 1234567890123456789012345678901n, program: 42n })
  expect(onChain.cooperator).toMatch(/^0x[0-9a-fA-F]{40}$/)
  expect(programOnChain(mchNo, program({ programNo: '000000000043' })).cooperator).not.toBe(
    onChain.cooperator,
  )
})

test('derives requirements from checks and rules, but not from unchecked attributes', () => {
  const countries = { barred: ['PRK', 'IRN'] }
  expect(programOnChain(mchNo, program({})).questions).toEqual(
    kycQuestions({
      minimumAge: 18,
      citizenship: countries,
      location: countries,
      sanctionYears: 1,
      performed: ['sanction', 'location', 'unique'],
    }),
  )
  expect(programOnChain(mchNo, program({ checks: ['unique'] })).questions).toEqual(
    kycQuestions({
      minimumAge: 0,
      citizenship: 'any',
      location: 'any',
      sanctionYears: 0,
      performed: ['unique'],
    }),
  )
})

test('requires a proven address in an address program without a country check', () => {
  const anywhere = programOnChain(mchNo, program({ kind: 'PoA', checks: [] })).questions
  expect(BigInt(anywhere.inputs.residenceSet ?? 0) & 1n).toBe(0n)
  expect(anywhere).toEqual(addressQuestions({ residence: 'any' }))
})

test('encodes every country that a rule can contain', () => {
  for (const country of ruleCountries) expect(countryTable).toContain(country)
  expect(ruleCountries.size).toBe(countryTable.length - 1)
})

import { cooperatorOf } from '@touchstone/chain'
import type { Vault } from '@touchstone/common'
import {
  addressQuestions,
  type CountryRule,
  investorQuestions,
  kycQuestions,
  personhoodQuestions,
  type Questions,
  toPerformedChecks,
} from '@touchstone/credential'
import { type Program, statusesOf } from '@touchstone/kyc'
import type { ProgramOnChain } from './ports.ts'

/**
 * Requires that the person was screened within the last year. If a person is found on a later list, the
 * credential is revoked immediately.
 */
const sanctionYears = 1

/** Throws for a test program: no credential, proof or contract call may exist for it. */
export function programOnChain(mchNo: string, program: Program): ProgramOnChain {
  if (program.test) throw new Error('a test program has no counterpart on a chain')
  const numbers = { merchant: BigInt(mchNo.slice(1)), program: BigInt(program.programNo) }
  const questions = questionsOf(program)
  return { ...numbers, kind: questions.kind, cooperator: cooperatorOf(numbers), questions }
}

function questionsOf({ kind, checks, rules, mintMode, coloursOnChain }: Program): Questions {
  const countries = countryRule(rules)
  const isForContract = mintMode !== 'cross-chain'
  const colours = isForContract && coloursOnChain ? toPerformedChecks(['liveness-colours']) : []
  switch (kind) {
    case 'MeID':
      return personhoodQuestions()
    case 'KYC':
      return kycQuestions({
        minimumAge: checks.includes('age') ? (rules.minimumAge ?? 0) : 0,
        citizenship: checks.includes('citizenship') ? countries : 'any',
        location: checks.includes('location') ? countries : 'any',
        sanctionYears: checks.includes('sanction') ? sanctionYears : 0,
        performed: toPerformedChecks([...checks, ...colours]),
      })
    case 'PoA':
      return addressQuestions({ residence: checks.includes('countryRegion') ? countries : 'any' })
    case 'PoAI':
      return investorQuestions({ level: 1 })
  }
}

function countryRule({ allowedCountries, barredCountries }: Program['rules']): CountryRule {
  if (allowedCountries) return { allowed: allowedCountries }
  return { barred: barredCountries ?? [] }
}

/**
 * Returns whether the user's own wallet submits the proof to the merchant's contract. The contract then
 * accepts no other proof.
 */
export function isProvenToContract(program: Pick<Program, 'kind' | 'mintMode' | 'test'>): boolean {
  if (program.test) return false
  return program.mintMode === 'on-chain-transactional' && statusesOf(program).steps.includes(onChainStatus)
}

export const onChainStatus = 'OnChain Minted'

/** Returns the person's identifier in contracts: a keyed hash of the svcId under the master secret. */
export function personOnChain(vault: Vault, svcId: string): `0x${string}` {
  return `0x${vault.fingerprint('person-on-chain', svcId).toString('hex')}`
}

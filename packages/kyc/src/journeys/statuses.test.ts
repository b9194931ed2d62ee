import {
  accreditedInvestorStatuses,
  addressProofStatuses,
  kycStatuses,
  type MintMode,
  mintModes,
  type ProgramKind,
  usersListStatuses,
} from '@touchstone/contract'
import { describe, expect, test } from 'vitest'
import { isLegalMove, statusesOf } from './statuses.ts'

/**
 * Every legal move, written by hand from the contract's status lists and the decisions, so that the table
 * does not depend on the tested code. `-` stands for a journey that has not started.
 */
const legal: { kind: ProgramKind; modes: MintMode[]; statuses: readonly string[]; moves: string[] }[] = [
  {
    kind: 'KYC',
    modes: ['on-chain-mint'],
    statuses: kycStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > OCR Passed',
      'Verification Started > Verification Failed',
      'OCR Passed > Liveness Checked',
      'OCR Passed > Verification Failed',
      'Liveness Checked > ZKP Generated',
      'Liveness Checked > Verification Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > Verification Failed',
      'SBT Minted > OnChain Minted',
      'SBT Minted > Verification Failed',
      'OnChain Minted > KYC Passed',
      'OnChain Minted > Verification Failed',
      'Verification Failed > Verification Started',
    ],
  },
  {
    kind: 'KYC',
    modes: ['cross-chain', 'on-chain-transactional'],
    statuses: kycStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > OCR Passed',
      'Verification Started > Verification Failed',
      'OCR Passed > Liveness Checked',
      'OCR Passed > Verification Failed',
      'Liveness Checked > ZKP Generated',
      'Liveness Checked > Verification Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > Verification Failed',
      'SBT Minted > KYC Passed',
      'SBT Minted > Verification Failed',
      'Verification Failed > Verification Started',
    ],
  },
  {
    kind: 'MeID',
    modes: [...mintModes],
    statuses: usersListStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > Liveness Checked',
      'Verification Started > Verification Failed',
      'Liveness Checked > ZKP Generated',
      'Liveness Checked > Verification Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > Verification Failed',
      'SBT Minted > KYC Passed',
      'SBT Minted > Verification Failed',
      'Verification Failed > Verification Started',
    ],
  },
  {
    kind: 'PoA',
    modes: [...mintModes],
    statuses: addressProofStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > OCR Passed',
      'Verification Started > Verification Failed',
      'OCR Passed > ZKP Generated',
      'OCR Passed > Verification Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > Verification Failed',
      'SBT Minted > Verification Passed',
      'SBT Minted > Verification Failed',
      'Verification Failed > Verification Started',
    ],
  },
  {
    kind: 'PoAI',
    modes: ['on-chain-mint', 'on-chain-transactional'],
    statuses: accreditedInvestorStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > Data Retrieved',
      'Verification Started > PoAI Failed',
      'Data Retrieved > ZKP Generated',
      'Data Retrieved > PoAI Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > PoAI Failed',
      'SBT Minted > OnChain Minted',
      'SBT Minted > PoAI Failed',
      'OnChain Minted > PoAI Passed',
      'OnChain Minted > PoAI Failed',
      'PoAI Failed > Verification Started',
    ],
  },
  {
    kind: 'PoAI',
    modes: ['cross-chain'],
    statuses: accreditedInvestorStatuses,
    moves: [
      '- > Verification Started',
      'Verification Started > Data Retrieved',
      'Verification Started > PoAI Failed',
      'Data Retrieved > ZKP Generated',
      'Data Retrieved > PoAI Failed',
      'ZKP Generated > SBT Minted',
      'ZKP Generated > PoAI Failed',
      'SBT Minted > PoAI Passed',
      'SBT Minted > PoAI Failed',
      'PoAI Failed > Verification Started',
    ],
  },
]

for (const { kind, modes, statuses, moves } of legal) {
  for (const mintMode of modes) {
    describe(`${kind}, ${mintMode}`, () => {
      const programStatuses = statusesOf({ kind, mintMode })

      test('allows exactly the moves that the contract defines', () => {
        const states = statuses.filter((status) => status !== 'Not Started')
        for (const from of [null, ...states]) {
          for (const to of [...states, 'Not Started', '']) {
            const expected = moves.includes(`${from ?? '-'} > ${to}`)
            expect(isLegalMove(programStatuses, from, to), `${from ?? '-'} > ${to}`).toBe(expected)
          }
        }
      })

      test("uses only statuses from the contract's list", () => {
        for (const status of [...programStatuses.steps, programStatuses.failed])
          expect(statuses).toContain(status)
      })
    })
  }
}

import type { MintMode, ProgramKind } from '@touchstone/contract'

/** The statuses of a journey, in order. A journey can fail from every status except the last. */
export type Statuses = {
  readonly steps: readonly [start: string, ...rest: string[]]
  readonly passed: string
  readonly failed: string
}

export function statusesOf(program: { kind: ProgramKind; mintMode: MintMode }): Statuses {
  const { kind, mintMode } = program
  switch (kind) {
    case 'KYC': {
      const onChain = mintMode === 'on-chain-mint' ? ['OnChain Minted'] : []
      return {
        steps: [
          'Verification Started',
          'OCR Passed',
          'Liveness Checked',
          'ZKP Generated',
          'SBT Minted',
          ...onChain,
          'KYC Passed',
        ],
        passed: 'KYC Passed',
        failed: 'Verification Failed',
      }
    }
    case 'MeID':
      return {
        steps: ['Verification Started', 'Liveness Checked', 'ZKP Generated', 'SBT Minted', 'KYC Passed'],
        passed: 'KYC Passed',
        failed: 'Verification Failed',
      }
    case 'PoA':
      return {
        steps: ['Verification Started', 'OCR Passed', 'ZKP Generated', 'SBT Minted', 'Verification Passed'],
        passed: 'Verification Passed',
        failed: 'Verification Failed',
      }
    case 'PoAI': {
      const onChain = mintMode === 'cross-chain' ? [] : ['OnChain Minted']
      return {
        steps: [
          'Verification Started',
          'Data Retrieved',
          'ZKP Generated',
          'SBT Minted',
          ...onChain,
          'PoAI Passed',
        ],
        passed: 'PoAI Passed',
        failed: 'PoAI Failed',
      }
    }
  }
}

/** Returns the statuses that can follow a status. `null` stands for a journey that has not started. */
export function movesFrom(statuses: Statuses, from: string | null): readonly string[] {
  if (from === null || from === statuses.failed) return [statuses.steps[0]]
  const position = statuses.steps.indexOf(from)
  const next = statuses.steps[position + 1]
  if (position < 0 || next === undefined) return []
  return [next, statuses.failed]
}

export function isLegalMove(statuses: Statuses, from: string | null, to: string): boolean {
  return movesFrom(statuses, from).includes(to)
}

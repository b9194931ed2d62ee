import {
  type AccreditedInvestorResult,
  type AccreditedInvestorStatus,
  accreditedInvestorChainIds,
  ServiceError,
} from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { accountFingerprint } from '../journeys/account.ts'
import type { Program } from '../programs/program-store.ts'
import { selectResult } from './result-store.ts'
import { completedAtOf, statusOf } from './status-of.ts'
import { millisecondText } from './times.ts'
import { testMark } from './verdict.ts'

/**
 * Null for an account that never started a journey, because this operation has no status for such an account.
 */
export async function getAccreditedInvestor(
  context: KycContext,
  input: { program: Program; account: string; chainId: string },
): Promise<AccreditedInvestorResult | null> {
  const { program, account, chainId } = input
  if (!accreditedInvestorChainIds.includes(chainId)) throw new ServiceError('chainNotSupported')
  const row = await selectResult(tablesOf(context), {
    programId: program.id,
    fingerprint: accountFingerprint(context.vault, account),
    chainId,
  })
  if (!row) return null
  return {
    poaiCompletedTimeUnix: millisecondText(completedAtOf(row)),
    poaiStatus: statusOf(program, row) as AccreditedInvestorStatus,
    ssiAddress: row.ssiWallet,
    svcId: row.svcId,
    ...testMark(program),
  }
}

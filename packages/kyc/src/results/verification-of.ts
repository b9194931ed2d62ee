import type { VerificationState } from '@touchstone/contract'
import { type KycContext, tablesOf } from '../context.ts'
import { accountFingerprint } from '../journeys/account.ts'
import { statusesOf } from '../journeys/statuses.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { selectProgramsOf } from '../programs/program-store.ts'
import { selectGrant, selectResult } from './result-store.ts'
import { statusOf } from './status-of.ts'

/**
 * Returns an account's verification in a merchant's KYC programs, as the KYC result shows it to the merchant:
 * passed only while the account shares a passed result.
 */
export async function verificationOf(
  context: KycContext,
  { merchant: mchNo, account }: { merchant: string; account: string },
): Promise<VerificationState> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, mchNo)
  if (merchant === undefined) return 'none'
  const fingerprint = accountFingerprint(context.vault, account)
  let found: VerificationState = 'none'
  for (const program of await selectProgramsOf(db, merchant.id)) {
    // A test says nothing about a real person.
    if (program.kind !== 'KYC' || program.test) continue
    if ((await selectGrant(db, { programId: program.id, fingerprint })) !== undefined) return 'passed'
    const row = await selectResult(db, { programId: program.id, fingerprint, chainId: null })
    if (row === undefined) continue
    const { passed, failed } = statusesOf(program)
    const status = statusOf(program, row)
    // A result that is no longer shared counts as none.
    if (status === failed) found = 'failed'
    else if (status !== passed && found === 'none') found = 'started'
  }
  return found
}

import { type KycContext, tablesOf } from '../context.ts'
import type { MerchantWithPrograms } from '../credentials/access-store.ts'
import { accountFingerprint } from '../journeys/account.ts'
import { selectGrant, selectMeidBinding } from './result-store.ts'

export type GrantAnswer = {
  isGrant: boolean
  verifyTime: number | null
  programNo: string
  /** Set only for a grant of a test program. */
  test?: true
}

/**
 * Returns whether an account has shared a passed result. The check is public, so the answer for an unknown
 * merchant or program is the same as for an account that has shared nothing. A test program is found only by
 * its number.
 */
export async function checkGrant(
  context: KycContext,
  input: { access: MerchantWithPrograms | undefined; userAccount: string; programNo?: string },
): Promise<GrantAnswer> {
  const { access, userAccount, programNo } = input
  const program = access?.programs.find((candidate) =>
    programNo === undefined ? !candidate.test : candidate.programNo === programNo,
  )
  const grant =
    program &&
    (await selectGrant(tablesOf(context), {
      programId: program.id,
      fingerprint: accountFingerprint(context.vault, userAccount),
    }))
  return {
    isGrant: grant !== undefined,
    verifyTime: grant?.grantedAt.getTime() ?? null,
    programNo: programNo ?? program?.programNo ?? '',
    ...(grant && program?.test && { test: true as const }),
  }
}

export async function checkMeidBinding(
  context: KycContext,
  input: { access: MerchantWithPrograms | undefined; userAccount: string },
): Promise<boolean> {
  if (!input.access) return false
  return await selectMeidBinding(tablesOf(context), {
    merchantId: input.access.merchant.id,
    fingerprint: accountFingerprint(context.vault, input.userAccount),
  })
}

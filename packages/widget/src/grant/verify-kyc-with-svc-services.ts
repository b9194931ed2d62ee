import { verify } from './verify.ts'
import type { VerifyOptions } from './verify-options.ts'

/** Has this account shared a passed KYC with this merchant? Launch the widget only when it has not. */
export function verifyKycWithSvcServices(
  appId: string,
  userAccount: string,
  options?: VerifyOptions,
): Promise<{ isGrant: boolean }> {
  return verify('zkKYC', appId, userAccount, options)
}

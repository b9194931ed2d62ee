import { verify } from './verify.ts'
import type { VerifyOptions } from './verify-options.ts'

/** Has this account bound a MeID to this merchant? Launch the widget only when it has not. */
export function verifyMeidWithSvcServices(
  appId: string,
  userAccount: string,
  options?: VerifyOptions,
): Promise<{ isGrant: boolean }> {
  return verify('MeID', appId, userAccount, options)
}

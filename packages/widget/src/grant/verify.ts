import { checkHost, checkObject, checkText } from '../arguments.ts'
import { defaultEndpoint } from '../default-endpoint.ts'
import { appIdShape, checkProgramNo } from '../settings.ts'
import { checkGrant } from './check-grant.ts'

/** Options for the verify functions. The widget's options can be passed unchanged. */
export type VerifyOptions = {
  endpoint?: string
  programNo?: string
  kycApiEndpoint?: string
  meidApiEndpoint?: string
  /** Whether a grant of a test program counts. Set it only in your own test environment. */
  allowTest?: boolean
}

/** Validates the arguments of both public functions and calls the check. */
export async function verify(
  lv: 'MeID' | 'zkKYC',
  appId: string,
  userAccount: string,
  given: VerifyOptions = {},
): Promise<{ isGrant: boolean }> {
  const options = checkObject(
    'options',
    given,
    "an object, such as { programNo: '000000000000' }",
  ) as VerifyOptions
  const name = lv === 'MeID' ? 'meidApiEndpoint' : 'kycApiEndpoint'
  const host =
    options[name] === undefined
      ? checkHost('options.endpoint', options.endpoint ?? defaultEndpoint, false)
      : checkHost(`options.${name}`, options[name], false)
  const isGrant = await checkGrant({
    lv,
    apiEndpoint: host,
    appId: checkText('appId', appId, appIdShape),
    userAccount: checkText('userAccount', userAccount, 'the account that provider.getUserAccounts returns'),
    programNo: checkProgramNo(options.programNo),
    allowTest: options.allowTest === true,
  })
  return { isGrant }
}

/**
 * Returns whether this account has shared a passed KYC verification with this merchant. Launch the widget
 * only if it has not.
 */
export function verifyKycWithSvcServices(
  appId: string,
  userAccount: string,
  options?: VerifyOptions,
): Promise<{ isGrant: boolean }> {
  return verify('zkKYC', appId, userAccount, options)
}

/** Returns whether this account has bound a MeID to this merchant. Launch the widget only if it has not. */
export function verifyMeidWithSvcServices(
  appId: string,
  userAccount: string,
  options?: VerifyOptions,
): Promise<{ isGrant: boolean }> {
  return verify('MeID', appId, userAccount, options)
}

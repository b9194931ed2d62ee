import { checkHost, checkObject, checkText } from '../arguments.ts'
import { defaultEndpoint } from '../default-endpoint.ts'
import { appIdShape, checkProgramNo } from '../settings.ts'
import { checkGrant } from './check-grant.ts'
import type { VerifyOptions } from './verify-options.ts'

/** What both helpers do, each with its check. */
export async function verify(
  lv: 'MeID' | 'zkKYC',
  appId: string,
  userAccount: string,
  given: VerifyOptions = {},
): Promise<{ isGrant: boolean }> {
  const options = checkObject(
    'options',
    given,
    "an object, as { programNo: '000000000000' }",
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
  })
  return { isGrant }
}

import { askGrant } from './ask-grant.ts'

/**
 * Returns whether the service has a grant from this account for this merchant. The service is asked because
 * the frame's messages do not prove a grant.
 */
export async function checkGrant(input: {
  lv: 'MeID' | 'zkKYC'
  apiEndpoint: string
  appId: string
  userAccount: string
  programNo: string | undefined
  signal?: AbortSignal
  waitsMs?: readonly number[]
}): Promise<boolean> {
  const { lv, apiEndpoint, appId, userAccount, programNo, ...how } = input
  if (lv === 'MeID') {
    // A MeID is bound to the merchant, regardless of the program in which it was created.
    const url = `${apiEndpoint}/appUserGrantMch/queryBindingMeId`
    return (await askGrant(url, { mchNo: appId, userAccount }, how)) === true
  }
  const data = await askGrant(`${apiEndpoint}/api/grant/check_v2`, { appId, userAccount, programNo }, how)
  return (data as { isGrant?: unknown } | null)?.isGrant === true
}

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
  allowTest: boolean
  signal?: AbortSignal
  waitsMs?: readonly number[]
}): Promise<boolean> {
  const { lv, apiEndpoint, appId, userAccount, programNo, allowTest, ...how } = input
  if (lv === 'MeID') {
    // A MeID is bound to the merchant, regardless of the program in which it was created.
    const url = `${apiEndpoint}/appUserGrantMch/queryBindingMeId`
    if ((await askGrant(url, { mchNo: appId, userAccount }, how)) === true) return true
    // The binding check names no program, so it never counts a test program.
    if (!allowTest || programNo === undefined) return false
  }
  const data = await askGrant(`${apiEndpoint}/api/grant/check_v2`, { appId, userAccount, programNo }, how)
  const { isGrant, test } = (data ?? {}) as { isGrant?: unknown; test?: unknown }
  // The service answers with `test` only for a grant of a test program, which nobody earned.
  const isReal = test === undefined || test === false
  if (lv === 'MeID') return isGrant === true && test === true
  return isGrant === true && (isReal || allowTest)
}

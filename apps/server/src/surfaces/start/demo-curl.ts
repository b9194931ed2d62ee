import { kycOperations, kytOperations, operations } from '@touchstone/contract'
import type { Demo } from '@touchstone/demo'
import type { Settings } from '@touchstone/runtime'
import { curlOf, type ExampleCall } from '../../pages/index.ts'
import { exampleCall } from './example-calls.ts'

/** Returns a call that works without changes: the KYC result of a demo user who passed. */
export function demoCall(demo: Demo, settings: Settings): ExampleCall {
  return exampleCall(kycOperations.queryKycResult, contextOf(demo, settings))
}

/** Returns the same call as a command for a terminal. */
export function demoCurl(demo: Demo, settings: Settings): string {
  return curlOf(demoCall(demo, settings))
}

/** Returns the call for the risk score of the demo ledger's thief. */
export function scoreCurl(demo: Demo, settings: Settings): string {
  return curlOf(exampleCall(kytOperations.getRiskScore, contextOf(demo, settings)))
}

/** Returns the call for the full explanation of an address's risk. */
export function explainCurl(
  demo: Demo,
  settings: Settings,
  requested: { coin: string; address: string },
): string {
  const call = exampleCall(operations.explainRiskScore, contextOf(demo, settings))
  const { coin, address } = requested
  return curlOf({ ...call, fields: { ...call.fields, coin, address } })
}

function contextOf(demo: Demo, settings: Settings) {
  const { baseUrl: base, openapiUrl: openapi, authUrl: auth } = demo.file
  return { demo, settings, urls: { base, openapi, auth } }
}

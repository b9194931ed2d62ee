import { kycOperations, kytOperations } from '@touchstone/contract'
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

function contextOf(demo: Demo, settings: Settings) {
  const { baseUrl: base, openapiUrl: openapi, authUrl: auth } = demo.file
  return { demo, settings, urls: { base, openapi, auth } }
}

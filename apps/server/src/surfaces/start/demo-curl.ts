import { kycOperations } from '@touchstone/contract'
import type { Demo } from '../../demo/ensure-demo.ts'

/** One command that works when pasted: the KYC result of a demo user who passed. */
export function demoCurl({ file, examples }: Demo): string {
  const account = examples.find(({ status }) => status === 'KYC Passed')?.account ?? ''
  const { mchNo, apiKey, programNo } = file
  const body = JSON.stringify({ mchNo, apiKey, programNo, account, chainId: '137' })
  return `curl -s ${file.baseUrl}${kycOperations.queryKycResult.path} -H 'content-type: application/json' -d '${body}'`
}

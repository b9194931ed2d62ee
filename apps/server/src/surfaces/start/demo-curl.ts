import { kycOperations, kytOperations, operations } from '@touchstone/contract'
import type { Demo } from '../../demo/ensure-demo.ts'

/** One command that works when pasted: the KYC result of a demo user who passed. */
export function demoCurl({ file, examples }: Demo): string {
  const account = examples.find(({ status }) => status === 'KYC Passed')?.account ?? ''
  const { mchNo, apiKey, programNo } = file
  const body = JSON.stringify({ mchNo, apiKey, programNo, account, chainId: '137' })
  return curlOf(`${file.baseUrl}${kycOperations.queryKycResult.path}`, body)
}

/** The same for the risk of the demo ledger's thief. */
export function scoreCurl({ file }: Demo): string {
  const { mchNo, apiKey, addresses } = file
  const thief = addresses.find(({ what }) => what.startsWith('Thief')) ?? addresses[0]
  const body = JSON.stringify({ mchNo, apiKey, coin: thief?.coin, address: thief?.address })
  return curlOf(`${file.baseUrl}${kytOperations.getRiskScore.path}`, body)
}

/** And for all that the risk of an address rests on. */
export function explainCurl({ file }: Demo, { coin, address }: { coin: string; address: string }): string {
  const body = JSON.stringify({ mchNo: file.mchNo, apiKey: file.apiKey, coin, address })
  return curlOf(`${file.baseUrl}${operations.explainRiskScore.path}`, body)
}

const curlOf = (url: string, body: string) =>
  `curl -s ${url} -H 'content-type: application/json' -d '${body}'`

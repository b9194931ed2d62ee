import { accessOperations, kycOperations, type Operation } from '@touchstone/contract'
import type { World } from './seed-world.ts'

/**
 * A measured operation: its complete HTTP requests, and the prefix that every response body must have.
 */
export type Calls = {
  name: string
  operation: Operation
  requests: string[]
  answerStart: string
}

const gatewayStart = '{"code":80000000,'
const commonStart = '{"code":200,'

export function statisticsCalls({ mchNo, apiKey }: World): Calls {
  const operation = kycOperations.getStatistics
  const request = httpRequest(`${operation.path}?mch_no=${mchNo}&api_key=${apiKey}`)
  return { name: 'statistics', operation, requests: [request], answerStart: commonStart }
}

export function tokenCalls({ mchNo, apiKey }: World): Calls {
  const operation = accessOperations.getAccessToken
  const request = httpRequest(operation.path, { apiKey, appId: mchNo, apiModePermission: 0, lv: 2 })
  return { name: 'token exchange', operation, requests: [request], answerStart: gatewayStart }
}

export function usersListCalls(world: World, pages = everyPage(world)): Calls {
  const operation = kycOperations.getUsersList
  const { mchNo, apiKey, programNo } = world
  const requests = pages.map((page) => httpRequest(operation.path, { mchNo, apiKey, programNo, page }))
  return { name: 'users list', operation, requests, answerStart: gatewayStart }
}

export function kycResultCalls(world: World): Calls {
  const operation = kycOperations.queryKycResult
  const { mchNo, apiKey, programNo } = world
  const requests = world.accounts.map((account) =>
    httpRequest(operation.path, { mchNo, apiKey, programNo, account, chainId: '137' }),
  )
  return { name: 'KYC result', operation, requests, answerStart: gatewayStart }
}

function everyPage({ users }: World): number[] {
  return Array.from({ length: Math.ceil(users / 50) }, (_, index) => index + 1)
}

export function httpRequest(path: string, body?: object): string {
  const head = [
    `${body ? 'POST' : 'GET'} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: application/json',
    'user-agent: touchstone-bench',
  ]
  const text = body ? JSON.stringify(body) : ''
  if (body) head.push('content-type: application/json', `content-length: ${text.length}`)
  return `${head.join('\r\n')}\r\n\r\n${text}`
}

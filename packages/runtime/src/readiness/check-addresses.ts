import { connect } from 'node:net'
import type { Finding } from '@touchstone/contract'
import { isOriginShared, isServedOverHttps } from '../settings/origins.ts'
import type { Settings } from '../settings/read-settings.ts'

/** A fault in the verification page, which every site embeds, must not affect the members' sessions. */
export function checkOrigins(settings: Settings): Finding {
  const check = 'host names'
  if (!isOriginShared(settings))
    return { check, state: 'good', found: 'the dashboard and the verification page have separate origins' }
  const found = 'the dashboard and the verification page share an origin'
  // On one machine, everything has one host name.
  if (!isServedOverHttps(settings)) return { check, state: 'good', found }
  return {
    ...{ check, state: 'note', found },
    remedy: 'Set TOUCHSTONE_DASHBOARD_HOST and TOUCHSTONE_FRAME_HOST to two host names.',
  }
}

/** Checks only that the address responds. Only the server checks the login credentials. */
export function checkRedis(address: string): Promise<Finding> {
  const { hostname, port } = new URL(address)
  const check = 'Redis'
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 3000 })
    const wrong = () => {
      socket.destroy()
      const remedy =
        'Check that it is running and that REDIS_URL is correct, or unset REDIS_URL for a single node.'
      resolve({ check, state: 'wrong', found: `no response from ${hostname}:${port || 6379}`, remedy })
    }
    socket.once('error', wrong)
    socket.once('timeout', wrong)
    socket.once('connect', () => {
      socket.destroy()
      resolve({ check, state: 'good', found: `${hostname}:${port || 6379} responds` })
    })
  })
}

const proxyLimitMs = 5000

/**
 * Requests the service through its public address, to find out whether the proxy passes the headers that the
 * service needs.
 */
export async function checkProxy(settings: Settings): Promise<Finding> {
  const check = 'proxy'
  const { publicUrl, trustProxy, surfaceHosts } = settings
  if (publicUrl === undefined || !isServedOverHttps(settings)) {
    if (!settings.production) return { check, state: 'good', found: 'not needed in development' }
    return {
      ...{
        check,
        state: 'wrong',
        found: 'PUBLIC_URL is not set, so links lead to the address of this machine',
      },
      remedy: 'Set PUBLIC_URL to the address at which browsers reach the verification page.',
    }
  }
  const isTrusted = trustProxy !== 'off'
  const own = new URL(publicUrl)
  const statistics = new URL('/kyc/v1/status', own)
  if (surfaceHosts.openapi !== undefined) statistics.hostname = surfaceHosts.openapi
  try {
    const limit = () => AbortSignal.timeout(proxyLimitMs)
    const live = await fetch(new URL('/health/live', own), { signal: limit() })
    const { status } = (await live.json()) as { status?: unknown }
    if (status !== 'live') throw new Error('another program responds')
    if (live.headers.get('strict-transport-security') === null) {
      return {
        ...{ check, state: 'wrong', found: 'the proxy reports that browsers use http' },
        remedy: 'Let the proxy set X-Forwarded-Proto to the protocol that the browser used.',
      }
    }
    // An unknown key is refused with 401. Without the headers, the request is refused with 400.
    const headers = { api_key: 'doctor', mch_no: 'doctor' }
    const answer = await fetch(statistics, { headers, signal: limit() })
    if (answer.status === 400) {
      return {
        ...{ check, state: 'wrong', found: 'the proxy drops the headers api_key and mch_no' },
        remedy: 'With nginx, set: underscores_in_headers on;',
      }
    }
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    const why = cause?.code ?? (name === 'TimeoutError' ? 'no response' : (error as Error).message)
    return {
      ...{ check, state: 'note', found: `${own.origin} cannot be checked from this machine: ${why}` },
      remedy:
        'Check that browsers reach it, and that the proxy passes the headers that docs/operations.md lists.',
    }
  }
  if (isTrusted) return { check, state: 'good', found: `${own.origin} responds and passes the headers` }
  return {
    ...{ check, state: 'note', found: 'no proxy is trusted, so all its clients share one rate limit' },
    remedy: 'Set TOUCHSTONE_TRUST_PROXY to the address of the proxy.',
  }
}

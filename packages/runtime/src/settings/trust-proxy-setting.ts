import { isNetwork } from '@touchstone/common'
import type { Setting } from './setting.ts'

/** The trusted proxies: none, a list of addresses and networks, or the number of proxies. */
export type TrustedProxies = 'off' | readonly string[] | number

const mostHops = 16

/**
 * The proxies whose `X-Forwarded-*` headers are trusted. A client can write the first entries of
 * `X-Forwarded-For`, and each proxy appends one entry. There is no value that trusts all proxies, because
 * clients could then choose the address under which their requests are counted for rate limits.
 */
export const trustProxySetting: Setting<TrustedProxies> = {
  env: 'TOUCHSTONE_TRUST_PROXY',
  key: 'trustProxy',
  meaning:
    'Proxies whose X-Forwarded headers are trusted. Use a number only if the last proxy is the only one that can reach the port.',
  takes: `off, the addresses or networks (CIDR) of the proxies separated by commas, or the number of proxies (1 to ${mostHops})`,
  otherwise: 'off',
  remedyFor: (text) => (trustsEveryProxy(text) ? remedy : undefined),
  parse(text) {
    if (text === 'off') return 'off'
    if (/^[0-9]+$/.test(text)) return isHops(Number(text)) ? Number(text) : undefined
    const ranges = rangesIn(text)
    return ranges.every(isNetwork) ? ranges : undefined
  },
}

const remedy =
  'Clients can set the beginning of X-Forwarded-For themselves, so trusting every proxy is unsafe. Set the addresses of your ' +
  'proxies, for example 10.0.0.0/8, or the number of proxies in front, for example 1; docs/operations.md has an example.'

function trustsEveryProxy(text: string): boolean {
  return text === 'on' || rangesIn(text).some((range) => /\/0+$/.test(range))
}

function isHops(hops: number): boolean {
  return hops >= 1 && hops <= mostHops
}

function rangesIn(text: string): string[] {
  return text.split(',').map((range) => range.trim())
}

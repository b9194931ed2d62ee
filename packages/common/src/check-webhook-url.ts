import { isIP } from 'node:net'
import { isAllowedAddress, isLoopbackAddress } from './allowed-address.ts'

/** Maximum length of a webhook URL, before and after encoding. The contract states the same number. */
export const maxUrlLength = 2048

export type CheckedUrl = { readonly url: string } | { readonly wrong: string }

/** Validates a webhook URL without network access. The resolved address is checked on every delivery. */
export function checkWebhookUrl(text: string, rules: { loopback: boolean }): CheckedUrl {
  if (text.length > maxUrlLength) return { wrong: `must have at most ${maxUrlLength} characters` }
  if (!URL.canParse(text)) return { wrong: 'must be an absolute https address' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return { wrong: 'must not contain a user name or password' }
  const isLoopback = isLoopbackHost(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && rules.loopback)) {
    return { wrong: 'must be an absolute https address' }
  }
  const host = hostOf(url)
  const isRefused = isIP(host) === 0 ? isLoopback && !rules.loopback : !isAllowedAddress(host, rules)
  if (isRefused) return { wrong: 'must point to a public address' }
  url.hash = ''
  if (url.href.length > maxUrlLength) {
    return { wrong: `must have at most ${maxUrlLength} characters after encoding` }
  }
  return { url: url.href }
}

/** Returns the name or address to connect to, without the brackets of an IPv6 URL. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return host === 'localhost' || host.endsWith('.localhost') || isLoopbackAddress(host)
}

import { domainToASCII } from 'node:url'
import { canonicalAccount } from './account.ts'

const name = /^[^\s@<>()[\],;:\\"\p{Cc}]{1,64}$/u
const domain = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/** The one form of an e-mail address, or undefined for what can't be one. */
export function canonicalEmail(text: string): string | undefined {
  const given = text.normalize('NFKC').trim()
  const at = given.lastIndexOf('@')
  const local = given.slice(0, Math.max(0, at))
  const host = domainToASCII(given.slice(at + 1)).toLowerCase()
  if (!name.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return undefined
  return domain.test(host) ? canonicalAccount(`${local}@${host}`) : undefined
}

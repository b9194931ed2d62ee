import type { ProviderRow } from '../sso/provider-store.ts'
import { canonicalEmail } from './member-email.ts'
import type { Role } from './roles.ts'

type Claims = Readonly<Record<string, unknown>>

/** A role, and the value of the provider's claim that grants it. */
export type RoleRule = { readonly role: Role; readonly value: string }

export function readRoleRules(roles: readonly string[]): RoleRule[] {
  return roles.map((entry) => {
    const at = entry.indexOf(':')
    return { role: entry.slice(0, at) as Role, value: entry.slice(at + 1) }
  })
}

export function writeRoleRules(rules: readonly RoleRule[]): string[] {
  return rules.map(({ role, value }) => `${role}:${value}`)
}

/**
 * Returns the role that the claims grant: the first rule whose value is the claim's value, or is in its list. Returns
 * undefined if there is none.
 */
export function roleOf(
  claims: Claims,
  { roleClaim, roles }: Pick<ProviderRow, 'roleClaim' | 'roles'>,
): Role | undefined {
  const found = claimAt(claims, roleClaim)
  const values = Array.isArray(found) ? found : [found]
  return readRoleRules(roles).find(({ value }) => values.includes(value))?.role
}

/**
 * Returns a claim by its name or, if there is no such claim, by its path, such as `realm_access.roles`. Names can
 * contain dots: `https://example.com/roles`.
 */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let at: unknown = claims
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Claims)[part]
  }
  return at
}

/** Returns whether the ID token states that the member used several factors. */
export function hasMfa(fromToken: Claims, { amr, acr }: Pick<ProviderRow, 'amr' | 'acr'>): boolean {
  const used: unknown[] = Array.isArray(fromToken.amr) ? fromToken.amr : []
  return amr.some((method) => used.includes(method)) || acr.some((level) => level === fromToken.acr)
}

/** Returns the address if the provider states that it has verified it. The text "true" is not accepted. */
export function verifiedEmailOf(claims: Claims): string | undefined {
  const { email, email_verified: isVerified } = claims
  return isVerified === true && typeof email === 'string' ? canonicalEmail(email) : undefined
}

import { isNetwork } from '@touchstone/common'
import { maxKeyName, maxKeyNetworks, type Scope, scopes } from '@touchstone/contract'
import { InputError } from '../input-error.ts'

/** What a key is called and what it is limited to. Null stands for no name and no limit. */
export type KeyLimits = {
  name: string | null
  scopes: Scope[] | null
  networks: string[] | null
  expiresAt: Date | null
}

/** The limits as a caller gives them. An omitted property stays as it is. */
export type GivenKeyLimits = {
  name?: string | null
  /** Scopes, or areas such as `kyt` for all current scopes of the area. */
  scopes?: readonly string[] | null
  networks?: readonly string[] | null
  expiresInSeconds?: number | null
}

/** Ten years. A later expiry is a mistake in the unit. */
export const maxKeyLifeSeconds = 3653 * 86_400

export const unlimited: KeyLimits = { name: null, scopes: null, networks: null, expiresAt: null }

/** Returns `current` with the given changes. Throws if a change is invalid. */
export function checkedLimits(given: GivenKeyLimits, now: number, current = unlimited): KeyLimits {
  const { name, scopes: wanted, networks, expiresInSeconds } = given
  return {
    name: name === undefined ? current.name : name === null ? null : checkedKeyName(name),
    scopes: wanted === undefined ? current.scopes : wanted === null ? null : checkedScopes(wanted),
    networks:
      networks === undefined ? current.networks : networks === null ? null : checkedNetworks(networks),
    expiresAt:
      expiresInSeconds === undefined
        ? current.expiresAt
        : expiresInSeconds === null
          ? null
          : new Date(now + checkedLife(expiresInSeconds) * 1000),
  }
}

function checkedKeyName(given: string): string | null {
  const name = given.trim()
  if (name.length > maxKeyName) throw new InputError('name', `must have at most ${maxKeyName} characters`)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    throw new InputError('name', 'must not contain invisible characters')
  return name === '' ? null : name
}

function checkedScopes(given: readonly string[]): Scope[] {
  const chosen = new Set(given.flatMap(expand))
  if (chosen.size === 0) throw new InputError('scopes', 'must contain at least one scope')
  return scopes.filter((scope) => chosen.has(scope))
}

function expand(given: string): Scope[] {
  const found = scopes.filter((scope) => scope === given || scope.startsWith(`${given}:`))
  if (found.length > 0) return found
  throw new InputError('scopes', `must be some of ${scopes.join(', ')}`)
}

function checkedNetworks(given: readonly string[]): string[] {
  const networks = [...new Set(given.map((network) => network.trim().toLowerCase()))]
  if (networks.length === 0) throw new InputError('networks', 'must contain at least one network')
  if (networks.length > maxKeyNetworks)
    throw new InputError('networks', `must contain at most ${maxKeyNetworks} networks`)
  if (!networks.every(isNetwork))
    throw new InputError('networks', 'must be addresses or networks such as 203.0.113.7 or 2001:db8::/32')
  return networks
}

function checkedLife(seconds: number): number {
  if (Number.isSafeInteger(seconds) && seconds > 0 && seconds <= maxKeyLifeSeconds) return seconds
  throw new InputError('expiry', 'must be a whole number of seconds, at least 1 and at most ten years')
}

import { InputError } from '../input-error.ts'

/** The roles of merchant members. `operator` is not a merchant role. */
export const merchantRoles = ['owner', 'developer', 'compliance', 'analyst', 'viewer'] as const
export type MerchantRole = (typeof merchantRoles)[number]
export type Role = MerchantRole | 'operator'

/** Permissions for one merchant or for all merchants. */
export const permissions = [
  'overview.read',
  'people.read',
  'people.end',
  'people.forget',
  'programs.read',
  'programs.change',
  'keys.change',
  'webhooks.change',
  'console.call',
  'risk.read',
  'risk.decide',
  'watches.change',
  'transfers.decide',
  'cases.work',
  'reviews.decide',
  'lists.read',
  'policy.change',
  'members.change',
  'settings.change',
  'audit.read',
  'merchants.read',
  'reviews.delegate',
  'service.read',
] as const
export type Permission = (typeof permissions)[number]

const read = ['overview.read', 'programs.read'] as const
const developer = [...read, 'programs.change', 'keys.change', 'webhooks.change', 'console.call'] as const
const compliance = [
  ...read,
  'people.read',
  'people.end',
  'risk.read',
  'risk.decide',
  'watches.change',
  'transfers.decide',
  'cases.work',
] as const

/**
 * Only the operator can erase a person and, unless reviews are delegated, decide reviews, because people do
 * not belong to a merchant.
 */
const granted: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: read,
  analyst: [...read, 'risk.read'],
  developer,
  compliance,
  owner: [...developer, ...compliance, 'policy.change', 'members.change', 'settings.change', 'audit.read'],
  operator: permissions,
}

/** Additional permissions for these roles after the operator has delegated a merchant's reviews. */
const delegated: readonly Permission[] = ['reviews.decide', 'lists.read']
const reviewers: readonly Role[] = ['owner', 'compliance']

export function allows(role: Role, permission: Permission, reviewsDelegated = false): boolean {
  if (granted[role].includes(permission)) return true
  return reviewsDelegated && reviewers.includes(role) && delegated.includes(permission)
}

export function checkedRole(value: string): MerchantRole {
  const role = merchantRoles.find((each) => each === value)
  if (!role) throw new InputError('role', `must be one of ${merchantRoles.join(', ')}`)
  return role
}

import type { MemberSession } from '@touchstone/contract'
import type { KycContext } from '../context.ts'
import { openEmail } from './member-email.ts'
import type { SignedIn } from './member-session.ts'
import { allows, permissions } from './roles.ts'

/** What the dashboard is told of who is signed in. It shows by it what can be done; the server checks again. */
export function showSignedIn(
  { vault }: KycContext,
  { memberships, csrfToken }: SignedIn,
): Omit<MemberSession, 'addressRisk'> {
  const [first] = memberships
  return {
    email: first ? openEmail(vault, first) : '',
    csrfToken,
    memberships: memberships.map(({ mchNo, merchantName, role, reviewsDelegated }) => ({
      merchant: mchNo === null ? null : { mchNo, name: merchantName ?? '' },
      role,
      permissions: permissions.filter((permission) => allows(role, permission, reviewsDelegated === true)),
    })),
  }
}

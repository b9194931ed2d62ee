import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { memberRoles } from './api.ts'
import { Time } from './parts.ts'

const Text = Type.String({ minLength: 1, maxLength: 500 })
const Roles = Type.Array(Type.Object({ role: oneOf(memberRoles), value: Text }), { maxItems: 50 })
const Methods = Type.Array(Text, { maxItems: 10 })

/** Single sign-on of a merchant. */
export const SsoSettings = Type.Object({
  /** Null if it is not set up. The client secret is never returned. */
  provider: nullable(
    Type.Object({
      issuer: Type.String(),
      clientId: Type.String(),
      /** The claim that contains the groups, and the groups that grant each role. The first match counts. */
      roleClaim: Type.String(),
      roles: Roles,
      requiresMfa: Type.Boolean(),
      /** Values of the claims `amr` and `acr` that confirm several factors. */
      amr: Methods,
      acr: Methods,
      /** Whether accounts with a role become members when they first sign in. */
      createsMembers: Type.Boolean(),
      /** Whether members can only sign in with this provider. */
      required: Type.Boolean(),
      /** The time from which its sessions can make decisions. Null if there is no waiting time. */
      trustedFrom: nullable(Time),
      changedAt: Time,
    }),
  ),
  /** The address at which members sign in. It is also the redirect URI. */
  address: Type.String(),
  /** The address to which the provider returns the browser after signing out. */
  signedOutAddress: Type.String(),
})
export type SsoSettings = Static<typeof SsoSettings>

/** Request to set up or change single sign-on. Omitted values stay as they are. */
export const ChangeSso = Type.Object({
  issuer: Type.Optional(Text),
  clientId: Type.Optional(Text),
  clientSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  roleClaim: Type.Optional(Text),
  roles: Type.Optional(Roles),
  requiresMfa: Type.Optional(Type.Boolean()),
  amr: Type.Optional(Methods),
  acr: Type.Optional(Methods),
  createsMembers: Type.Optional(Type.Boolean()),
})
export type ChangeSso = Static<typeof ChangeSso>

/** Whether members of a merchant must use single sign-on. */
export const SsoRule = Type.Object({ required: Type.Boolean() })
export type SsoRule = Static<typeof SsoRule>

/** What the identity provider supports. */
export const SsoCheck = Type.Object({
  /** Null if the provider does not state it. */
  pkce: nullable(Type.Boolean()),
  logout: Type.Boolean(),
  userInfo: Type.Boolean(),
})
export type SsoCheck = Static<typeof SsoCheck>

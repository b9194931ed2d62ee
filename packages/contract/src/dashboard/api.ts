import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { Time } from './parts.ts'

/**
 * How the dashboard talks to the server. A session is a cookie; a call that changes anything carries `x-csrf-token` of
 * the session too. Every refusal is a `FrameError`.
 */
export const dashboardApiPath = '/dashboard/api'
export const csrfHeader = 'x-csrf-token'

export const memberRoles = ['owner', 'developer', 'compliance', 'viewer', 'operator'] as const

const MemberNo = Type.String({ pattern: '^U[0-9]{15}$' })
const Email = Type.String({ minLength: 3, maxLength: 254 })

export const AskForMemberCode = Type.Object({ email: Email })
export const SignIn = Type.Object({ code: Type.String({ minLength: 1, maxLength: 32 }) })
export const EndMemberSession = Type.Object({ id: Type.Integer({ minimum: 1 }) })
export const AddMember = Type.Object({ email: Email, role: Type.String({ minLength: 1, maxLength: 32 }) })
export const RemoveMember = Type.Object({ memberNo: MemberNo })
/** `before`: the last entry of the page before. */
export const AuditQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) })

export const Done = Type.Object({ done: Type.Literal(true) })

/** Who is signed in, and what they may do for whom. */
export const MemberSession = Type.Object({
  email: Type.String(),
  csrfToken: Type.String(),
  /** Whether address risk is served. */
  addressRisk: Type.Boolean(),
  memberships: Type.Array(
    Type.Object({
      /** Null: of the operator, for all merchants. */
      merchant: nullable(Type.Object({ mchNo: Type.String(), name: Type.String() })),
      role: oneOf(memberRoles),
      permissions: Type.Array(Type.String()),
    }),
  ),
})
export type MemberSession = Static<typeof MemberSession>

export const MemberSessions = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** The one that asks. */
      own: Type.Boolean(),
      begunAt: Time,
      seenAt: Time,
      network: Type.String(),
      browser: Type.String(),
    }),
  ),
})
export type MemberSessions = Static<typeof MemberSessions>

export const Members = Type.Object({
  members: Type.Array(
    Type.Object({ memberNo: MemberNo, email: Type.String(), role: oneOf(memberRoles), since: Time }),
  ),
})
export type Members = Static<typeof Members>

export const AuditLog = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.Integer(),
      at: Time,
      actor: oneOf(['member', 'command-line', 'server']),
      /** Of the member who did it. */
      by: nullable(Type.String()),
      action: Type.String(),
      target: Type.String(),
      detail: Type.Record(Type.String(), Type.Unknown()),
      network: nullable(Type.String()),
    }),
  ),
  /** Whether there are older ones. */
  more: Type.Boolean(),
})
export type AuditLog = Static<typeof AuditLog>

export const MerchantNames = Type.Object({
  merchants: Type.Array(Type.Object({ mchNo: Type.String(), name: Type.String() })),
})
export type MerchantNames = Static<typeof MerchantNames>

/** What the browser's own functions take and give: their form is theirs, and is checked by who verifies it. */
export const WebAuthnOptions = Type.Object({ options: Type.Unknown() })
export type WebAuthnOptions = Static<typeof WebAuthnOptions>
const response = Type.Object({ id: Type.String({ maxLength: 2000 }) }, { additionalProperties: true })
export const SignInByPasskey = Type.Object({ response })
export const AddPasskey = Type.Object({ name: Type.String({ maxLength: 200 }), response })
export const RemovePasskey = Type.Object({ id: Type.Integer({ minimum: 1 }) })
export const Passkeys = Type.Object({
  passkeys: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), createdAt: Time, lastUsedAt: nullable(Time) }),
  ),
})
export type Passkeys = Static<typeof Passkeys>
/** Whether members of a merchant have to sign in with one. */
export const PasskeyRule = Type.Object({ required: Type.Boolean() })
export type PasskeyRule = Static<typeof PasskeyRule>

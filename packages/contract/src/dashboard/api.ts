import { nullable, oneOf, type Static, Type } from '../schema.ts'
import { changeParts, Time } from './parts.ts'

/**
 * Path prefix of the dashboard's API. A cookie identifies the session. Requests that change data also send
 * the session's CSRF token in the `x-csrf-token` header. Every error response is a `FrameError`.
 */
export const dashboardApiPath = '/dashboard/api'
/** Header that carries the session's CSRF token. */
export const csrfHeader = 'x-csrf-token'

/** Roles that a member can have. */
export const memberRoles = ['owner', 'developer', 'compliance', 'analyst', 'viewer', 'operator'] as const

const MemberNo = Type.String({ pattern: '^U[0-9]{15}$' })
const Email = Type.String({ minLength: 3, maxLength: 254 })

/** Request for a sign-in code by e-mail. */
export const RequestMemberCode = Type.Object({ email: Email })
/** Request to sign in with the code from the e-mail. */
export const SignIn = Type.Object({ code: Type.String({ minLength: 1, maxLength: 32 }) })
/** Query parameters to enter the demo. Without a role, the visitor is the merchant's owner. */
export const SignInToDemo = Type.Object({ role: Type.Optional(oneOf(['owner', 'analyst'])) })
/** Request to end another session of the signed-in member. */
export const EndMemberSession = Type.Object({ id: Type.Integer({ minimum: 1 }) })
/** Request to add a member to the merchant. */
export const AddMember = Type.Object({ email: Email, role: Type.String({ minLength: 1, maxLength: 32 }) })
/** Request to remove a member from the merchant. */
export const RemoveMember = Type.Object({ memberNo: MemberNo })
/** Request to accept or decline an invitation sent to the signed-in member. */
export const AnswerInvitation = Type.Object({ id: Type.Integer({ minimum: 1 }), accept: Type.Boolean() })
/** Query parameters of the audit log. `before` is the id of the last entry on the previous page. */
export const AuditQuery = Type.Object({ before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) })

/** Response to a request that returns no data. */
export const Done = Type.Object({ done: Type.Literal(true) })

/** A merchant number, or `operator`. */
const Whose = Type.String({ pattern: '^[A-Za-z0-9]{1,40}$' })
/** Request to start single sign-on. */
export const BeginSso = Type.Object({ whose: Whose })
/** The page of the identity provider. */
export const SsoPage = Type.Object({ url: Type.String() })
/** Request to complete single sign-on. `search` is the query that the identity provider added to the address. */
export const FinishSso = Type.Object({ whose: Whose, search: Type.String({ minLength: 1, maxLength: 8192 }) })

/** Response to a sign-out. */
export const SignedOut = Type.Object({
  done: Type.Literal(true),
  /** The page at which the member signs out of the identity provider, too. */
  continueAt: nullable(Type.String()),
})
export type SignedOut = Static<typeof SignedOut>

/** The signed-in member with their roles and permissions per merchant. */
export const MemberSession = Type.Object({
  email: Type.String(),
  csrfToken: Type.String(),
  /** Whether address risk is enabled. */
  addressRisk: Type.Boolean(),
  /** Whether the member signed in with single sign-on. */
  sso: Type.Boolean(),
  /**
   * Invitations that the member has neither accepted nor declined. `merchant` is null for an invitation from
   * the operator.
   */
  invitations: Type.Array(
    Type.Object({
      id: Type.Integer(),
      merchant: nullable(Type.Object({ mchNo: Type.String(), name: Type.String() })),
      role: oneOf(memberRoles),
    }),
  ),
  memberships: Type.Array(
    Type.Object({
      /** Null for an operator, who has access to all merchants. */
      merchant: nullable(Type.Object({ mchNo: Type.String(), name: Type.String() })),
      role: oneOf(memberRoles),
      permissions: Type.Array(Type.String()),
    }),
  ),
})
export type MemberSession = Static<typeof MemberSession>

/** Sessions of the signed-in member. */
export const MemberSessions = Type.Object({
  sessions: Type.Array(
    Type.Object({
      id: Type.Integer(),
      /** True for the session that sent the request. */
      own: Type.Boolean(),
      begunAt: Time,
      seenAt: Time,
      network: Type.String(),
      browser: Type.String(),
    }),
  ),
})
export type MemberSessions = Static<typeof MemberSessions>

/** Members of a merchant. */
export const Members = Type.Object({
  members: Type.Array(
    Type.Object({
      memberNo: MemberNo,
      email: Type.String(),
      role: oneOf(memberRoles),
      since: Time,
      /** False for an invitation that has not been accepted. */
      accepted: Type.Boolean(),
      /** The earliest time at which the member can decide reviews. Null if there is no waiting time. */
      reviewsFrom: nullable(Time),
    }),
  ),
})
export type Members = Static<typeof Members>

/** A page of the audit log, newest entries first. */
export const AuditLog = Type.Object({
  entries: Type.Array(
    Type.Object({ ...changeParts, target: Type.String(), network: nullable(Type.String()) }),
  ),
  /** Whether older entries exist. */
  more: Type.Boolean(),
})
export type AuditLog = Static<typeof AuditLog>

/** Names of all merchants, for operators. */
export const MerchantNames = Type.Object({
  merchants: Type.Array(Type.Object({ mchNo: Type.String(), name: Type.String() })),
})
export type MerchantNames = Static<typeof MerchantNames>

/** Options for the browser's WebAuthn functions. The WebAuthn library defines and validates their format. */
export const WebAuthnOptions = Type.Object({ options: Type.Unknown() })
export type WebAuthnOptions = Static<typeof WebAuthnOptions>
const response = Type.Object({ id: Type.String({ maxLength: 2000 }) }, { additionalProperties: true })
/** Request to sign in with a passkey. */
export const SignInByPasskey = Type.Object({ response })
/** Request to register a passkey for the signed-in member. */
export const AddPasskey = Type.Object({ name: Type.String({ maxLength: 200 }), response })
const EnrolmentToken = Type.String({ pattern: '^[\\w-]{43}$' })
/** Request for the options to create a passkey with an enrolment link. */
export const BeginEnrolment = Type.Object({ token: EnrolmentToken })
/** Request to create a passkey with an enrolment link and sign in. */
export const Enrol = Type.Object({ token: EnrolmentToken, name: Type.String({ maxLength: 200 }), response })
/** Request to remove a passkey of the signed-in member. */
export const RemovePasskey = Type.Object({ id: Type.Integer({ minimum: 1 }) })
/** Passkeys of the signed-in member. */
export const Passkeys = Type.Object({
  passkeys: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), createdAt: Time, lastUsedAt: nullable(Time) }),
  ),
})
export type Passkeys = Static<typeof Passkeys>
/** Whether members of a merchant must sign in with a passkey. */
export const PasskeyRule = Type.Object({ required: Type.Boolean() })
export type PasskeyRule = Static<typeof PasskeyRule>

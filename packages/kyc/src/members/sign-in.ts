import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createLoginCode, networkOf, readLoginCode, UserError, type Vault } from '@touchstone/common'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { idTokenColumn } from '../sealed-columns.ts'
import { countGuess, deleteOldGuesses, needsLongCode } from './code-guesses.ts'
import {
  countMemberCodes,
  deleteMemberCodesBefore,
  endMemberCode,
  insertMemberCode,
  lockMemberCodes,
  takeMemberTry,
} from './member-code-store.ts'
import { checkedEmail, emailHashOf } from './member-email.ts'
import { byCode, rightsOf } from './member-rights.ts'
import { deleteMemberSessionsBefore, insertMemberSession } from './member-session-store.ts'
import { selectMemberByEmail } from './member-store.ts'
import { deleteChallengesBefore, deleteEnrolmentsBefore } from './passkey-store.ts'

const minute = 60_000

export const memberLimits = {
  codeMs: 10 * minute,
  tries: 5,
  /** The period to which the following three limits apply. */
  windowMs: 60 * minute,
  perEmailOfNetwork: 5,
  /** Limit per email address across all networks, to keep its mailbox from being flooded. */
  perEmail: 20,
  perNetwork: 60,
  /** A session expires after this time without a request, or when it reaches the maximum age. */
  idleMs: 30 * minute,
  longestMs: 12 * 60 * minute,
} as const

/** A longer ID token is not stored. */
const longestIdToken = 16_384

/** Sends a code by mail. Called only if the address belongs to a member. */
export type SendMemberCode = (mail: { to: string; code: string }) => Promise<void>

/** Creates an identifier for the browser that requests a code. The code is valid only in that browser. */
export function newFlow(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Creates a code and sends it if the address belongs to a member. Codes for other addresses are also stored
 * and counted, so that responses, timing and limits do not reveal which addresses are known.
 */
export async function askForMemberCode(
  context: KycContext,
  input: { email: string; flow: string; ip: string },
  send: SendMemberCode,
): Promise<void> {
  const { vault, clock } = context
  const email = checkedEmail(input.email)
  const emailHash = emailHashOf(vault, email)
  const networkHash = vault.fingerprint('member-network', networkOf(input.ip))
  const flowHash = flowHashOf(vault, input.flow)
  const code = createLoginCode({ long: await needsLongCode(context, emailHash) })
  const tables = tablesOf(context)
  await tables.transaction().execute(async (db) => {
    await lockMemberCodes(db)
    const now = clock.now()
    const since = new Date(now - memberLimits.windowMs)
    const counted = await countMemberCodes(db, { emailHash, networkHash, since })
    const { perEmail, perEmailOfNetwork, perNetwork } = memberLimits
    if (counted.email >= perEmail || counted.both >= perEmailOfNetwork || counted.network >= perNetwork)
      throw signInError('too-many')
    await insertMemberCode(db, {
      ...{ flowHash, emailHash, networkHash },
      codeHash: codeHashOf(vault, { flow: input.flow, emailHash, code }),
      at: new Date(now),
      expiresAt: new Date(now + memberLimits.codeMs),
    })
  })
  const member = await selectMemberByEmail(context, tables, emailHash)
  if (!member || (await rightsOf(context, tables, { memberId: member.id, ...byCode })).isNone) return
  await send({ to: email, code })
}

/** Exchanges a code for a session. No other function returns the session token. */
export async function signIn(
  context: KycContext,
  input: { code: string; flow: string; ip: string; browser: string },
): Promise<{ token: string }> {
  const { vault, clock } = context
  const entered = readLoginCode(input.code)
  if (!entered) throw signInError('code-wrong')
  const tables = tablesOf(context)
  const at = new Date(clock.now())
  const taken = await takeMemberTry(tables, {
    flowHash: flowHashOf(vault, input.flow),
    tries: memberLimits.tries,
    now: at,
  })
  if (!taken) throw signInError('code-over')
  const { emailHash } = taken
  const given = codeHashOf(vault, { flow: input.flow, emailHash, code: entered.code })
  const isRight = timingSafeEqual(given, taken.codeHash)
  const guess = { addressHash: emailHash, isRight, network: networkOf(input.ip) }
  const counted = entered.long ? isRight && 'right' : await countGuess(context, guess)
  if (counted !== 'right') throw signInError(counted === 'paused' ? 'paused' : 'code-wrong')
  const token = newSessionToken()
  await tables.transaction().execute(async (db) => {
    const member = await selectMemberByEmail(context, db, emailHash)
    const rights = member && (await rightsOf(context, db, { memberId: member.id, ...byCode }))
    if (!member || rights?.isNone !== false || !(await endMemberCode(db, taken.id, at)))
      throw signInError('code-over')
    await beginSession(context, db, { memberId: member.id, token, ...input })
  })
  return { token }
}

/** Starts a session for a member whose identity has been verified. */
export async function beginSession(
  context: KycContext,
  db: KycDb,
  input: {
    memberId: number
    token: string
    ip: string
    browser: string
    /** The passkey with which the member signed in. Undefined if the member entered a mailed code. */
    passkeyId?: number
    /** The identity provider with which the member signed in, and its ID token. */
    sso?: { providerId: number; idToken: string }
  },
): Promise<void> {
  const { memberId, token, passkeyId, sso } = input
  const at = new Date(context.clock.now())
  await insertMemberSession(context, db, {
    memberId,
    tokenHash: tokenHashOf(context.vault, token),
    at,
    endsAt: new Date(at.getTime() + memberLimits.longestMs),
    network: networkOf(input.ip),
    browser: input.browser.slice(0, 200),
    ...{ passkeyId, providerId: sso?.providerId },
    // Without the token, some providers ask the member to confirm the sign-out.
    sealIdToken:
      sso && sso.idToken.length <= longestIdToken
        ? (sessionId) => context.vault.seal(sso.idToken, idTokenColumn.at(sessionId))
        : undefined,
  })
}

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function tokenHashOf(vault: Vault, token: string): Buffer {
  return vault.fingerprint('member-session', token)
}

function flowHashOf(vault: Vault, flow: string): Buffer {
  return vault.fingerprint('member-flow', flow)
}

function codeHashOf(
  vault: Vault,
  { flow, emailHash, code }: { flow: string; emailHash: Uint8Array; code: string },
): Buffer {
  return vault.fingerprint('member-code', `${flow}\0${Buffer.from(emailHash).toString('hex')}\0${code}`)
}

const errors = {
  'code-wrong': { message: 'This code is wrong.', remedy: 'Enter the code from the latest e-mail.' },
  'code-over': { message: 'This code has expired or has already been used.', remedy: 'Request a new one.' },
  paused: {
    message: 'Too many wrong codes were entered for this address.',
    remedy: 'Request a new code. It has twelve characters and can be used immediately.',
  },
  'too-many': { message: 'Too many codes were requested.', remedy: 'Wait an hour, then request a new one.' },
} satisfies Record<string, { message: string; remedy: string }>

function signInError(kind: keyof typeof errors): UserError {
  return new UserError({ code: `sign-in.${kind}`, ...errors[kind] })
}

/** Removes codes that no longer count towards a limit, and expired sessions and challenges. */
export async function tidyMembers(context: KycContext): Promise<void> {
  const db = tablesOf(context)
  const now = context.clock.now()
  await deleteMemberCodesBefore(db, new Date(now - memberLimits.windowMs))
  await deleteMemberSessionsBefore(db, new Date(now))
  await deleteChallengesBefore(db, new Date(now))
  await deleteEnrolmentsBefore(db, new Date(now))
  await deleteOldGuesses(context)
}

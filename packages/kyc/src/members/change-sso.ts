import { checkWebhookUrl, UserError } from '@touchstone/common'
import type { ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { type Merchant, selectMerchantByNo } from '../merchants/merchant-store.ts'
import { ssoSecretColumn } from '../sealed-columns.ts'
import { type OidcClient, OidcFailure, type OidcProvider, type OidcSupport } from '../sso/oidc-client.ts'
import {
  deleteIdentities,
  deleteProviderOf,
  nextProviderId,
  type ProviderRow,
  selectProviderOf,
  storeProvider,
} from '../sso/provider-store.ts'
import { newMemberMs, type Whose } from './change-members.ts'
import type { SignedIn } from './member-session.ts'
import { endProviderSessions } from './member-session-store.ts'
import { lockMemberships, selectRequiresSso, updateRequiresSso } from './member-store.ts'
import { checkedRole } from './roles.ts'
import { type RoleRule, readRoleRules, writeRoleRules } from './sso-claims.ts'

/** The configuration of single sign-on, without the client secret. */
export type SsoView = {
  issuer: string
  clientId: string
  roleClaim: string
  roles: readonly RoleRule[]
  requiresMfa: boolean
  amr: readonly string[]
  acr: readonly string[]
  createsMembers: boolean
  internal: boolean
  /** Whether members must sign in with this provider. */
  required: boolean
  /** The time from which its sessions can decide reviews, if it is in the future. */
  trustedFrom: Date | null
  changedAt: Date
}

/** Values that are omitted keep their previous value, or get their default value. */
export type SsoInput = {
  issuer?: string
  clientId?: string
  clientSecret?: string
  roleClaim?: string
  roles?: readonly { role: string; value: string }[]
  requiresMfa?: boolean
  amr?: readonly string[]
  acr?: readonly string[]
  createsMembers?: boolean
  /** Whether the issuer's host can be in a private network. Only the operator can allow this. */
  internal?: boolean
}

const defaults = { roleClaim: 'groups', requiresMfa: false, amr: ['mfa'], acr: [], createsMembers: false }
const mostRoles = 50
const mostMethods = 10

export async function showSso(context: KycContext, whose: Whose): Promise<SsoView | null> {
  const db = tablesOf(context)
  const merchant = await merchantOf(db, whose)
  const row = await selectProviderOf(context, db, merchant?.id ?? null)
  return row ? viewOf(context, row, merchant !== null && (await selectRequiresSso(db, merchant.id))) : null
}

function viewOf({ clock }: KycContext, row: ProviderRow, required: boolean): SsoView {
  const { id: _, merchantId: _2, clientSecretSealed: _3, changedBy: _4, roles, trustedFrom, ...view } = row
  const isWaiting = trustedFrom !== null && trustedFrom.getTime() > clock.now()
  return { ...view, roles: readRoleRules(roles), required, trustedFrom: isWaiting ? trustedFrom : null }
}

/**
 * Sets or changes the identity provider of a merchant or of the operator. If the issuer or the client changes, members
 * are bound to their accounts again, and sessions end. If a member made this change, the provider's sessions cannot
 * decide reviews for 72 hours: the provider’s owner could sign in as each member of the merchant.
 */
export async function setSso(
  context: KycContext,
  { mchNo, ...input }: Whose & SsoInput,
  by: ChangedBy,
): Promise<SsoView> {
  const { vault, clock } = context
  return await change(context, { mchNo }, async (db, merchant) => {
    if (merchant?.demo) throw new InputError('merchant', 'is the demo, which anyone can enter')
    const merchantId = merchant?.id ?? null
    const before = await selectProviderOf(context, db, merchantId)
    const asked = checkedInput(context, merchantId, input, by, before)
    const isOther =
      before !== undefined && (before.issuer !== asked.issuer || before.clientId !== asked.clientId)
    const isNew = before === undefined || isOther
    if (isNew && input.clientSecret === undefined)
      throw new InputError('client secret', 'is required for a new issuer or client')
    // Replaces a row whose MAC is wrong.
    if (!before) await deleteProviderOf(db, merchantId)
    const id = before?.id ?? (await nextProviderId(db))
    const at = new Date(clock.now())
    const isByMember = by.actor === 'member'
    const waits = isByMember ? new Date(at.getTime() + newMemberMs) : null
    const row: ProviderRow = {
      ...{ id, merchantId, ...asked, changedAt: at, changedBy: by.memberId },
      trustedFrom: isNew ? waits : isByMember ? before.trustedFrom : null,
      clientSecretSealed:
        input.clientSecret === undefined && before
          ? before.clientSecretSealed
          : vault.seal(checkedSecret(input.clientSecret ?? ''), ssoSecretColumn.at(id)),
    }
    await storeProvider(context, db, row)
    if (isOther) await deleteIdentities(db, { providerId: id })
    if (isOther || (before && row.requiresMfa && !before.requiresMfa)) await endProviderSessions(db, id, at)
    const detail = {
      ...{ issuer: row.issuer, clientId: row.clientId, secretChanged: input.clientSecret !== undefined },
      ...{ roles: row.roles.length, requiresMfa: row.requiresMfa, createsMembers: row.createsMembers },
      internal: row.internal,
    }
    const entry = {
      merchantId,
      action: before ? 'sso.changed' : 'sso.set-up',
      target: nameOf(mchNo),
      detail,
      at,
    }
    await insertAudit(context, db, { ...by, ...entry })
    return viewOf(context, row, merchant !== null && (await selectRequiresSso(db, merchant.id)))
  })
}

/** Removes the provider. Its sessions end, and members sign in by code or passkey again. */
export async function removeSso(context: KycContext, whose: Whose, by: ChangedBy): Promise<void> {
  await change(context, whose, async (db, merchant) => {
    const merchantId = merchant?.id ?? null
    const id = await deleteProviderOf(db, merchantId)
    if (id === undefined) throw notSetUp()
    const at = new Date(context.clock.now())
    await endProviderSessions(db, id, at)
    if (merchant && !(await updateRequiresSso(context, db, merchant.id, false)))
      throw new InputError('merchant', 'is not known')
    const entry = { merchantId, action: 'sso.removed', target: nameOf(whose.mchNo), detail: {}, at }
    await insertAudit(context, db, { ...by, ...entry })
  })
}

/**
 * Requires the members of a merchant to sign in with its provider. A member can only require it in a session that was
 * started with the provider, so that members cannot lock themselves out. `signedIn` is omitted on the command line.
 */
export async function requireSso(
  context: KycContext,
  { mchNo, required, signedIn }: { mchNo: string; required: boolean; signedIn?: SignedIn },
  by: ChangedBy,
): Promise<void> {
  await change(context, { mchNo }, async (db, merchant) => {
    const provider = merchant && (await selectProviderOf(context, db, merchant.id))
    if (!merchant || !provider) throw notSetUp()
    if (required && signedIn && signedIn.provider?.id !== provider.id)
      throw new InputError(
        'single sign-on',
        'can be required only by a member who signed in with it: sign in with it first',
      )
    if (!(await updateRequiresSso(context, db, merchant.id, required)))
      throw new InputError('merchant', 'is not known')
    const at = new Date(context.clock.now())
    const entry = { merchantId: merchant.id, action: 'sso.required', target: mchNo, detail: { required }, at }
    await insertAudit(context, db, { ...by, ...entry })
  })
}

/** Reads the provider's metadata and reports what the provider supports. */
export async function checkSso(context: KycContext, oidc: OidcClient, whose: Whose): Promise<OidcSupport> {
  const db = tablesOf(context)
  const merchant = await merchantOf(db, whose)
  const row = await selectProviderOf(context, db, merchant?.id ?? null)
  if (!row) throw notSetUp()
  return await oidc.check(openProvider(context, row)).catch((error: unknown) => {
    if (error instanceof OidcFailure) throw providerUnusable(error)
    throw error
  })
}

/** Returns the provider with its secret, for the protocol. */
export function openProvider({ vault }: KycContext, row: ProviderRow): OidcProvider {
  const { id, issuer, clientId, acr, internal, clientSecretSealed } = row
  return {
    issuer,
    clientId,
    acr,
    internal,
    clientSecret: vault.open(clientSecretSealed, ssoSecretColumn.at(id)),
  }
}

export function notSetUp(): UserError {
  return new UserError({
    code: 'sso.not-set-up',
    message: 'There is no single sign-on for this address.',
    remedy: 'Check the address with an owner, or sign in with a code or a passkey.',
  })
}

function providerUnusable(cause: OidcFailure): UserError {
  return new UserError({
    code: 'sso.unusable',
    message: `The identity provider cannot be used: ${cause.message}.`,
    remedy: 'Check the issuer, and that this service can reach it at a public https address.',
    cause,
  })
}

type Asked = Omit<
  ProviderRow,
  'id' | 'merchantId' | 'clientSecretSealed' | 'changedBy' | 'trustedFrom' | 'changedAt'
>

function checkedInput(
  context: KycContext,
  merchantId: number | null,
  input: SsoInput,
  by: ChangedBy,
  before: ProviderRow | undefined,
): Asked {
  const isOperator = merchantId === null
  const issuer = input.issuer ?? before?.issuer ?? ''
  // A member must not reach the private network with another issuer.
  const allowed = input.internal ?? (issuer === before?.issuer && before.internal)
  if (input.internal !== undefined && by.actor === 'member' && input.internal !== before?.internal)
    throw new InputError('internal', 'can be set only by the operator on the command line')
  const clientId = (input.clientId ?? before?.clientId ?? '').trim()
  if (clientId === '' || clientId.length > 300)
    throw new InputError('client id', 'must have 1 to 300 characters')
  const roleClaim = (input.roleClaim ?? before?.roleClaim ?? defaults.roleClaim).trim()
  if (roleClaim === '' || roleClaim.length > 200)
    throw new InputError('role claim', 'must have 1 to 200 characters')
  const requiresMfa = input.requiresMfa ?? before?.requiresMfa ?? (isOperator || defaults.requiresMfa)
  if (isOperator && !requiresMfa)
    throw new InputError('multi-factor authentication', 'is always required for operators')
  const amr = checkedMethods('amr', input.amr ?? before?.amr ?? defaults.amr)
  const acr = checkedMethods('acr', input.acr ?? before?.acr ?? defaults.acr)
  if (requiresMfa && amr.length + acr.length === 0)
    throw new InputError('amr', 'or acr must list a value that states multi-factor authentication')
  return {
    ...{ issuer: checkedIssuer(context, issuer, allowed), clientId, roleClaim, requiresMfa, amr, acr },
    roles: writeRoleRules(checkedRoles(input.roles ?? readRoleRules(before?.roles ?? []), isOperator)),
    createsMembers: input.createsMembers ?? before?.createsMembers ?? defaults.createsMembers,
    internal: allowed,
  }
}

/** Returns the issuer unchanged, because the provider's tokens must contain exactly this text. */
function checkedIssuer({ loopbackReceivers = false }: KycContext, issuer: string, internal: boolean): string {
  const field = 'issuer'
  if (issuer === '') throw new InputError(field, 'is required')
  const checked = checkWebhookUrl(issuer, { loopback: loopbackReceivers })
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPrivate = internal && url?.protocol === 'https:' && url.username === '' && url.password === ''
  if ('wrong' in checked && !isPrivate) throw new InputError(field, checked.wrong)
  if (url === undefined || url.search !== '' || url.hash !== '' || issuer.length > 500)
    throw new InputError(field, 'must be an address without a query, with at most 500 characters')
  if (url.href !== issuer && url.href !== `${issuer}/`)
    throw new InputError(field, `must be written exactly like the provider writes it, such as ${url.href}`)
  return issuer
}

function checkedRoles(rules: readonly { role: string; value: string }[], isOperator: boolean): RoleRule[] {
  if (rules.length === 0 || rules.length > mostRoles)
    throw new InputError('roles', `must have 1 to ${mostRoles} entries`)
  return rules.map(({ role, value }) => {
    if (value.trim() === '' || value.length > 300)
      throw new InputError('roles', 'must have values of 1 to 300 characters')
    if (!isOperator) return { role: checkedRole(role), value }
    if (role !== 'operator') throw new InputError('role', 'must be operator for members of the operator')
    return { role, value }
  })
}

function checkedMethods(field: string, values: readonly string[]): string[] {
  if (values.length > mostMethods || values.some((value) => !/^[\x21-\x7e]{1,200}$/.test(value)))
    throw new InputError(field, `must have at most ${mostMethods} values, without spaces`)
  return [...values]
}

function checkedSecret(secret: string): string {
  if (secret === '' || secret.length > 1000)
    throw new InputError('client secret', 'must have 1 to 1000 characters')
  return secret
}

const nameOf = (mchNo: string | undefined) => mchNo ?? 'operator'

async function change<Result>(
  context: KycContext,
  whose: Whose,
  work: (db: KycDb, merchant: Merchant | null) => Promise<Result>,
): Promise<Result> {
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const merchant = await merchantOf(db, whose)
      await lockMemberships(db, merchant?.id ?? null)
      return await work(db, merchant)
    })
}

async function merchantOf(db: KycDb, { mchNo }: Whose): Promise<Merchant | null> {
  if (mchNo === undefined) return null
  const merchant = await selectMerchantByNo(db, mchNo)
  if (!merchant) throw new InputError('merchant', 'is not known')
  return merchant
}

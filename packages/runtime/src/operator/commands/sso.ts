import {
  byCommandLine,
  checkSso,
  InputError,
  type OidcSupport,
  operatorName,
  removeSso,
  requireSso,
  type SsoInput,
  type SsoView,
  setSso,
  showSso,
} from '@touchstone/kyc'
import type { Runtime } from '../../open-runtime.ts'
import { dashboardOrigin, ssoAddress } from '../../settings/origins.ts'
import type { Command } from '../command.ts'

/** The merchant number. Omit it for the operator's own team. */
type Whose = { mchNo?: string }

export type SsoRecord = Omit<SsoView, 'trustedFrom' | 'changedAt'> & {
  /** The address at which members sign in, which is also the redirect URI. */
  address: string
  signedOutAddress: string
  trustedFrom: string | null
  changedAt: string
}

const recordOf = (runtime: Runtime, { mchNo }: Whose, view: SsoView): SsoRecord => ({
  ...view,
  address: ssoAddress(runtime, mchNo ?? operatorName),
  signedOutAddress: `${dashboardOrigin(runtime)}/dashboard`,
  trustedFrom: view.trustedFrom?.toISOString() ?? null,
  changedAt: view.changedAt.toISOString(),
})

/** `required` is changed after the other values. Operators can always use a passkey, so it does not apply to them. */
export const ssoSet: Command<Whose & SsoInput & { required?: boolean }, SsoRecord> = async (
  runtime,
  { required, mchNo, ...input },
) => {
  const { kyc } = runtime
  if (required !== undefined && mchNo === undefined)
    throw new InputError('required', 'applies only to merchants: operators can always sign in with a passkey')
  const whose = mchNo === undefined ? {} : { mchNo }
  const isSetUp = (await showSso(kyc, whose)) !== null
  if (!isSetUp || Object.keys(input).length > 0) await setSso(kyc, { ...whose, ...input }, byCommandLine)
  if (required !== undefined && mchNo !== undefined) await requireSso(kyc, { mchNo, required }, byCommandLine)
  return await ssoShow(runtime, whose, () => {}, new AbortController().signal)
}

export const ssoShow: Command<Whose, SsoRecord> = async (runtime, whose) => {
  const view = await showSso(runtime.kyc, whose)
  if (!view) throw new InputError('single sign-on', 'is not set up: use touchstone sso set')
  return recordOf(runtime, whose, view)
}

export const ssoCheck: Command<Whose, OidcSupport> = async ({ kyc, oidc }, whose) =>
  await checkSso(kyc, oidc, whose)

export const ssoRemove: Command<Whose, { removed: true }> = async ({ kyc }, whose) => {
  await removeSso(kyc, whose, byCommandLine)
  return { removed: true }
}

import { ServiceError, type TransferRule } from '@touchstone/contract'
import { journalOf, type KytContext } from '../context.ts'
import { limitTo, problemsWithCeiling } from '../limits/budget-ceiling.ts'
import { problemsWithFetchBudget } from '../limits/fetch-limits.ts'
import { problemsOfPolicy } from './check-policy.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  deleteOverride,
  insertPolicyVersion,
  raisePolicyVersion,
  selectOverride,
  selectPolicyVersions,
  updateBasePolicy,
  upsertOverride,
} from './policy-store.ts'
import { defaultRiskPolicy, type PolicyOverride, type RiskPolicy } from './risk-policy.ts'

/** Returns the policy for merchants that have no override. */
export const basePolicyOf = (context: KytContext): RiskPolicy => context.riskPolicy ?? defaultRiskPolicy

/** Returns the policy that applies to a merchant's queries. */
export async function policyOfMerchant(context: KytContext, merchant: string): Promise<RiskPolicy> {
  const base = basePolicyOf(context)
  const override = await selectOverride(journalOf(context), merchant)
  if (override === undefined) return base
  const policy = merge(base, override)
  const problems = problemsOfPolicy(policy)
  if (problems.length === 0) return withinCeiling(context, policy as RiskPolicy)
  // The override was valid when it was set, but is not compatible with the current base policy.
  throw new ServiceError('system', {
    cause: new Error(`the policy of ${merchant} is invalid: ${problems[0]}`),
  })
}

/** Applies an override to the base policy and lists the problems in the resulting policy. */
export function problemsOfOverride(context: KytContext, override: unknown): string[] {
  if (typeof override !== 'object' || override === null || Array.isArray(override)) {
    return ['the policy must be an object']
  }
  if (!('version' in override))
    return ['version is required, because responses use it to identify the policy']
  const policy = merge(basePolicyOf(context), override as PolicyOverride)
  const problems = problemsOfPolicy(policy)
  if (problems.length > 0) return problems
  const valid = policy as RiskPolicy
  const { riskLimits, fetchLimits } = context
  return [
    ...(riskLimits === undefined ? [] : problemsWithCeiling(valid, riskLimits.ceiling)),
    ...(fetchLimits === undefined ? [] : problemsWithFetchBudget(valid, fetchLimits)),
  ].map((problem) => `${problem}, the operator's limit`)
}

/** Reduces a policy that was set before the operator lowered the ceiling. */
function withinCeiling({ riskLimits }: KytContext, policy: RiskPolicy): RiskPolicy {
  return riskLimits === undefined ? policy : limitTo(riskLimits.ceiling, policy)
}

/** Whether a merchant has its own policy. */
export async function hasOverride(context: KytContext, merchant: string): Promise<boolean> {
  return (await selectOverride(journalOf(context), merchant)) !== undefined
}

/**
 * Returns the override that turns the base policy into this policy. The override contains the version and the
 * members that differ.
 */
export function overrideOf(context: KytContext, policy: RiskPolicy): PolicyOverride {
  const differing = difference(basePolicyOf(context), policy)
  return { ...(isObject(differing) ? differing : {}), version: policy.version }
}

/**
 * Sets a validated override, and stores it as a version. `by` is the number of a member, or who else changed it. All
 * nodes recompute their cached answers.
 */
export async function setOverride(
  context: KytContext,
  merchant: string,
  override: PolicyOverride | undefined,
  by = '',
): Promise<boolean> {
  return await journalOf(context)
    .transaction()
    .execute(async (tx) => {
      const at = new Date(context.clock.now())
      const isThere =
        override === undefined
          ? await deleteOverride(tx, merchant)
          : await upsertOverride(tx, { merchant, override, at })
      if (!isThere) return false
      const base = basePolicyOf(context)
      const policy = withinCeiling(
        context,
        override === undefined ? base : (merge(base, override) as RiskPolicy),
      )
      const { version } = policy
      await insertPolicyVersion(tx, {
        ...{ merchant, override, version, fingerprint: fingerprintOf(policy), by, at },
      })
      await raisePolicyVersion(tx)
      return true
    })
}

/** Number of versions on a page. */
const versionsOnPage = 20

/** A version of a merchant's policy. */
export type PolicyVersion = {
  readonly id: number
  readonly version: string
  /** Empty for a version that was set before versions were stored. */
  readonly fingerprint: string
  /** Whether the default policy was restored. */
  readonly isDefault: boolean
  /** The rules of this version, if it has rules of its own. */
  readonly rules: readonly TransferRule[] | undefined
  readonly by: string
  readonly at: Date
}

/** Lists the versions of a merchant's policy, newest first. */
export async function listPolicyVersions(
  context: KytContext,
  of: { merchant: string; before?: number | undefined },
): Promise<{ versions: PolicyVersion[]; more: boolean }> {
  const rows = await selectPolicyVersions(journalOf(context), { ...of, limit: versionsOnPage + 1 })
  const versions = rows.slice(0, versionsOnPage).map(({ policy, changedBy, changedAt, ...row }) => {
    const override = policy === null ? undefined : (JSON.parse(policy) as PolicyOverride)
    const rules = override?.rules as readonly TransferRule[] | undefined
    return { ...row, isDefault: override === undefined, rules, by: changedBy, at: changedAt }
  })
  return { versions, more: rows.length > versionsOnPage }
}

/**
 * Records the base policy. If the base policy has changed since the previous start, cached answers and
 * watches are recalculated.
 */
export async function noteBasePolicy(context: KytContext): Promise<void> {
  await updateBasePolicy(journalOf(context), fingerprintOf(basePolicyOf(context)))
}

function merge(base: unknown, override: unknown): unknown {
  if (!isObject(base) || !isObject(override)) return override
  const names = new Set([...Object.keys(base), ...Object.keys(override)])
  return Object.fromEntries(
    [...names].map((name) => [name, name in override ? merge(base[name], override[name]) : base[name]]),
  )
}

function difference(base: unknown, value: unknown): unknown {
  if (!isObject(base) || !isObject(value)) return base === value ? undefined : value
  const members = Object.keys(value).flatMap((name) => {
    const differing = difference(base[name], value[name])
    return differing === undefined ? [] : [[name, differing] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

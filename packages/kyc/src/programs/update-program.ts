import { isDeepStrictEqual } from 'node:util'
import { byServer, type ChangedBy } from '../audit/audit-store.ts'
import { insertAudit } from '../audit/insert-audit.ts'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { bumpAccessVersion, selectMerchantById } from '../merchants/merchant-store.ts'
import {
  checkedColourFree,
  checkedDays,
  checkedDomain,
  checkedName,
  checkedRequirements,
  checkedTheme,
  checkedWalletProof,
  requiresColoursOnChain,
} from './create-program.ts'
import { type ChangeableParts, type Program, selectProgramByNo, updateProgramRow } from './program-store.ts'
import { type GivenRules, type Requirements, withoutNulls } from './requirements.ts'
import { insertVersion, selectVersions } from './version-store.ts'

export type ProgramUpdate = {
  programNo: string
  /**
   * If set, the program must belong to this merchant. Programs of other merchants are reported as unknown.
   */
  mchNo?: string
  active?: boolean
  colourFree?: boolean
  name?: string
  theme?: string
  allowedDomains?: readonly string[]
  walletProof?: string
  meidRebindDays?: number
  checks?: readonly string[]
  /** Rules to change. The value null removes a rule. */
  rules?: GivenRules
  mintMode?: string
  chainId?: string
  /**
   * Whether to reject requirements that equal those of the newest version. If false, such requirements have
   * no effect.
   */
  asNewVersion?: boolean
}

/**
 * Changes the given fields and keeps the others. New requirements, or a new target for results, create a
 * version. Journeys in progress and existing results keep their version. Other changes apply to everyone
 * immediately. No new journeys can be started in an inactive program, but its results remain readable.
 */
export async function updateProgram(
  context: KycContext,
  input: ProgramUpdate,
  by: ChangedBy = byServer,
): Promise<Program> {
  const at = new Date(context.clock.now())
  return await tablesOf(context)
    .transaction()
    .execute(async (db) => {
      const program = await selectProgramByNo(db, input.programNo, { lock: true })
      if (!program) throw notKnown(input)
      if (input.mchNo !== undefined) {
        const merchant = await selectMerchantById(db, program.merchantId)
        if (merchant.mchNo !== input.mchNo) throw notKnown(input)
      }
      const requirements = newRequirements(program, input)
      const isNew = requirements !== program
      if (input.asNewVersion && !isNew) throw nothingNew(program)
      const version = program.version + (isNew ? 1 : 0)
      const changed = {
        ...program,
        ...checkedParts(program, input),
        ...requirementsOf(requirements),
        version,
      }
      if (!(await selectVersions(db, [program.id])).some(({ mintMode }) => mintMode !== 'cross-chain'))
        changed.coloursOnChain = requiresColoursOnChain(changed)
      if (changed.coloursOnChain && changed.colourFree) throw coloursInContract()
      const detail = differences(program, changed)
      if (Object.keys(detail).length === 0) return program
      if (isNew) {
        await refuseOtherQuestions(db, changed)
        await insertVersion(db, changed, at)
      }
      await updateProgramRow(db, program.id, changed)
      await bumpAccessVersion(db)
      await insertAudit(context, db, {
        ...{ ...by, merchantId: program.merchantId, action: 'program.changed', target: program.programNo },
        ...{ detail, at },
      })
      return changed
    })
}

/** Rejects another merchant's program in the same way as an unknown program. */
function notKnown({ mchNo }: ProgramUpdate): InputError {
  return new InputError(mchNo === undefined ? 'program' : 'program number', 'is not known')
}

function checkedParts(program: Program, input: ProgramUpdate): Omit<ChangeableParts, 'coloursOnChain'> {
  return {
    active: input.active ?? program.active,
    colourFree: checkedColourFree(program.kind, input.colourFree ?? program.colourFree),
    name: checkedName(input.name ?? program.name),
    theme: checkedTheme(input.theme ?? program.theme),
    allowedDomains: input.allowedDomains?.map(checkedDomain) ?? program.allowedDomains,
    walletProof: checkedWalletProof(input.walletProof ?? program.walletProof),
    meidRebindDays: checkedDays(input.meidRebindDays ?? program.meidRebindDays),
  }
}

function coloursInContract(): InputError {
  return new InputError(
    'captures without colours',
    "cannot be allowed, because the program's contract requires colours. Create a program that allows them",
  )
}

function nothingNew({ version }: Program): InputError {
  return new InputError('requirements', `are the same as in version ${version}: change at least one of them`)
}

/**
 * Returns the same program if nothing changes. Requirements that stay the same are not validated again, so
 * that a program that would be rejected today can still be deactivated.
 */
function newRequirements(program: Program, input: ProgramUpdate): Requirements {
  const { checks = program.checks, mintMode = program.mintMode, chainId = program.chainId } = input
  const requested = { checks, rules: withoutNulls({ ...program.rules, ...input.rules }), mintMode, chainId }
  if (isSame(requested, program)) return program
  const checked = checkedRequirements(program.kind, requested)
  return isSame(checked, program) ? program : checked
}

function requirementsOf({ checks, rules, mintMode, chainId }: Requirements): Requirements {
  return { checks, rules, mintMode, chainId }
}

type Asked = Record<keyof Requirements, unknown>

/** Compares lists of checks and countries as sets, because their order does not matter. */
function isSame(one: Asked, other: Asked): boolean {
  const partsOf = ({ checks, rules, mintMode, chainId }: Asked) =>
    asSets({ checks, rules, mintMode, chainId })
  return isDeepStrictEqual(partsOf(one), partsOf(other))
}

function asSets(value: unknown): unknown {
  if (Array.isArray(value)) return new Set(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asSets(part)]))
}

/**
 * Throws if another version on the same chain has different requirements. A contract stores one set of
 * requirements per program and deletes all approvals when the requirements change, so existing results would
 * be lost. All versions on a chain must therefore have the same requirements.
 */
async function refuseOtherQuestions(db: KycDb, program: Program): Promise<void> {
  if (program.mintMode === 'cross-chain') return
  const { checks, rules, chainId } = program
  const others = (await selectVersions(db, [program.id])).filter(
    (each) =>
      each.mintMode !== 'cross-chain' &&
      each.chainId === chainId &&
      !isDeepStrictEqual([each.checks, each.rules], [checks, rules]),
  )
  if (others.length > 0)
    throw new InputError(
      'checks',
      `of a program with results on chain ${chainId} cannot change: its contract would delete all approvals. Create a program with the new requirements`,
    )
}

const flat = ({ rules, coloursOnChain: _, ...program }: Program) => ({ ...program, ...rules })

/** Returns the log entry, which contains the old and new value of each changed field. */
function differences(before: Program, now: Program): Record<string, string> {
  const [earlier, later]: Record<string, unknown>[] = [flat(before), flat(now)]
  return Object.fromEntries(
    Object.keys({ ...earlier, ...later })
      .map((name) => [name, textOf(earlier?.[name]), textOf(later?.[name])] as const)
      .filter(([, was, is]) => was !== is)
      .map(([name, was, is]) => [name, `${was} → ${is}`]),
  )
}

const textOf = (value: unknown): string =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? 'none' : String(value)

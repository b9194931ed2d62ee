import { isDeepStrictEqual } from 'node:util'
import { byServer, type ChangedBy, insertAudit } from '../audit/audit-store.ts'
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
} from './create-program.ts'
import { type ChangeableParts, type Program, selectProgramByNo, updateProgramRow } from './program-store.ts'
import { type GivenRules, type Requirements, withoutNulls } from './requirements.ts'
import { insertVersion, selectVersions } from './version-store.ts'

export type ProgramUpdate = {
  programNo: string
  /** Where it has to be this merchant's: another one's is not known then. */
  mchNo?: string
  active?: boolean
  colourFree?: boolean
  name?: string
  theme?: string
  allowedDomains?: readonly string[]
  walletProof?: string
  meidRebindDays?: number
  checks?: readonly string[]
  /** Null: a rule no longer. */
  rules?: GivenRules
  mintMode?: string
  chainId?: string
  /** Refuses requirements that are those of the newest version, instead of leaving all as it is. */
  asNewVersion?: boolean
}

/**
 * Changes what is given and leaves the rest. What people have to show, and where the result goes, makes a new version:
 * journeys that are under way and results that are there keep theirs. All else is so at once for everybody. A program that
 * is off starts no new journeys; its results stay readable.
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
      const requirements = askedRequirements(program, input)
      const isNew = requirements !== program
      if (input.asNewVersion && !isNew) throw nothingNew(program)
      const version = program.version + (isNew ? 1 : 0)
      const changed = {
        ...program,
        ...checkedParts(program, input),
        ...requirementsOf(requirements),
        version,
      }
      const detail = differences(program, changed)
      if (Object.keys(detail).length === 0) return program
      if (isNew) {
        await refuseOtherQuestions(db, changed)
        await insertVersion(db, changed, at)
      }
      await updateProgramRow(db, program.id, changed)
      await bumpAccessVersion(db)
      await insertAudit(db, {
        ...{ ...by, merchantId: program.merchantId, action: 'program.changed', target: program.programNo },
        ...{ detail, at },
      })
      return changed
    })
}

/** Another merchant's program is refused as one that does not exist. */
function notKnown({ mchNo }: ProgramUpdate): InputError {
  return new InputError(mchNo === undefined ? 'program' : 'program number', 'is not known')
}

function checkedParts(program: Program, input: ProgramUpdate): ChangeableParts {
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

function nothingNew({ version }: Program): InputError {
  return new InputError('requirements', `are those of version ${version}: change one of them first`)
}

/**
 * The program itself where they are the same. What is left as it is isn't checked: one that would be refused today can
 * still be switched off.
 */
function askedRequirements(program: Program, input: ProgramUpdate): Requirements {
  const { checks = program.checks, mintMode = program.mintMode, chainId = program.chainId } = input
  const asked = { checks, rules: withoutNulls({ ...program.rules, ...input.rules }), mintMode, chainId }
  if (isSame(asked, program)) return program
  const checked = checkedRequirements(program.kind, asked)
  return isSame(checked, program) ? program : checked
}

function requirementsOf({ checks, rules, mintMode, chainId }: Requirements): Requirements {
  return { checks, rules, mintMode, chainId }
}

type Asked = Record<keyof Requirements, unknown>

/** Lists of checks and countries are sets: in another order they ask for the same. */
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
 * A contract knows one set of questions of a program, and forgets all approvals when that changes: results that are there
 * would not stay. So on one chain it asks the same in every version.
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
      `of a program whose results go to chain ${chainId} stay as they are: its contract would forget everybody who has passed. Make another program with the new ones`,
    )
}

const flat = ({ rules, ...program }: Program) => ({ ...program, ...rules })

/** What the log says: each part that changed, as it was and as it is now. */
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

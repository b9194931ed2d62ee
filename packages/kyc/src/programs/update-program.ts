import { insertAudit } from '../audit/audit-store.ts'
import { byServer, type ChangedBy } from '../audit/changed-by.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { bumpAccessVersion } from '../credentials/access-store.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantById } from '../merchants/merchant-store.ts'
import {
  checkedColourFree,
  checkedDays,
  checkedDomain,
  checkedName,
  checkedTheme,
  checkedWalletProof,
} from './create-program.ts'
import { type ChangeableParts, type Program, selectProgramByNo, updateProgramRow } from './program-store.ts'

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
}

/**
 * Changes what is given and leaves the rest: what says whether and how people are verified, not what they have to show for
 * it, so that results that are there stay right. A program that is off starts no new journeys; its results stay readable.
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
      const program = await selectProgramByNo(db, input.programNo)
      if (!program) throw notKnown(input)
      if (input.mchNo !== undefined) {
        const merchant = await selectMerchantById(db, program.merchantId)
        if (merchant.mchNo !== input.mchNo) throw notKnown(input)
      }
      const changed = checkedParts(program, input)
      await updateProgramRow(db, program.id, changed)
      await bumpAccessVersion(db)
      const detail = differences(program, changed)
      if (Object.keys(detail).length > 0)
        await insertAudit(db, {
          ...{ ...by, merchantId: program.merchantId, action: 'program.changed', target: program.programNo },
          ...{ detail, at },
        })
      return { ...program, ...changed }
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

/** What the log says: each part that changed, as it is now. */
function differences(before: ChangeableParts, now: ChangeableParts): Record<string, string> {
  const names = Object.keys(now) as (keyof ChangeableParts)[]
  return Object.fromEntries(
    names
      .map((name) => [name, String(now[name]), String(before[name])] as const)
      .filter(([, after, earlier]) => after !== earlier)
      .map(([name, after, earlier]) => [name, `${earlier} → ${after}`]),
  )
}

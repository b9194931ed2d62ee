import type { ProgramHistory } from '@touchstone/contract'
import { selectAudit } from '../audit/audit-store.ts'
import { type KycContext, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import { selectMerchantByNo } from '../merchants/merchant-store.ts'
import { selectProgramByNo } from './program-store.ts'
import { requirementsFields } from './show-programs.ts'
import { selectVersionCounts, selectVersions } from './version-store.ts'

const mostChanges = 100

/** Returns the versions of a merchant's program, and the program's changes with their authors. */
export async function showHistory(
  context: KycContext,
  of: { mchNo: string; programNo: string },
): Promise<ProgramHistory> {
  const db = tablesOf(context)
  const merchant = await selectMerchantByNo(db, of.mchNo)
  const program = await selectProgramByNo(db, of.programNo)
  // Rejects another merchant's program in the same way as an unknown program.
  if (!merchant || program?.merchantId !== merchant.id) throw new InputError('program number', 'is not known')
  const counts = new Map((await selectVersionCounts(db, program.id)).map((each) => [each.version, each]))
  const versions = await selectVersions(db, [program.id])
  const changes = await selectAudit(db, {
    ...{ merchantId: merchant.id, target: program.programNo, limit: mostChanges + 1 },
  })
  return {
    ...{ programNo: program.programNo, name: program.name, kind: program.kind },
    versions: versions.map(({ version, createdAt, ...requirements }) => ({
      ...requirementsFields(requirements),
      version,
      since: createdAt.toISOString(),
      people: counts.get(version)?.people ?? 0,
      completed: counts.get(version)?.completed ?? 0,
    })),
    changes: changes.slice(0, mostChanges).map(({ id, at, actor, by, action, detail }) => ({
      ...{ id, at: at.toISOString(), actor, by, action, detail: { ...detail } },
    })),
    more: changes.length > mostChanges,
  }
}

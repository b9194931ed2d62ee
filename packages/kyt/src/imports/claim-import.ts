import type { Release } from '@touchstone/storage'
import { journalOf, type LedgerContext } from '../context.ts'
import {
  type ImportRow,
  insertImport,
  selectImport,
  selectStagingImports,
  updateImport,
} from './import-journal-store.ts'
import type { TransferSource } from './transfer-source.ts'

/**
 * Claims the staging of an import for this process. An interrupted import can be resumed only after the
 * interrupted node has lost its claim. Returns `undefined` if another process or call holds the claim.
 */
export async function claimStaging(context: LedgerContext, importId: number): Promise<Release | undefined> {
  return await context.database.claim(`kyt-import:${importId}`)
}

/**
 * Claims an interrupted import of the same source, or creates and claims a new import if there is none to
 * resume.
 */
export async function claimImport(
  context: LedgerContext,
  { kind, name: given, fingerprint }: Pick<TransferSource, 'kind' | 'name' | 'fingerprint'>,
): Promise<{ claimed: ImportRow; release: Release }> {
  const journal = journalOf(context)
  const name = given.slice(0, 200)
  for (const { id } of await selectStagingImports(journal, { kind, name })) {
    const release = await claimStaging(context, id)
    if (release === undefined) continue
    const found = await selectImport(journal, id)
    const isSame = fingerprint !== '' && found.fingerprint === fingerprint
    // The interrupted process did not store the invalid rows that it found. If there were any, the import
    // starts again.
    if (found.state === 'staging' && isSame && found.rejected === 0) return { claimed: found, release }
    if (found.state === 'staging') await abandonImport(context, id)
    await release()
  }
  for (;;) {
    const claimed = await insertImport(journal, {
      kind,
      name,
      fingerprint,
      startedAt: new Date(context.clock.now()),
    })
    const release = await claimStaging(context, claimed.id)
    // Between the insertion and the claim, another node may have mistaken the new import for an interrupted
    // one and claimed it.
    if (release !== undefined) return { claimed, release }
  }
}

/** Abandons an import that has not committed anything. */
export async function abandonImport(
  context: LedgerContext,
  id: number,
  counts: { rows?: number; rejected?: number } = {},
): Promise<void> {
  await context.ledger.dropStaged(id)
  await context.ledger.dropLabels(id)
  const finishedAt = new Date(context.clock.now())
  await updateImport(journalOf(context), id, { state: 'refused', ...counts, finishedAt })
}

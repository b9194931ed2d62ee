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
 * Claims the staging of an import for this process. An interrupted import can be resumed only after its node
 * has lost the claim. Returns `undefined` if another process or call holds the claim.
 */
export async function claimStaging(context: LedgerContext, importId: number): Promise<Release | undefined> {
  return await context.database.claim(`kyt-import:${importId}`)
}

/** Claims an import: the interrupted import from the same source if there is one, or else a new one. */
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
    // The interrupted process did not store the invalid rows that it found, so all rows are read again.
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
    // After the import was recorded, another node may already have claimed it as an interrupted one.
    if (release !== undefined) return { claimed, release }
  }
}

/** Abandons an import of which nothing has been committed. */
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

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
 * Makes sure that nobody else stages this import as long as it is held, in this process or on another node: what was
 * cut short can be resumed only when its node is gone. `undefined`: somebody holds it.
 */
export async function claimStaging(context: LedgerContext, importId: number): Promise<Release | undefined> {
  return await context.database.claim(`kyt-import:${importId}`)
}

/** An import that nobody else stages: the same one if it was cut short, otherwise a new one. */
export async function claimImport(
  context: LedgerContext,
  { kind, name: given, fingerprint }: Pick<TransferSource, 'kind' | 'name' | 'fingerprint'>,
): Promise<{ begun: ImportRow; release: Release }> {
  const journal = journalOf(context)
  const name = given.slice(0, 200)
  for (const { id } of await selectStagingImports(journal, { kind, name })) {
    const release = await claimStaging(context, id)
    if (release === undefined) continue
    const found = await selectImport(journal, id)
    const isSame = fingerprint !== '' && found.fingerprint === fingerprint
    // Which rows were bad is known only to whoever read them: they are read again.
    if (found.state === 'staging' && isSame && found.rejected === 0) return { begun: found, release }
    if (found.state === 'staging') await abandonImport(context, id)
    await release()
  }
  for (;;) {
    const begun = await insertImport(journal, {
      kind,
      name,
      fingerprint,
      startedAt: new Date(context.clock.now()),
    })
    const release = await claimStaging(context, begun.id)
    // Between these two steps another node may have taken it for one that was cut short.
    if (release !== undefined) return { begun, release }
  }
}

/** Nothing of it was put in, and nothing will be. */
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

import { journalOf, type KytContext } from '../context.ts'
import { dropStagedLabels } from '../labels/label-import-store.ts'
import {
  type ImportRow,
  insertImport,
  selectImport,
  selectStagingImports,
  updateImport,
} from './import-journal-store.ts'
import { dropAllLines } from './lines-store.ts'
import { claimStaging, type Release } from './staging-claim-store.ts'
import { dropStagedAfter, dropStaging } from './staging-store.ts'

type What = {
  readonly kind: string
  readonly name: string
  /** Empty: nothing tells whether it is the same as before, and it is not gone on with. */
  readonly fingerprint: string
}

/** An import that nobody else stages: the same one if it was cut short, otherwise a new one. */
export async function beginStaging(
  context: KytContext,
  what: What,
): Promise<{ begun: ImportRow; release: Release }> {
  const journal = journalOf(context)
  for (const { id } of await selectStagingImports(journal, { kind: what.kind, name: what.name })) {
    const release = await claimStaging(context.database, id)
    if (release === undefined) continue
    const found = await selectImport(journal, id)
    const same = what.fingerprint !== '' && found.fingerprint === what.fingerprint
    // Which rows were bad is known only to whoever read them: they are read again.
    if (found.state === 'staging' && same && found.rejected === 0) {
      return { begun: await goOn(context, found), release }
    }
    if (found.state === 'staging') await abandon(context, found)
    await release()
  }
  for (;;) {
    const begun = await insertImport(journal, { ...what, startedAt: new Date(context.clock.now()) })
    const release = await claimStaging(context.database, begun.id)
    // Between these two steps another node may have taken it for one that was cut short.
    if (release !== undefined) return { begun, release }
  }
}

/**
 * A crash leaves behind what the journal does not know of yet. It is taken away, and the next chunk has a number that was
 * never used: the engine remembers inserts that it did not live to finish, and would leave out the same one.
 */
async function goOn(context: KytContext, found: ImportRow): Promise<ImportRow> {
  const { chunks = 0, file = 0, line = 0 } = found.plan as { chunks?: number; file?: number; line?: number }
  await dropAllLines(context.clickhouse, found.id)
  await dropStagedAfter(context.clickhouse, { importId: found.id, row: found.stagedRows, file, line })
  const plan = { ...found.plan, chunks: chunks + 1 }
  await updateImport(journalOf(context), found.id, { plan })
  return { ...found, plan }
}

/** Gives up what nobody can go on with: the program that handed it over is gone, or the file has changed. */
export async function abandonStaging(context: KytContext): Promise<void> {
  const journal = journalOf(context)
  for (const { id, fingerprint, kind } of await selectStagingImports(journal, {})) {
    if (fingerprint !== '') continue
    // Another node may be reading a list just now; an embedded ledger has none.
    if (kind === 'labels' && context.clickhouse.engine === 'server') continue
    const release = await claimStaging(context.database, id)
    if (release === undefined) continue
    try {
      const found = await selectImport(journal, id)
      if (found.state === 'staging') await abandon(context, found)
    } finally {
      await release()
    }
  }
}

async function abandon(context: KytContext, found: ImportRow): Promise<void> {
  await dropAllLines(context.clickhouse, found.id)
  await dropStaging(context.clickhouse, found.id)
  await dropStagedLabels(context.clickhouse, found.id)
  await updateImport(journalOf(context), found.id, {
    state: 'refused',
    finishedAt: new Date(context.clock.now()),
  })
}

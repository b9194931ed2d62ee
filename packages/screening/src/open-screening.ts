import { listsOf, type ScreeningContext } from './context.ts'
import { buildIndex } from './match/build-index.ts'
import type { BuildIndexTask } from './match/build-index-task.ts'
import type { Person } from './match/person.ts'
import { type ScreenOptions, screen } from './match/screen.ts'
import type { ScreeningAnswer } from './match/screening-answer.ts'
import type { IndexedList, ScreeningIndex } from './match/screening-index.ts'
import { selectBodies } from './versions/entry-store.ts'
import { selectCurrent, type VersionRow } from './versions/version-store.ts'

export type OpenScreeningOptions = {
  /** The lists to screen against. Defaults to all current lists. */
  readonly lists?: readonly string[]
  /** The minimum interval between checks for new versions. */
  readonly checkEveryMs?: number
}

export type Screening = {
  screen(person: Person, options?: ScreenOptions): Promise<ScreeningAnswer>
  /** The list versions that searches currently use. */
  versions(): readonly IndexedList[]
  /** Checks for new versions immediately and loads them. Returns true if new versions were loaded. */
  refresh(): Promise<boolean>
  close(): void
}

const searchedKinds = ['person', 'unknown']

/**
 * Opens the current lists for screening. A worker builds the index for a new version. The new index replaces
 * the old one between two searches, so that no search has to wait. Searches run on the calling thread,
 * because passing them to another thread would take longer than the searches themselves.
 */
export async function openScreening(
  context: ScreeningContext,
  options: OpenScreeningOptions = {},
): Promise<Screening> {
  const checkEveryMs = options.checkEveryMs ?? 5000
  let loaded: { fingerprint: string; index: ScreeningIndex } = { fingerprint: 'none', index: buildIndex([]) }
  let checkedAt = 0
  let checking: Promise<boolean> | undefined
  let closed = false

  const currentVersions = async () => {
    const rows = await selectCurrent(listsOf(context))
    return rows.filter(({ list }) => options.lists?.includes(list) ?? true)
  }
  const check = async () => {
    const rows = await currentVersions()
    const fingerprint = rows.map(({ id }) => id).join()
    if (closed || fingerprint === loaded.fingerprint) return false
    const index = await buildFrom(context, rows)
    loaded = { fingerprint, index }
    return true
  }
  const refresh = () => {
    checkedAt = context.clock.now()
    checking ??= check().finally(() => {
      checking = undefined
    })
    return checking
  }
  await refresh()

  return {
    async screen(person, screenOptions) {
      if (!closed && context.clock.now() - checkedAt >= checkEveryMs) {
        // This search uses the index that is already loaded. If the store or worker is busy, the next search
        // tries again to load the new version.
        void refresh().catch(() => {})
      }
      return screen(loaded.index, person, screenOptions)
    },
    versions: () => loaded.index.lists,
    refresh,
    close() {
      closed = true
    },
  }
}

async function buildFrom(context: ScreeningContext, rows: readonly VersionRow[]): Promise<ScreeningIndex> {
  const lists: BuildIndexTask['lists'][number][] = []
  for (const { id, list, version, publishedAt } of rows) {
    const pieces: Buffer[] = []
    for await (const bodies of selectBodies(listsOf(context), id, { kinds: searchedKinds }))
      pieces.push(Buffer.from(`${bodies.join('\n')}\n`))
    lists.push({ list, version, publishedAt, bodies: new Uint8Array(Buffer.concat(pieces)) })
  }
  const task: BuildIndexTask = { lists }
  return await context.workers.run<ScreeningIndex>('build-index', task, {
    transfer: lists.map(({ bodies }) => bodies.buffer as ArrayBuffer),
  })
}

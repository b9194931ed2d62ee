import { listsOf, type ScreeningContext } from '../context.ts'
import { listProblem } from '../lists/list-problem.ts'
import { type DeltaRow, selectDelta } from './entry-store.ts'
import { selectVersions } from './version-store.ts'

export type ListDelta = {
  readonly added: number
  readonly changed: number
  readonly removed: number
  /** The new and changed entries, against which customers must be screened again. */
  readonly toScreenAgain: readonly string[]
}

/** Returns the changes between two versions of a list. Either version may already have been replaced. */
export async function deltaBetween(
  context: Pick<ScreeningContext, 'database'>,
  question: { list: string; from: string; to: string },
): Promise<ListDelta> {
  const db = listsOf(context)
  const versions = await selectVersions(db, question.list)
  const find = (version: string) => {
    const found = versions.find((each) => each.version === version && each.state !== 'refused')
    if (found === undefined) throw listProblem('list.unknown-version')
    return found.id
  }
  return sumDelta(await selectDelta(db, { from: find(question.from), to: find(question.to) }))
}

export function sumDelta(rows: readonly DeltaRow[]): ListDelta {
  const count = (change: DeltaRow['change']) => rows.filter((row) => row.change === change).length
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    toScreenAgain: rows.filter(({ change }) => change !== 'removed').map(({ entryId }) => entryId),
  }
}

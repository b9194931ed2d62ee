import { listsOf, type ScreeningContext } from '../context.ts'
import type { ListVersion } from './list-version.ts'
import { selectVersions } from './version-store.ts'

/** Lists all versions ever imported or rejected, newest first. */
export async function listVersions(
  context: Pick<ScreeningContext, 'database'>,
  options: { list?: string } = {},
): Promise<ListVersion[]> {
  const rows = await selectVersions(listsOf(context), options.list)
  return rows.map(({ id: _, ...version }) => version)
}

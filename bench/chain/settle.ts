import type { ChainLine } from '@touchstone/chain'

/** Steps until every job is final: a busy node may take a moment to mine what it was given. */
export async function settle(line: ChainLine): Promise<void> {
  for (;;) {
    if ((await line.step()) > 0) continue
    const { final: _, ...open } = await line.counts()
    if (Object.keys(open).length === 0) return
    if (open.failed) throw new Error('a mint failed')
    await line.pause()
  }
}

import type { ChainLine } from '../chain-line.ts'

/** Steps until every job is final or has failed: a busy node may take a moment to mine what it was given. */
export async function settleLine(line: ChainLine, rounds = 500): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const moved = await line.step()
    const { final: _, failed: __, ...open } = await line.counts()
    if (Object.keys(open).length === 0) return
    if (moved === 0) await line.pause()
  }
  throw new Error(`not settled: ${JSON.stringify(await line.counts())}`)
}

import { createAccessService } from '@touchstone/kyc'
import type { Database } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import { createKycWorld, createMerchantWithProgram, type KycWorld } from '../support/kyc-world.ts'

// Anyone can invent merchant numbers. A call with an invented number must not cause a separate database
// query.

const madeUp = (index: number) => `M${String(index).padStart(31, '9')}`

onOneEngine('server', 'unknown merchants', (suite) => {
  test('batches unknown merchants into one query and caches the result for later calls', async () => {
    const { world, queries } = counting(await createKycWorld(suite.database))
    const { mchNo } = await createMerchantWithProgram(world)
    const service = createAccessService(world)
    await service.merchantByNo(mchNo)
    queries.count = 0

    const lookups = Array.from({ length: 120 }, (_, index) => service.merchantByNo(madeUp(index)))
    expect((await Promise.all(lookups)).every((merchant) => merchant === undefined)).toBe(true)
    expect(queries.count).toBeLessThanOrEqual(1)

    for (let index = 0; index < 120; index++) await service.merchantByNo(madeUp(1000 + index))
    expect(queries.count).toBeLessThanOrEqual(1)
    expect(await service.merchantByNo(mchNo)).toMatchObject({ merchant: { mchNo } })
  })

  test('recognises a new merchant after a short delay', async () => {
    const world = await createKycWorld(suite.database)
    const service = createAccessService(world)
    expect(await service.merchantByNo(madeUp(0))).toBeUndefined()
    const { mchNo } = await createMerchantWithProgram(world)
    world.clock.advance(500)
    expect(await service.merchantByNo(mchNo)).toMatchObject({ merchant: { mchNo } })
  })
})

/** Wraps a world and counts the queries that are sent to its database. */
function counting(world: KycWorld): { world: KycWorld; queries: { count: number } } {
  const queries = { count: 0 }
  const tables: Database['tables'] = (limits) =>
    world.database.tables<never>(limits).withPlugin({
      transformQuery: ({ node }) => {
        queries.count++
        return node
      },
      transformResult: async ({ result }) => result,
    }) as never
  return { world: { ...world, database: { ...world.database, tables } }, queries }
}

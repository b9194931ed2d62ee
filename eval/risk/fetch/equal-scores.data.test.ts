import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolder } from '../../../test/support/data-folder.ts'
import { openFreshEmbedded } from '../../../test/support/engines.ts'
import { readCase } from '../cases/read-case.ts'
import { openStage, type Stage } from '../measure/open-world.ts'
import { findDifferences } from './measure-budgets.ts'

// With an empty ledger and one source, the first score of each terminal address must equal a full import's.

const folder = dataFolder('ledger/laundering')
let stage: Stage
beforeAll(async () => {
  stage = await openStage(await openFreshEmbedded())
})
afterAll(() => stage?.close())

test.each(readdirSync(folder).filter((name) => name.startsWith('case-')))(
  'scores every terminal address of %s like a full import',
  { timeout: 600_000 },
  async (name) => {
    const the = readCase(join(folder, name))
    const addresses = [...the.terminals]
    expect(addresses.length).toBeGreaterThan(10)
    expect(await findDifferences({ the, addresses, seed: 1, perAddress: 1, stage })).toEqual([])
  },
)

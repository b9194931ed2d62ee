import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  knownOfWorld,
  runKilled,
  runUndisturbed,
  writeTransfers,
} from '../../../../test/support/ledger-runs.ts'
import { temporaryFolder } from '../../../../test/support/spawn.ts'
import { testAll } from '../../../../test/support/test-all.ts'

const { path: folder, remove } = temporaryFolder()
afterAll(remove)

/**
 * The limit only guards against hanging. The tests are slow because each kill restarts the process and its
 * store.
 */
const patience = testAll ? 900_000 : 300_000

const kills = testAll ? 21 : 2
const killsOfReorganisation = testAll ? 6 : 1

const file = (name: string) => join(folder, name)
const importOf = (name: string) => ({ name, file: file(name) })

test(
  'produces the same ledger after repeated kills as an uninterrupted import',
  async () => {
    writeTransfers(file('one.csv'), { seed: 1, rows: 1400, firstBlock: 1000 })
    // Some transactions in the second file were imported before, either completely or in part.
    writeTransfers(file('two.csv'), { seed: 1, rows: 600, firstBlock: 1000 })
    writeTransfers(file('three.csv'), { seed: 2, rows: 3200, firstBlock: 1100 })
    const work = {
      steps: ['one.csv', 'two.csv', 'three.csv'].map(importOf),
      known: knownOfWorld,
      pieceTransfers: 100,
      // The first two imports are committed piece by piece, and the third one rebuilds the ledger.
      minRebuildTransfers: 3000,
    }
    const clean = await runUndisturbed(work)
    expect(clean.leftovers).toBe(0)
    expect(clean.edges.count).toBeGreaterThan(0)
    const killed = await runKilled(file('killed'), work, {
      kills,
      seed: 20261115,
      // If there are fewer kills, they are spaced further apart, so that they still cover the whole import.
      mostSteps: testAll ? 10 : 30,
      mostMs: 12,
    })
    // The kills cover all phases: staging pieces, committing them, and rebuilding the ledger.
    expect(killed.places).toHaveLength(kills)
    expect(new Set(killed.places).size).toBeGreaterThan(kills / 3)
    expect(killed.found).toEqual(clean)
  },
  patience,
)

test(
  'leaves the ledger of the winning branch if the process is killed during a reorganization',
  async () => {
    const branches = { one: { seed: 6, branch: 'aa' }, other: { seed: 7, branch: 'bb' } }
    const at = { rows: 600, firstBlock: 2015 }
    writeTransfers(file('before.csv'), { seed: 5, rows: 300, firstBlock: 2000 })
    writeTransfers(file('lost.csv'), { ...branches.one, ...at })
    writeTransfers(file('won.csv'), { ...branches.other, ...at })
    const work = { known: knownOfWorld, pieceTransfers: 100 }
    const clean = await runUndisturbed({
      ...work,
      steps: ['before.csv', 'won.csv'].map(importOf),
    })
    const killed = await runKilled(
      file('lost'),
      {
        ...work,
        steps: [
          importOf('before.csv'),
          importOf('lost.csv'),
          { name: 'ETH from block 2015', network: 'ETH', fromBlock: 2015 },
          { name: 'BTC from block 2015', network: 'BTC', fromBlock: 2015 },
          importOf('won.csv'),
        ],
      },
      {
        kills: killsOfReorganisation,
        seed: 20261116,
        mostSteps: 3,
        mostMs: 12,
        only: /^(retract|commit)/,
      },
    )
    expect(killed.places).toHaveLength(killsOfReorganisation)
    expect(killed.found).toEqual(clean)
  },
  patience,
)

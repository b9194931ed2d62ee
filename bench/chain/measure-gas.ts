import { readFileSync } from 'node:fs'
import { type PartReport, shown, target } from '../support/report.ts'

type Snapshot = { gas: Record<string, number>; published: Record<string, number> }

/** Compares each call's gas, as measured by the contract tests, with published figures for a proof check. */
export async function measureGas(): Promise<PartReport> {
  // Relative to the compiled file in bench/dist/bench/chain.
  const file = new URL('../../../../packages/chain/gas-snapshot.json', import.meta.url)
  const { gas, published } = JSON.parse(readFileSync(file, 'utf8')) as Snapshot
  const [name = '', semaphore = Number.NaN] = Object.entries(published)[0] ?? []
  const rows = [...Object.entries(gas), [name, semaphore] as const]
  const mint = gas['mint, a new token'] ?? Number.NaN
  const check = gas['verifyProof only, as a transaction'] ?? Number.NaN
  return {
    tables: [
      {
        title: 'Gas per call, including the base cost of 21,000 per transaction',
        head: ['call', 'gas', "relative to Semaphore's proof check"],
        rows: rows.map(([call, used]) => [call, shown.count(used), shown.times(used / semaphore)]),
      },
    ],
    targets: [
      target("a mint relative to Semaphore's proof check, gas", mint / semaphore, { atMost: 1 }),
      target("a proof check relative to Semaphore's, gas", check / semaphore, { atMost: 1 }),
    ],
    data: { gas, published },
  }
}

import { fullSizes as apiSizes } from '../api/sizes.ts'
import { createWorlds } from '../api/worlds.ts'
import { runLedgerBench } from '../ledger/run-ledger-bench.ts'
import { measureAddress } from './measure-address.ts'
import { measureDashboard } from './measure-dashboard.ts'
import { measureExplorer } from './measure-explorer.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runLedgerBench({
  name: 'dashboard',
  parts: { lists: measureDashboard, address: measureAddress, explorer: measureExplorer },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  storesOf: ({ transfers, fewTransfers }) => [transfers + fewTransfers],
  open({ sizes: { users, manyUsers, days }, cleanup, progress }) {
    const sizes = { ...apiSizes, users, manyUsers, days }
    return createWorlds({ sizes, callsPerSecond: 50_000, cleanup, progress })
  },
})

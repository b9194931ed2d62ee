import { fullSizes as apiSizes } from '../api/sizes.ts'
import { createWorlds } from '../api/worlds.ts'
import { runBench } from '../support/run-bench.ts'
import { measureAddress } from './measure-address.ts'
import { measureDashboard } from './measure-dashboard.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'dashboard',
  parts: { lists: measureDashboard, address: measureAddress },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
  async open({ sizes, cleanup, progress }) {
    const { users, manyUsers, days } = sizes
    const worlds = createWorlds({
      ...{ sizes: { ...apiSizes, users, manyUsers, days }, callsPerSecond: 50_000, cleanup, progress },
    })
    return (ofPart) => ({ sizes, cleanup: ofPart, progress, worlds })
  },
})

import { runBench } from '../support/run-bench.ts'
import { measureLoad } from './measure-load.ts'
import { measureTimes } from './measure-times.ts'
import { fullSizes, largestLedger, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

await runBench({
  name: 'risk',
  parts: { times: measureTimes, load: measureLoad },
  hasFull: true,
  sizesFor({ quick, full }) {
    const basic = quick ? quickSizes : fullSizes
    if (!full) return basic
    return { ...basic, ledgers: { ...basic.ledgers, server: [...basic.ledgers.server, largestLedger] } }
  },
  async open({ sizes, cleanup, progress, say }) {
    const worlds = createWorlds({ sizes, cleanup, progress })
    const needed = await worlds.checkDisk()
    say(`Up to ${(needed / 1e9).toFixed(1)} GB of disk are used, and free again at the end.`)
    return () => ({ sizes, progress, worlds })
  },
})

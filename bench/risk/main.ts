import { engines } from '../ledger/places.ts'
import { runLedgerBench } from '../ledger/run-ledger-bench.ts'
import { measureLoad } from './measure-load.ts'
import { measureTimes } from './measure-times.ts'
import { fullSizes, largestLedger, quickSizes } from './sizes.ts'
import { createWorlds } from './worlds.ts'

await runLedgerBench({
  name: 'risk',
  parts: { times: measureTimes, load: measureLoad },
  hasFull: true,
  sizesFor({ quick, full }) {
    const basic = quick ? quickSizes : fullSizes
    if (!full) return basic
    return { ...basic, ledgers: { ...basic.ledgers, server: [...basic.ledgers.server, largestLedger] } }
  },
  storesOf: ({ ledgers }) => engines.flatMap((engine) => ledgers[engine]),
  open: createWorlds,
})

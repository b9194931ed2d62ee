import { runBench } from '../support/run-bench.ts'
import { measureGas } from './measure-gas.ts'
import { measureMints } from './measure-mints.ts'
import { measureRecovery } from './measure-recovery.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'chain',
  parts: { mints: measureMints, recovery: measureRecovery, gas: measureGas },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})

import { runBench } from '../support/run-bench.ts'
import { measureDecisions } from './measure-decisions.ts'
import { measureFrames } from './measure-frames.ts'
import { measureLag } from './measure-lag.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'biometrics',
  parts: { frames: measureFrames, decisions: measureDecisions, lag: measureLag },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})

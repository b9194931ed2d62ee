import { runBench } from '../support/run-bench.ts'
import { measureChromium } from './measure-chromium.ts'
import { measureNode } from './measure-node.ts'
import { measureVerify } from './measure-verify.ts'
import { measureWire } from './measure-wire.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'credential',
  parts: { verify: measureVerify, node: measureNode, chromium: measureChromium, wire: measureWire },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})

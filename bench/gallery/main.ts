import { runBench } from '../support/run-bench.ts'
import { measureSearch } from './measure-search.ts'
import { measureStore } from './measure-store.ts'
import { fullSizes, quickSizes } from './sizes.ts'

await runBench({
  name: 'gallery',
  parts: { search: measureSearch, store: measureStore },
  sizesFor: ({ quick }) => (quick ? quickSizes : fullSizes),
})

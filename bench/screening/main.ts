import { resolve } from 'node:path'
import { runSharedBench } from '../support/run-bench.ts'
import type { Shared, Sizes } from './bench.ts'
import { loadLists, whyNot } from './load-lists.ts'
import { makeWorld } from './make-world.ts'
import { measureBuild } from './measure-build.ts'
import { measureImport } from './measure-import.ts'
import { measureQuestions } from './measure-questions.ts'
import { readNegatives } from './read-people.ts'

const data = resolve('../shared/data/sanctions')

await runSharedBench<Sizes, Shared>({
  name: 'screening',
  parts: { questions: measureQuestions, build: measureBuild, import: measureImport },
  sizesFor: ({ quick }) => (quick ? { questions: 2000, builds: 1 } : { questions: 20_000, builds: 5 }),
  async open({ progress, say }) {
    const reason = whyNot(data)
    if (reason !== undefined) say(`Generated lists of realistic size: ${reason}`)
    const world =
      reason === undefined
        ? { lists: await loadLists(data, progress), people: everyThird(readNegatives(data)) }
        : makeWorld()
    return { folder: reason === undefined ? data : undefined, ...world }
  },
})

/** Samples from the whole file, because the file is sorted by the origin of the names. */
function everyThird<Item>(items: readonly Item[]): Item[] {
  return [0, 1, 2].flatMap((start) => items.filter((_, at) => at % 3 === start))
}

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whole-system files wait for the demo's first start, which the first of them makes. These need nothing of it. */
const meanwhile = '/packages/credential/'

/**
 * The longest files first: begun last, one of them would run alone while the other core has nothing to do. While the first
 * makes the demo, the other core works on files that take about as long.
 */
export class WholeSystemFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const wholeSystem = sorted.filter(({ moduleId }) => moduleId.includes('/test/e2e/'))
    const withoutDemo = sorted.filter(({ moduleId }) => moduleId.includes(meanwhile))
    const others = sorted.filter((file) => !wholeSystem.includes(file) && !withoutDemo.includes(file))
    return [...wholeSystem.slice(0, 1), ...withoutDemo, ...wholeSystem.slice(1), ...others]
  }
}

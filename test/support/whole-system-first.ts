import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest files first: begun last, one of them would run alone while the other core has nothing to do. */
export class WholeSystemFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWholeSystem = ({ moduleId }: TestSpecification) => moduleId.includes('/test/e2e/')
    return [...sorted.filter(isWholeSystem), ...sorted.filter((file) => !isWholeSystem(file))]
  }
}

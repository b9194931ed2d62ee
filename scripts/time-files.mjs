import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** A test reporter that writes the duration of each file, including imports and hooks. */
export default class TimeFiles {
  #seconds = {}
  #root = ''

  onInit({ config }) {
    this.#root = config.root
  }

  onTestModuleEnd(module) {
    const { collectDuration, duration, setupDuration } = module.diagnostic()
    const seconds = (collectDuration + duration + setupDuration) / 1000
    this.#seconds[relative(this.#root, module.moduleId)] = Math.round(seconds * 10) / 10
  }

  onTestRunEnd() {
    writeFileSync(process.env.TOUCHSTONE_TEST_DURATIONS, JSON.stringify(this.#seconds))
  }
}

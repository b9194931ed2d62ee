import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { compileFunction } from 'node:vm'

/**
 * Loads a CommonJS file of a package, with other modules in place of some that it requires. `face-api` requires all of
 * `@tensorflow/tfjs`, 200 MB, and uses nothing of it that `@tensorflow/tfjs-core` does not have.
 */
export function requireWith(file: string, substitutes: Record<string, unknown>): unknown {
  const require = createRequire(file)
  const substituting = (name: string): unknown => (name in substitutes ? substitutes[name] : require(name))
  const module = { exports: {} }
  const run = compileFunction(
    readFileSync(file, 'utf8'),
    ['module', 'exports', 'require', '__filename', '__dirname'],
    { filename: file },
  )
  run(module, module.exports, substituting, file, dirname(file))
  return module.exports
}

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'
import { prunePackages } from './prune-packages.mjs'

const needed = ['package.json', 'package-lock.json', '.npmrc', 'packages', 'apps', 'examples']

/**
 * Creates a production install of the built project in another folder, without sources, tools and development
 * packages.
 */
export function createProductionInstall(folder) {
  const tracked = execFileSync('git', ['ls-files', ...needed], { cwd: root, encoding: 'utf8' })
  const files = tracked.trim().split('\n')
  for (const file of files.filter((name) => !/\/(src|tools)\//.test(name)))
    cpSync(join(root, file), join(folder, file))
  for (const workspace of new Set(tracked.match(/^(packages|apps)\/[^/]+/gm))) {
    const dist = join(root, workspace, 'dist')
    if (existsSync(dist)) cpSync(dist, join(folder, workspace, 'dist'), { recursive: true })
  }
  installForProduction(folder)
}

/** Installs only the packages that the built project needs at run time. */
export function installForProduction(folder) {
  const args = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  prunePackages(join(folder, 'node_modules'), { production: true })
}

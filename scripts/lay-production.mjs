import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './prepare.mjs'

/** Copies what a production install of a built project consists of into a folder, and installs it there without development packages. */
export function layProduction(folder) {
  const tracked = execFileSync(
    'git',
    ['ls-files', 'package.json', 'package-lock.json', '.npmrc', 'packages', 'apps', 'examples'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const isNeeded = (file) => !/(^|\/)src\/|\.test\.[a-z]+$/.test(file)
  for (const file of tracked.trim().split('\n').filter(isNeeded)) cpSync(join(root, file), join(folder, file))
  for (const room of new Set(tracked.match(/^(packages|apps)\/[^/]+/gm))) {
    const dist = join(root, room, 'dist')
    if (existsSync(dist)) cpSync(dist, join(folder, room, 'dist'), { recursive: true })
  }
  const args = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, 'The packages could not be installed.', { cwd: folder })
}

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { amendLock } from './lock/amend-lock.mjs'
import { root, run, say } from './prepare.mjs'

// Updates package-lock.json for all platforms after a change to a package.json. Works on a copy of the
// manifests: if a node_modules folder exists, npm omits packages that are not installed on this machine.

const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json', '.npmrc'], {
  cwd: root,
  encoding: 'utf8',
})
const folder = mkdtempSync(join(tmpdir(), 'touchstone-lock-'))
const lock = join(folder, 'package-lock.json')
try {
  for (const file of manifests.trim().split('\n')) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'package-lock.json'), lock)
  writeByNpm()
  const written = JSON.parse(readFileSync(lock, 'utf8'))
  writeFileSync(lock, JSON.stringify(amendLock(written)))
  // Runs npm again, so that the lock file has npm's order and layout.
  writeByNpm()
  cpSync(lock, join(root, 'package-lock.json'))
  say('updated package-lock.json')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function writeByNpm() {
  const args = ['install', '--package-lock-only', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', args, 'The lock file could not be written.', { cwd: folder })
}

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fail, say } from './prepare.mjs'

/** The Chromium build without a user interface, which needs only 60 % of the CPU time for the same pages. */
const headless = 'chromium-headless-shell'

/**
 * External programs that the tests need, each with its Debian package and a check that it is installed.
 */
const needed = [
  {
    package: 'postgresql',
    present: () => onPath('initdb') || versionsOf('/usr/lib/postgresql').some(hasInitdb),
  },
  { package: 'redis-server', present: () => onPath('redis-server') },
  { package: 'bzip2', present: () => onPath('bzip2') },
  { package: 'ffmpeg', present: () => onPath('ffmpeg') },
  {
    package: 'chromium',
    present: () => [headless, 'chromium', 'chromium-browser', 'google-chrome'].some(onPath),
  },
]

/**
 * Installs missing packages if the script runs as root on Debian. Otherwise, prints which packages to
 * install.
 */
export function ensureSystemPackages() {
  preferHeadless()
  const missing = needed.filter(({ present }) => !present()).map((each) => each.package)
  if (missing.length === 0) return
  const names = missing.join(' ')
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    fail(
      `The tests need ${names}. Install them (on Debian: sudo apt-get install ${names}) and run them again.`,
    )
  }
  say(`installing ${names} …`)
  installDebian(missing)
}

/** Installs the headless build of Chromium if it is available. Any other Chromium works too. */
function preferHeadless() {
  if (onPath(headless) || process.getuid?.() !== 0 || !onPath('apt-get')) return
  say(`installing ${headless} …`)
  apt('update')
  apt('install', '-y', '--no-install-recommends', headless)
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
}

export function installDebian(packages) {
  apt('update')
  if (apt('install', '-y', '--no-install-recommends', ...packages).status !== 0) {
    const names = packages.join(' ')
    fail(`apt-get could not install ${names}. Install them manually and run the tests again.`)
  }
}

export function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
}

function versionsOf(folder) {
  return existsSync(folder) ? readdirSync(folder).map((version) => join(folder, version)) : []
}

function hasInitdb(version) {
  return existsSync(join(version, 'bin', 'initdb'))
}

import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, checkNode, install, say } from './prepare.mjs'
import { createProductionInstall } from './production-install.mjs'

// Creates a production install in a temporary folder and prints its size on disk, largest packages first.

const shown = 40

checkNode()
install()
build()
const folder = mkdtempSync(join(tmpdir(), 'touchstone-weight-'))
try {
  say('installing without development packages …')
  createProductionInstall(folder)
  print(weights(folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function weights(folder) {
  const packages = packagesIn(join(folder, 'node_modules'))
  const workspaces = ['packages', 'apps', 'examples'].flatMap((group) =>
    readdirSync(join(folder, group)).map((workspace) => ({
      name: `${group}/${workspace}`,
      path: join(folder, group, workspace),
      isWorkspace: true,
    })),
  )
  return [...packages, ...workspaces]
    .map(({ path, ...item }) => ({ ...item, bytes: sizeOf(path) }))
    .sort((a, b) => b.bytes - a.bytes)
}

function packagesIn(folder) {
  return readdirSync(folder)
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, name)).map((part) => `${name}/${part}`) : [name],
    )
    .map((name) => ({ name, path: join(folder, name) }))
}

/**
 * Returns the size on disk in whole blocks. Ignores links to workspaces, because their folders are counted
 * separately.
 */
function sizeOf(path) {
  const entry = lstatSync(path)
  if (entry.isSymbolicLink()) return 0
  if (!entry.isDirectory()) return entry.blocks * 512
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), entry.blocks * 512)
}

function print(all) {
  const line = (bytes, name) =>
    process.stdout.write(`${(bytes / 2 ** 20).toFixed(1).padStart(8)} MiB  ${name}\n`)
  const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0)
  for (const { bytes, name } of all.slice(0, shown)) line(bytes, name)
  line(sum(all.slice(shown)), `${all.length - shown} more`)
  line(
    sum(all.filter(({ isWorkspace }) => isWorkspace)),
    'of which the project’s own packages, with models and keys',
  )
  line(sum(all), 'in all')
}

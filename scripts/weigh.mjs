import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { layProduction } from './lay-production.mjs'
import { build, checkNode, install, say } from './prepare.mjs'

// Makes a production install in a temporary folder and prints what it weighs on the disk, largest first.

const shown = 40

checkNode()
install()
build()
const folder = mkdtempSync(join(tmpdir(), 'touchstone-weight-'))
try {
  say('installing without development packages …')
  layProduction(folder)
  print(weights(folder))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function weights(folder) {
  const packages = packagesIn(join(folder, 'node_modules'))
  const rooms = ['packages', 'apps', 'examples'].flatMap((floor) =>
    readdirSync(join(folder, floor)).map((room) => ({
      name: `${floor}/${room}`,
      path: join(folder, floor, room),
      isRoom: true,
    })),
  )
  return [...packages, ...rooms]
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

/** As the disk counts it: whole blocks. A workspace's link weighs nothing; its folder is counted by itself. */
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
  line(sum(all.filter(({ isRoom }) => isRoom)), 'of it built here, with models and keys')
  line(sum(all), 'in all')
}

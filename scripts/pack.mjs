import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, buildBrowserParts, checkNode, fail, install, root, say } from './prepare.mjs'

// Builds the packages that other projects install, as tarballs in `packs` or in the given folder:
//
//   npm run pack             touchstone-widget-<version>.tgz and touchstone-client-<version>.tgz
//   npm run pack -- <dir>
//
// TOUCHSTONE_WIDGET_ENDPOINT sets the origin of the service that the widget uses by default.

const folder = resolve(process.argv[2] ?? join(root, 'packs'))
checkNode()
install()
say('building …')
build()
await buildBrowserParts()
mkdirSync(folder, { recursive: true })
const staging = mkdtempSync(join(tmpdir(), 'touchstone-pack-'))
try {
  for (const name of ['widget', 'client']) say(`wrote ${pack(name)}`)
} finally {
  rmSync(staging, { recursive: true })
}

/** Packs a package together with the packages of this repository that it depends on. Returns the file. */
function pack(name) {
  const stage = join(staging, name)
  const { private: _, devDependencies: __, scripts: ___, ...manifest } = copyPackage(name, stage)
  const dependencies = { ...manifest.dependencies }
  const bundled = Object.keys(dependencies).filter((each) => each.startsWith('@touchstone/'))
  for (const each of bundled) {
    const target = join(stage, 'node_modules', each)
    const inner = copyPackage(each.slice('@touchstone/'.length), target)
    writeManifest(target, withoutSource(inner))
    Object.assign(dependencies, inner.dependencies)
  }
  writeManifest(stage, { ...withoutSource(manifest), dependencies, bundleDependencies: bundled })
  const args = ['pack', '--pack-destination', folder, '--json', '--loglevel=error']
  const { status, stdout } = spawnSync('npm', args, { cwd: stage, encoding: 'utf8' })
  if (status !== 0) fail(`npm could not pack ${manifest.name}.`)
  return join(folder, JSON.parse(stdout)[0].filename)
}

/** Copies the files that a package ships. Returns its manifest. */
function copyPackage(name, target) {
  const source = join(root, 'packages', name)
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  for (const file of [...manifest.files, 'README.md'].filter((each) => existsSync(join(source, each)))) {
    cpSync(join(source, file), join(target, file), { recursive: true, filter: isShipped })
  }
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  for (const file of readdirSync(target, { recursive: true })) removeMapComment(join(target, file))
  return manifest
}

/** Removes the reference to a source map, which is not shipped. */
function removeMapComment(file) {
  if (!/\.(js|d\.ts)$/.test(file)) return
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/gm, ''))
}

/** Excludes the build's own files, and source maps, whose sources are not shipped. */
function isShipped(file) {
  return !/(\.map|\.tsbuildinfo|-stamp)$/.test(file)
}

/** Removes the exports that lead to the sources, which only this repository has. */
function withoutSource({ exports, ...manifest }) {
  const shipped = Object.entries(exports).map(([path, target]) => {
    if (typeof target === 'string') return [path, target]
    const { '@touchstone/source': _, ...rest } = target
    return [path, rest]
  })
  return { ...manifest, exports: Object.fromEntries(shipped) }
}

function writeManifest(target, manifest) {
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

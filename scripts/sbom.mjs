import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkNode, fail, root, say } from './prepare.mjs'
import { tidySbom } from './sbom/tidy-sbom.mjs'

// Writes a CycloneDX bill of materials for all packages in the lock file to sbom.cdx.json or to the given
// file. Reads the lock file, because node_modules contains the binaries of only one platform.

checkNode()
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
const { status, stdout } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) fail('npm could not create the bill of materials.')

const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sbom = tidySbom(JSON.parse(stdout), name)
const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'))
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
say(`wrote ${file}: ${sbom.components.length} components`)

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkNode, fail, root, say } from './prepare.mjs'
import { tidySbom } from './sbom/tidy-sbom.mjs'

// Writes the bill of materials, in CycloneDX form, of everything that the lock file names: sbom.cdx.json, or the file that
// is given. Made from the lock file and not from node_modules, which has the binaries of one platform alone.

checkNode()
const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
const { status, stdout } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) fail('npm made no bill of materials.')

const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sbom = tidySbom(JSON.parse(stdout), name)
const file = resolve(process.argv[2] ?? join(root, 'sbom.cdx.json'))
writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
say(`wrote ${file}: ${sbom.components.length} components`)

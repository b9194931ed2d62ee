import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, root } from './prepare.mjs'
import { createProductionInstall } from './production-install.mjs'

// Creates a production install of the built project in another folder. deploy/Dockerfile uses it:
//
//   node scripts/install-into.mjs /image/app --arch arm64
//
// `--arch` selects the binaries of another architecture: x64 or amd64, arm64 or aarch64.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { arch: { type: 'string' } } })
const architectures = { x64: 'x64', amd64: 'x64', arm64: 'arm64', aarch64: 'arm64' }
const [folder] = positionals
const arch = values.arch ? architectures[values.arch] : process.arch
if (folder === undefined) fail('Name the folder: node scripts/install-into.mjs <folder>')
if (arch === undefined) fail(`There are no binaries for ${values.arch}. Use x64 or arm64.`)
if (!existsSync(join(root, 'apps/server/dist/main.js'))) fail('Build the project first: npm run build')
createProductionInstall(resolve(folder), { arch })

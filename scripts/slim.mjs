import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installForProduction } from './lay-production.mjs'
import { checkNode, fail, root, say } from './prepare.mjs'

// Leaves of the installed packages what the built server needs: without development packages, and without files that
// nothing loads.

checkNode()
if (!existsSync(join(root, 'apps/server/dist/main.js'))) fail('Build first: npm ci && npm run build')
say('installing without development packages …')
installForProduction(root)

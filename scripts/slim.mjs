import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, fail, root, say } from './prepare.mjs'
import { installForProduction } from './production-install.mjs'

// Removes all installed packages and files that the built server does not need.

checkNode()
if (!existsSync(join(root, 'apps/server/dist/main.js')))
  fail('Build the project first: npm ci && npm run build')
say('installing without development packages …')
installForProduction(root)

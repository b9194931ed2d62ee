import { existsSync } from 'node:fs'
import { env, exit, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'
import { readSettings } from '../plain-page/backend.mjs'
import { serve } from '../plain-page/serve.mjs'

const folder = fileURLToPath(new URL('dist', import.meta.url))

try {
  if (!existsSync(folder)) throw new Error('The application is not built. Run "npm run build" in its folder')
  serve(readSettings(env), folder)
} catch (error) {
  stderr.write(`${error.message}\n`)
  exit(1)
}

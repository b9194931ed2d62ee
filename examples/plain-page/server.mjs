import { env, exit, stderr } from 'node:process'
import { fileURLToPath } from 'node:url'
import { readSettings } from './backend.mjs'
import { serve } from './serve.mjs'

try {
  serve(readSettings(env), fileURLToPath(new URL('public', import.meta.url)))
} catch (error) {
  stderr.write(`${error.message}\n`)
  exit(1)
}

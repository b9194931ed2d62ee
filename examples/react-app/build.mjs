import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildWidget } from '../../packages/widget/build.mjs'

// Of use in this repository only: an installed package is built already.
await buildWidget()
// React and its plugin look at it: a build that a test starts is like every other.
env.NODE_ENV = 'production'
await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  // Small files as files, not inside of others: the page's policy allows no data: addresses.
  build: { assetsInlineLimit: 0 },
})

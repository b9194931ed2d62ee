import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { buildWidget } from '../../packages/widget/build.mjs'

// Needed only in this repository: an installed package is already built.
await buildWidget()
// React and its plugin read NODE_ENV, which differs in tests. The build should always be the same.
env.NODE_ENV = 'production'
await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'warn',
  plugins: [react()],
  // Never inline small files: the page's policy forbids data: URLs.
  build: { assetsInlineLimit: 0 },
})

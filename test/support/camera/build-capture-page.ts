import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/**
 * Builds a page that contains only the captures, in the same way as the journey page. Returns the files by
 * URL path.
 */
export async function buildCapturePage(folder: string): Promise<Map<string, Uint8Array>> {
  await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('./page', import.meta.url)),
    base: '/frame/',
    publicDir: false,
    plugins: [react()],
    resolve: { conditions: ['@touchstone/source', 'module', 'browser'] },
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true },
  })
  const files = new Map<string, Uint8Array>()
  for (const name of readdirSync(join(folder, 'assets')))
    files.set(`/frame/assets/${name}`, readFileSync(join(folder, 'assets', name)))
  files.set('/', readFileSync(join(folder, 'index.html')))
  return files
}

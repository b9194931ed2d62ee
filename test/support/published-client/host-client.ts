import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export type ClientHost = { origin: string; stop(): Promise<void> }

const page = `<!doctype html><html lang="en"><head><title>Shop</title>
  <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/site.css"></head>
  <body><button type="button">Verify</button><script type="module" src="/site.js"></script></body></html>`

/** Bundles a page with the published client, and serves the page on a separate origin. */
export async function hostClient(): Promise<ClientHost> {
  const outDir = mkdtempSync(join(tmpdir(), 'touchstone-client-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      lib: {
        entry: fileURLToPath(new URL('site.ts', import.meta.url)),
        formats: ['es'],
        fileName: () => 'site.js',
        cssFileName: 'site',
      },
    },
  })
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', content: page }],
    ['/site.js', { type: 'text/javascript', content: readFileSync(join(outDir, 'site.js'), 'utf8') }],
    ['/site.css', { type: 'text/css', content: readFileSync(join(outDir, 'site.css'), 'utf8') }],
  ])
  rmSync(outDir, { recursive: true })
  const server = createServer((request, response) => {
    const file = files.get(new URL(request.url ?? '/', 'http://site').pathname)
    if (!file) return response.writeHead(204).end()
    return response.setHeader('content-type', file.type).end(file.content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

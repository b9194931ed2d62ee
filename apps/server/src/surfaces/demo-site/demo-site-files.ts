import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'

const folder = join(
  dirname(createRequire(import.meta.url).resolve('@touchstone/example-plain-page/package.json')),
  'public',
)

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

const names = ['index.html', 'style.css', 'app.js', 'wallet.js', 'icon.svg']

export type DemoSiteFile = { contentType: string; text: string }

/**
 * Loads the example page from `examples/` unchanged, so that developers can copy exactly the code that runs
 * here.
 */
export function loadDemoSiteFiles(): Map<string, DemoSiteFile> {
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return [name, { text, contentType: contentTypes[extname(name)] ?? 'application/octet-stream' }]
    }),
  )
}

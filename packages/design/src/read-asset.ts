import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Asset } from './asset.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Several files of one type are joined in their order: the browser then asks once. */
export function readAsset(...files: readonly [URL, ...URL[]]): Asset {
  const extension = extname(files[0].pathname)
  const contentType = contentTypes[extension]
  if (contentType === undefined) throw new Error(`an asset can't end in "${extension}"`)
  const body = Buffer.concat(files.map((file) => readFileSync(file)))
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { body, contentType, etag: `"${digest}"` }
}

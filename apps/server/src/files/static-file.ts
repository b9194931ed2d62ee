import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type EncodedFile = { body: Buffer; etag: string; contentType: string; encoding: Encoding }

/** A file served over HTTP. It is read and compressed on first use, then cached. */
export type StaticFile = { in(encoding: Encoding): Promise<EncodedFile> }

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/**
 * Formats that are already compressed. Model weights and proving keys are not listed: although they are
 * several megabytes in size, compression saves only about 10 %, or one second on a phone.
 */
const dense = new Set(['.woff2', '.png', '.jpg', '.webp'])
const largeBytes = 512 * 1024

export function staticFile(path: string): StaticFile {
  const extension = extname(path)
  const contentType = contentTypes[extension] ?? 'application/octet-stream'
  const kept = new Map<Encoding, Promise<EncodedFile>>()

  const load = async (encoding: Encoding): Promise<EncodedFile> => {
    const plain = await readFile(path)
    const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
    const body = await compress(plain, encoding)
    return { body, etag: `"${hash}-${encoding}"`, contentType, encoding }
  }

  return {
    in(accepted) {
      const encoding = dense.has(extension) ? 'identity' : accepted
      const known = kept.get(encoding)
      if (known) return known
      const loading = load(encoding)
      kept.set(encoding, loading)
      // A file that cannot be read is not cached, because it may be created later.
      loading.catch(() => kept.delete(encoding))
      return loading
    },
  }
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return await promisify(gzip)(plain, { level: 6 })
  // At the highest level, compressing a proving key takes a minute and saves hardly any additional space.
  const quality = plain.length > largeBytes ? 5 : 10
  return await promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
}

import { ServiceError } from '@touchstone/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Encoding, StaticFile } from './static-file.ts'

/**
 * How browsers cache a file. `immutable` files are cached permanently, because their names change with their
 * content. `asks` files are revalidated on every use.
 */
export type Freshness = 'immutable' | 'asks'

const cacheControl: Readonly<Record<Freshness, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  asks: 'public, no-cache',
}

export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile | undefined,
  freshness: Freshness,
): Promise<FastifyReply> {
  request.trail.operation = 'file'
  const encoded = await file?.in(preferred(request)).catch(missing)
  if (!encoded) throw new ServiceError('noSuchPath')
  reply.headers({
    etag: encoded.etag,
    'cache-control': cacheControl[freshness],
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  })
  if (request.headers['if-none-match'] === encoded.etag) return reply.code(304).send()
  if (encoded.encoding !== 'identity') reply.header('content-encoding', encoded.encoding)
  return reply.header('content-type', encoded.contentType).send(encoded.body)
}

function preferred(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => each.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

function missing(error: unknown): undefined {
  if ((error as { code?: string }).code === 'ENOENT') return undefined
  throw error
}

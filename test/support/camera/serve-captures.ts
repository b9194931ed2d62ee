import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { drawChallenge, modelFiles } from '@touchstone/biometrics'
import { systemClock, systemRandom } from '@touchstone/common'
import { createDocumentReader, type DocumentReading } from '@touchstone/documents'
import { buildCapturePage } from './build-capture-page.ts'

/** The journey page's content security policy. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '': 'text/html',
}

export type CaptureServer = {
  url: string
  reading: () => { reading: DocumentReading; pictures: number; kind: string; country: string } | undefined
  close: () => Promise<void>
}

/**
 * Serves the captures with the content security policy of the service. Creates challenges and reads the
 * uploaded documents.
 */
export async function serveCaptures(options: { today: string }): Promise<CaptureServer> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-captures-'))
  const files = await buildCapturePage(folder)
  for (const { name, path } of modelFiles()) files.set(`/frame/models/${name}`, readFileSync(path))
  // Long enough for a busy machine, which can need more than the usual time limit.
  const timeLimitMs = 600_000
  const reader = createDocumentReader({ workers: 1, queueLimit: 5, allowSpecimen: true, timeLimitMs })
  let read: ReturnType<CaptureServer['reading']>

  async function answer(path: string, request: IncomingMessage): Promise<object> {
    const form = await formOf(request)
    switch (path) {
      case '/frame/api/liveness': {
        const { flashes, steps } = drawChallenge({ random: systemRandom, clock: systemClock })
        return { challenge: { id: 'drawn', steps, flashes, expiresInMs: 120_000 } }
      }
      case '/frame/api/document': {
        const pictures = await Promise.all(
          filesOf(form, 'picture').map(async (file) => new Uint8Array(await file.arrayBuffer())),
        )
        const reading = await reader.read({ pictures, today: options.today })
        const [kind, country] = [String(form?.get('kind')), String(form?.get('country'))]
        read = { reading, pictures: pictures.length, kind, country }
        return { status: reading.status }
      }
      default:
        throw new Error(`nothing at ${path}`)
    }
  }

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    response.setHeader('content-security-policy', policy)
    const file = files.get(path)
    if (request.method === 'POST') {
      answer(path, request).then(
        (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
        (error) => response.writeHead(500).end(String(error)),
      )
    } else if (file === undefined) response.writeHead(404).end()
    else response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream').end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reading: () => read,
    async close() {
      server.closeAllConnections()
      server.close()
      await reader.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function formOf(request: IncomingMessage): Promise<FormData | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) return undefined
  return new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
}

function filesOf(form: FormData | undefined, name: string): File[] {
  return (form?.getAll(name) ?? []).filter((entry) => typeof entry !== 'string')
}

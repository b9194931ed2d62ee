import { type Clock, networkOf, systemClock, UserError } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { Turn, UploadGate } from './upload-gate.ts'

export type UploadLimits = { files: number; fileBytes: number; totalBytes: number }
export type Upload = {
  fields: Map<string, string>
  /** `receivedAt`: by the clock that was handed in, when the last byte had come. */
  files: { name: string; filename: string; bytes: Buffer; receivedAt: number }[]
}

/** Bytes a second below which nobody is sending a picture: a line of the slowest mobile networks does twice as much. */
export const slowest = { bytesPerSecond: 4000, graceMs: 10_000 }

export type Pace = typeof slowest

/**
 * Waits for the session's turn before anything is read, then reads a multipart body and hands it on; the files are gone
 * when `use` is done, or when what it named by `hold` is: until then they count as held, while the session goes on.
 */
export async function withUpload<Result>(
  to: {
    readonly gate: UploadGate
    readonly request: FastifyRequest
    readonly session: number | string
    readonly pace?: Pace
    readonly clock?: Clock
  },
  limits: UploadLimits,
  use: (upload: Upload, hold: (until: Promise<unknown>) => void) => Promise<Result>,
): Promise<Result> {
  const { gate, request, session, pace = slowest, clock = systemClock } = to
  if (!request.isMultipart()) throw notMultipart()
  const turn = await gate.enter({ session, network: networkOf(request.ip) })
  // What came while the service had other things to do waited in the system's buffers: that is not the sender's time.
  const waitedMs = request.trail ? performance.now() - request.trail.startedAt : 0
  let held: Promise<unknown> = Promise.resolve()
  try {
    const upload = await readInTime(request, limits, turn, { pace, now: () => clock.now() - waitedMs })
    turn.arrived()
    return await use(upload, (until) => {
      held = until
    })
  } finally {
    turn.pass()
    held.then(turn.leave, turn.leave)
  }
}

/** Ends with an error when the body comes too slowly, or when a newer one takes its place. */
async function readInTime(
  request: FastifyRequest,
  limits: UploadLimits,
  turn: Turn,
  { pace, now }: { pace: Pace; now: () => number },
): Promise<Upload> {
  const began = performance.now()
  let arrived = 0
  let timer: NodeJS.Timeout | undefined
  const given = new Promise<never>((_, reject) => {
    turn.replaced.addEventListener('abort', () => reject(turn.replaced.reason), { once: true })
    timer = setInterval(() => {
      const seconds = (performance.now() - began) / 1000
      if (seconds * 1000 >= pace.graceMs && arrived < seconds * pace.bytesPerSecond) reject(tooSlow())
    }, pace.graceMs / 10)
  })
  const take = (bytes: number) => {
    arrived += bytes
    turn.take(bytes)
  }
  const reading = readUpload(request, limits, { take, now })
  try {
    return await Promise.race([reading, given])
  } catch (error) {
    // What still comes is read and not kept, so that the answer reaches whoever is still sending.
    reading.catch(() => {})
    request.raw.resume()
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function readUpload(
  request: FastifyRequest,
  limits: UploadLimits,
  { take, now }: { take: (bytes: number) => void; now: () => number },
): Promise<Upload> {
  const upload: Upload = { fields: new Map(), files: [] }
  let total = 0
  const parts = request.parts({
    limits: { files: limits.files, fileSize: limits.fileBytes, fields: 8, fieldSize: 256, parts: 32 },
  })
  try {
    for await (const part of parts) {
      if (part.type === 'field') {
        upload.fields.set(part.fieldname, String(part.value))
        continue
      }
      const chunks: Buffer[] = []
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        total += chunk.length
        if (total > limits.totalBytes) throw tooLarge()
        take(chunk.length)
        chunks.push(chunk)
      }
      if (part.file.truncated) throw tooLarge()
      const { fieldname: name, filename } = part
      upload.files.push({ name, filename, bytes: Buffer.concat(chunks), receivedAt: now() })
    }
  } catch (error) {
    throw readingProblem(error)
  }
  return upload
}

function readingProblem(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  if (typeof code === 'string' && /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)) return tooMany()
  if (error instanceof UserError) return error
  return new UserError({
    code: 'upload.broken',
    message: 'The file did not arrive in one piece.',
    remedy: 'Send it again.',
    retryable: true,
    cause: error,
  })
}

function tooLarge(): UserError {
  return new UserError({
    code: 'upload.too-large',
    message: 'This file is too large.',
    remedy: 'Choose a smaller one, or take the picture with the camera.',
  })
}

function tooMany(): UserError {
  return new UserError({
    code: 'parameter.files',
    message: 'The page sent more files than are looked at.',
    remedy: 'Load the page again.',
  })
}

function notMultipart(): UserError {
  return new UserError({
    code: 'parameter.body',
    message: 'The page sent something else than files.',
    remedy: 'Load the page again.',
  })
}

function tooSlow(): UserError {
  return new UserError({
    code: 'upload.too-slow',
    message: 'The pictures arrive too slowly.',
    remedy: 'Go where the connection is better, and send them again.',
    retryable: true,
  })
}

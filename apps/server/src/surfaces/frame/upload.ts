import { type Clock, networkOf, systemClock, UserError } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'
import type { Turn, UploadGate } from './upload-gate.ts'

export type UploadLimits = { files: number; fileBytes: number; totalBytes: number }
export type Upload = {
  fields: Map<string, string>
  /** `receivedAt` is the time at which the last byte of the file arrived, according to the given clock. */
  files: { name: string; filename: string; bytes: Buffer; receivedAt: number }[]
}

/** Minimum upload speed in bytes per second. Even the slowest mobile networks reach twice this speed. */
export const slowest = { bytesPerSecond: 4000, graceMs: 10_000 }

export type Pace = typeof slowest

/**
 * Waits for the session's turn, reads a multipart body and passes it to `use`. The files count as used memory
 * until `use` has finished and the promise passed to `hold`, if any, has settled. The session's next upload
 * can start as soon as `use` has finished.
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
  // Data that arrives while the service is busy waits in the system's buffers. This waiting time is
  // subtracted, because it is not the sender's fault.
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

/** Fails if the body arrives too slowly, or if a newer upload replaces it. */
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
    // Reads and discards the remaining body. Otherwise, a client that is still sending would not receive
    // the response.
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
    message: 'Only part of the file arrived.',
    remedy: 'Send it again.',
    retryable: true,
    cause: error,
  })
}

function tooLarge(): UserError {
  return new UserError({
    code: 'upload.too-large',
    message: 'This file is too large.',
    remedy: 'Choose a smaller file, or take the picture with the camera.',
  })
}

function tooMany(): UserError {
  return new UserError({
    code: 'parameter.files',
    message: 'The page sent too many files.',
    remedy: 'Reload the page.',
  })
}

function notMultipart(): UserError {
  return new UserError({
    code: 'parameter.body',
    message: 'The page did not send any files.',
    remedy: 'Reload the page.',
  })
}

function tooSlow(): UserError {
  return new UserError({
    code: 'upload.too-slow',
    message: 'The upload is too slow.',
    remedy: 'Find a place with a better connection, then send the pictures again.',
    retryable: true,
  })
}

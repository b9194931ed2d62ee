import { UserError } from '@touchstone/common'
import type { FastifyRequest } from 'fastify'

export type UploadLimits = { files: number; fileBytes: number; totalBytes: number }
export type Upload = {
  fields: Map<string, string>
  files: { name: string; filename: string; bytes: Buffer }[]
}

/** Requests whose files are in memory at one time; pictures are large, and many people may send them at once. */
const atOnce = 24
let running = 0

/** Reads a multipart body and hands it on; the files are gone when `use` is done. */
export async function withUpload<Result>(
  request: FastifyRequest,
  limits: UploadLimits,
  use: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw notMultipart()
  if (running >= atOnce) throw busy()
  running++
  try {
    return await use(await readUpload(request, limits))
  } finally {
    running--
  }
}

async function readUpload(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
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
      const bytes = await part.toBuffer()
      total += bytes.length
      if (total > limits.totalBytes) throw tooLarge()
      upload.files.push({ name: part.fieldname, filename: part.filename, bytes })
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

function busy(): UserError {
  return new UserError({
    code: 'work.busy',
    message: 'Many people send pictures at this moment.',
    remedy: 'Try again in a few seconds; nothing is lost.',
    retryable: true,
  })
}

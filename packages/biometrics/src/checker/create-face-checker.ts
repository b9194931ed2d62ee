import { createHash, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperatorError, UserError } from '@touchstone/common'
import { imageLimits, refuseLarge } from '@touchstone/images/decode'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { judgeLiveness } from '../liveness/judge-liveness.ts'
import { livenessLimits } from '../liveness/liveness-limits.ts'
import { fuseTemplate } from '../match/fuse-template.ts'
import { judgeMatch } from '../match/judge-match.ts'
import { matchLimits } from '../match/match-limits.ts'
import { pictureProblem, toUserError } from '../match/picture-problem.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import type { FaceChecker, LiveFrame } from './face-checker.ts'
import type { PictureOrder } from './faces-worker.ts'
import { type Versions, versions } from './versions.ts'

export type FaceCheckerOptions = {
  /** Threads; each keeps about 220 MB, most of it for the models. */
  workers: number
  /** How many decisions may wait beside those that run; past it they are refused as busy. */
  queueLimit: number
  /** Of one decision, waiting included. */
  timeLimitMs?: number
  /** The path of an ONNX file that judges single pictures, see the README. */
  passiveModel?: string
}

const defaultTimeLimitMs = 60_000
/** Of one thread's JavaScript; the models' own memory comes on top. */
const heapLimitMb = 512
/** One of so many neighbouring frames is compared with the others, by chance, so that none is safe for a stranger. */
const embeddingEvery = 3
const passiveCount = 5
/** Of one capture, all frames together. */
const maxCaptureBytes = 40 * 1024 * 1024

export function createFaceChecker(options: FaceCheckerOptions): FaceChecker {
  const { workers, queueLimit, timeLimitMs = defaultTimeLimitMs, passiveModel } = options
  const version: Versions = {
    ...versions,
    passive: passiveModel === undefined ? 'absent' : `sha256 ${hashOf(passiveModel)}`,
  }
  const pool = createWorkPool({
    file: workerFile(import.meta.url, './faces-worker.ts'),
    workers,
    queueLimit,
    timeLimitMs,
    keepWarm: true,
    heapLimitMb,
  })
  const measure = async (pictures: PictureOrder[]) => {
    for (const { bytes } of pictures) refuseLarge(bytes, imageLimits.maxBytes)
    return await pool.run<FrameMeasure[]>('measure', { pictures })
  }
  const still = (bytes: Uint8Array) => ({ bytes, embedding: true, turned: true })

  return {
    async match({ documentPicture, livePictures }) {
      checkCount(livePictures.length)
      const [document, ...live] = await measure([documentPicture, ...livePictures].map(still))
      if (document === undefined) throw new Error('the worker answered nothing')
      return { ...judgeMatch(document, live), version }
    },

    async template({ pictures }) {
      checkCount(pictures.length)
      const measures = await measure(pictures.map(still))
      const problems = measures.map((each) => pictureProblem(each))
      const fused = fuseTemplate(measures.map(({ face }, index) => (problems[index] ? undefined : face)))
      if (fused === undefined) throw toUserError(problems.find(Boolean) ?? 'face.none')
      return { ...fused, version }
    },

    async liveness({ challenge, frames, flashes = 'required' }) {
      checkFrames(frames)
      const judged = passiveModel === undefined ? new Set<number>() : spread(frames.length, passiveCount)
      let compared = 0
      const orders = frames.map(({ bytes }, index) => {
        if (index % embeddingEvery === 0) compared = index + randomInt(embeddingEvery)
        const passive = passiveModel !== undefined && judged.has(index) ? { passiveModel } : {}
        return { bytes, embedding: index === compared, turned: false, ...passive }
      })
      const measures = await measure(orders)
      const timed = measures.map((each, index) => ({ ...each, atMs: frames[index]?.atMs ?? 0 }))
      const passive = passiveModel !== undefined
      return { ...judgeLiveness({ challenge, frames: timed, flashes, passive }), version }
    },

    async look({ picture }) {
      const [seen] = await measure([still(picture)])
      if (seen === undefined) throw new Error('the worker answered nothing')
      return { ...seen, version }
    },

    load: () => pool.load(),
    close: () => pool.close(),
  }
}

function checkCount(count: number): void {
  if (count >= 1 && count <= matchLimits.maxPictures) return
  throw new UserError({
    code: 'face.wrong-number-of-pictures',
    message: 'None or too many pictures of the face were sent.',
    remedy: `Send one to ${matchLimits.maxPictures} of them.`,
  })
}

function checkFrames(frames: readonly LiveFrame[]): void {
  const { max } = livenessLimits.frames
  const bytes = frames.reduce((sum, frame) => sum + frame.bytes.byteLength, 0)
  if (frames.length > max || bytes > maxCaptureBytes) {
    throw new UserError({
      code: 'capture.too-large',
      message: `The capture holds more than ${max} pictures or ${maxCaptureBytes / 1024 / 1024} MB.`,
      remedy: 'Send fewer or smaller pictures a second.',
    })
  }
  const inOrder = frames.every(({ atMs }, index) => {
    const before = frames[index - 1]?.atMs ?? -1
    return Number.isFinite(atMs) && atMs > before
  })
  if (frames.length === 0 || !inOrder) {
    throw new UserError({
      code: 'capture.out-of-order',
      message: 'The capture is empty, or its pictures are not in the order of their times.',
      remedy: 'Capture it again.',
    })
  }
}

/** One of each part, by chance: who knew which ones could show the model something else there. */
function spread(length: number, count: number): Set<number> {
  const start = (part: number) => Math.floor((part * length) / count)
  const within = (part: number) => randomInt(Math.max(1, start(part + 1) - start(part)))
  return new Set(Array.from({ length: count }, (_, part) => start(part) + within(part)))
}

/** Names the model in every answer, and tells at the start that it can't be read. */
function hashOf(path: string): string {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch (cause) {
    throw new OperatorError({
      code: 'biometrics.passive-model',
      message: 'The file of the passive liveness model can’t be read.',
      remedy: 'Name a readable ONNX file, or take the setting away.',
      cause,
    })
  }
}

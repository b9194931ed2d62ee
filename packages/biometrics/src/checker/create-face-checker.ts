import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import { imageLimits, refuseLarge } from '@touchstone/images/decode'
import { createWorkPool, workerFile } from '@touchstone/workers'
import { checkPictureCount } from '../match/check-picture-count.ts'
import { fuseMeasures } from '../match/fuse-measures.ts'
import { matchMeasures } from '../match/match-measures.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import { checkFrameOrder } from './check-frame-order.ts'
import { chooseMeasuring } from './choose-measuring.ts'
import { decideLiveness } from './decide-liveness.ts'
import type { FaceChecker } from './face-checker.ts'
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
  const measureFrames: FaceChecker['measureFrames'] = async ({ frames, startIndex, afterMs = -1 }) => {
    checkFrameOrder(frames, { count: startIndex, atMs: afterMs })
    const chosen = chooseMeasuring(frames.length)
    const orders = frames.map(({ bytes }, index) => ({
      bytes,
      embedding: chosen[index]?.embedding === true,
      turned: false,
      ...(passiveModel !== undefined && chosen[index]?.passive && { passiveModel }),
    }))
    // All workers share a batch: one alone falls behind a camera's eight pictures a second on a slow core.
    const share = Math.ceil(orders.length / workers)
    const parts = Array.from({ length: Math.ceil(orders.length / share) }, (_, index) =>
      measure(orders.slice(index * share, (index + 1) * share)),
    )
    const measures = (await Promise.all(parts)).flat()
    return { measures: measures.map((each, index) => ({ ...each, atMs: frames[index]?.atMs ?? 0 })), version }
  }
  const still = (bytes: Uint8Array) => ({ bytes, embedding: true, turned: true })

  return {
    async match({ documentPicture, livePictures }) {
      checkPictureCount(livePictures.length)
      const [document, ...live] = await measure([documentPicture, ...livePictures].map(still))
      if (document === undefined) throw new Error('the worker answered nothing')
      return { ...matchMeasures(document, live), version }
    },

    async template({ pictures }) {
      checkPictureCount(pictures.length)
      return { ...fuseMeasures(await measure(pictures.map(still))), version }
    },

    async liveness({ challenge, frames, flashes }) {
      const { measures } = await measureFrames({ frames, startIndex: 0 })
      return decideLiveness({ challenge, measures, version, ...(flashes && { flashes }) })
    },

    measureFrames,

    async look({ picture }) {
      const [seen] = await measure([still(picture)])
      if (seen === undefined) throw new Error('the worker answered nothing')
      return { ...seen, version }
    },

    load: () => pool.load(),
    close: () => pool.close(),
  }
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

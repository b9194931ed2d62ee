import { randomInt } from 'node:crypto'
import { type FaceModelSet, readFaceModels } from '../calibration/face-model-set.ts'
import type { FoundFace } from '../engine/face-models.ts'
import { checkPictureCount } from '../match/check-picture-count.ts'
import { fuseMeasures } from '../match/fuse-measures.ts'
import { matchMeasures } from '../match/match-measures.ts'
import { createFacePool } from '../reading/create-face-pool.ts'
import type { Measured, PictureOrder } from '../reading/faces-worker.ts'
import type { FrameMeasure } from '../reading/frame-measure.ts'
import { type Versions, versions } from '../reading/versions.ts'
import { checkFrameOrder } from './check-frame-order.ts'
import { chooseMeasuring } from './choose-measuring.ts'
import { decideLiveness } from './decide-liveness.ts'
import type { FaceChecker } from './face-checker.ts'
import { faceLimitsOf } from './face-limits.ts'

export type FaceCheckerOptions = {
  /**
   * Number of threads. Each uses about 220 MB, mostly for the models, plus the memory of the operator's
   * models.
   */
  workers: number
  /** How many decisions can wait while others run. Further decisions are rejected with a busy error. */
  queueLimit: number
  /** Time limit of one decision, including waiting. */
  timeLimitMs?: number
  /** How long idle threads keep their models loaded. Default: until the checker is closed. */
  idleMs?: number
  /** Defaults to the models that need no file from the operator. */
  models?: FaceModelSet
}

export function createFaceChecker(options: FaceCheckerOptions): FaceChecker {
  const { models = readFaceModels({}) } = options
  const { embeddings, liveness } = models
  const limits = faceLimitsOf(models)
  const [embedding = '', ...formerEmbeddings] = limits.embeddings.map(({ model }) => model)
  const version: Versions = {
    ...versions,
    embedding,
    passive: liveness?.file.name ?? 'absent',
    ...(formerEmbeddings.length > 0 && { formerEmbeddings }),
  }
  const { measure, prepare, load, close } = createFacePool({
    ...options,
    models: {
      embeddings: embeddings.map((each) => (each === 'built-in' ? each : each.file)),
      ...(liveness && { passive: liveness.file }),
    },
  })
  const measureFrames: FaceChecker['measureFrames'] = async ({
    frames,
    startIndex,
    afterMs = -1,
    challenge,
    followed,
    copyAt = [],
  }) => {
    checkFrameOrder(frames, { count: startIndex, atMs: afterMs })
    const times = frames.map(({ atMs }) => atMs)
    const chosen = chooseMeasuring({ times, startIndex, challenge, drawn: followed?.drawn, randomInt })
    const orders = chosen.orders.map((order, index) => ({
      ...{ bytes: frames[index]?.bytes ?? new Uint8Array(), turned: false },
      ...order,
      ...(copyAt.includes(index) && { copy: true }),
    }))
    // Consecutive frames stay together, because each is measured at the face's position in the previous
    // one.
    const parts = splitEvenly(orders, Math.min(options.workers, Math.ceil(orders.length / longestPart)))
    const measured = (
      await Promise.all(parts.map((part, index) => measurePart(part, index === 0 ? followed?.faces : [])))
    ).flat()
    return {
      measures: measured.map(({ measure }, index) => ({ ...measure, atMs: frames[index]?.atMs ?? 0 })),
      version,
      followed: { faces: measured.at(-1)?.faces ?? [], drawn: chosen.drawn },
      copies: copyAt.map((index) => measured[index]?.copy ?? noCopy()),
    }
  }
  /**
   * If there is no face to follow, randomly searches either the first or the last frame for faces, so that an
   * attacker cannot predict which.
   */
  const measurePart = async (
    pictures: PictureOrder[],
    near: readonly FoundFace[] = [],
  ): Promise<Measured[]> =>
    near.length > 0 || randomInt(2) === 0
      ? await measure({ pictures, near })
      : (await measure({ pictures: pictures.toReversed() })).toReversed()
  const measureStills = async (pictures: readonly Uint8Array[]): Promise<FrameMeasure[]> =>
    (await measure({ pictures: pictures.map(still) })).map(({ measure }) => measure)
  const still = (bytes: Uint8Array) => ({ bytes, embedding: true, detail: true, turned: true })

  return {
    limits,
    version,

    async match({ documentPicture, livePictures }) {
      checkPictureCount(livePictures.length)
      const [document, ...live] = await measureStills([documentPicture, ...livePictures])
      if (document === undefined) throw new Error('the worker returned nothing')
      return { ...matchMeasures(document, live, limits.embeddings), version }
    },

    async template({ pictures }) {
      checkPictureCount(pictures.length)
      return { ...fuseMeasures(await measureStills(pictures), limits.embeddings[0]), version }
    },

    async liveness({ challenge, frames, flashes }) {
      const { measures } = await measureFrames({ frames, startIndex: 0, challenge })
      return decideLiveness({ challenge, measures, version, limits, ...(flashes && { flashes }) })
    },

    measureFrames,

    async measurePicture({ picture }) {
      const [seen] = await measureStills([picture])
      if (seen === undefined) throw new Error('the worker returned nothing')
      return { ...seen, version }
    },

    prepare,
    load,
    close,
  }
}

function noCopy(): never {
  throw new Error('the worker returned no copy of a frame')
}

/** Batches with fewer frames are measured by a single thread. Batches from the page are smaller than this. */
const longestPart = 12
/** Splits a list into the given number of parts of nearly equal length. */
function splitEvenly<Item>(items: readonly Item[], count: number): Item[][] {
  const length = Math.ceil(items.length / Math.max(1, count))
  return Array.from({ length: Math.ceil(items.length / length) }, (_, index) =>
    items.slice(index * length, (index + 1) * length),
  )
}

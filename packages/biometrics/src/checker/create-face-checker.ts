import { randomInt } from 'node:crypto'
import type { FaceModelSet } from '../calibration/face-model-set.ts'
import { builtInEmbedding } from '../engine/face-models.ts'
import { checkPictureCount } from '../match/check-picture-count.ts'
import { fuseMeasures } from '../match/fuse-measures.ts'
import { matchMeasures } from '../match/match-measures.ts'
import { createFacePool } from '../reading/create-face-pool.ts'
import { type Versions, versions } from '../reading/versions.ts'
import { checkFrameOrder } from './check-frame-order.ts'
import { decideLiveness } from './decide-liveness.ts'
import type { FaceChecker } from './face-checker.ts'
import { faceLimitsOf } from './face-limits.ts'

export type FaceCheckerOptions = {
  /**
   * Number of threads. Each uses about 220 MB, mostly for the models, plus the memory of the operator's
   * models.
   */
  workers: number
  /** How many decisions can wait in addition to the running ones. Beyond it they are rejected as busy. */
  queueLimit: number
  /** Time limit of one decision, including waiting. */
  timeLimitMs?: number
  /** The operator's models; see the README. */
  models?: FaceModelSet
}

const noModels: FaceModelSet = { previous: [] }

export function createFaceChecker(options: FaceCheckerOptions): FaceChecker {
  const { models = noModels } = options
  const { embedding, previous, liveness } = models
  const limits = faceLimitsOf(models)
  const version: Versions = {
    ...versions,
    embedding: embedding?.file.name ?? builtInEmbedding,
    passive: liveness?.file.name ?? 'absent',
    ...(previous.length > 0 && { formerEmbeddings: limits.embeddings.slice(1).map(({ model }) => model) }),
  }
  const { measure, prepare, load, close } = createFacePool({
    ...options,
    models: {
      embeddings: [
        embedding?.file ?? 'built-in',
        ...previous.map((each) => (each === 'built-in' ? each : each.file)),
      ],
      ...(liveness && { passive: liveness.file }),
    },
  })
  const measureFrames: FaceChecker['measureFrames'] = async ({ frames, startIndex, afterMs = -1 }) => {
    checkFrameOrder(frames, { count: startIndex, atMs: afterMs })
    const chosen = chooseMeasuring(frames.length)
    const orders = frames.map(({ bytes }, index) => ({
      bytes,
      embedding: chosen[index]?.embedding === true,
      turned: false,
      passive: chosen[index]?.passive === true,
    }))
    // Shares a batch among all workers: on a slow core, one worker falls behind a camera's eight pictures per
    // second.
    const share = Math.ceil(orders.length / options.workers)
    const parts = Array.from({ length: Math.ceil(orders.length / share) }, (_, index) =>
      measure(orders.slice(index * share, (index + 1) * share)),
    )
    const measures = (await Promise.all(parts)).flat()
    return { measures: measures.map((each, index) => ({ ...each, atMs: frames[index]?.atMs ?? 0 })), version }
  }
  const still = (bytes: Uint8Array) => ({ bytes, embedding: true, turned: true })

  return {
    limits,
    version,

    async match({ documentPicture, livePictures }) {
      checkPictureCount(livePictures.length)
      const [document, ...live] = await measure([documentPicture, ...livePictures].map(still))
      if (document === undefined) throw new Error('the worker returned nothing')
      return { ...matchMeasures(document, live, limits.embeddings), version }
    },

    async template({ pictures }) {
      checkPictureCount(pictures.length)
      return { ...fuseMeasures(await measure(pictures.map(still)), limits.embeddings[0]), version }
    },

    async liveness({ challenge, frames, flashes }) {
      const { measures } = await measureFrames({ frames, startIndex: 0 })
      return decideLiveness({ challenge, measures, version, limits, ...(flashes && { flashes }) })
    },

    measureFrames,

    async measurePicture({ picture }) {
      const [seen] = await measure([still(picture)])
      if (seen === undefined) throw new Error('the worker returned nothing')
      return { ...seen, version }
    },

    prepare,
    load,
    close,
  }
}

/**
 * One of this many consecutive frames is embedded, at random, so that no frame is safe for a stranger's face.
 */
const embeddingEvery = 3
/**
 * One of this many frames is given to the passive model, at random, so that an attacker cannot predict which
 * one.
 */
const passiveEvery = 12

/** Selects the additional measurements for each of some consecutive frames. */
function chooseMeasuring(length: number): { embedding: boolean; passive: boolean }[] {
  const compared = oneOfEvery(embeddingEvery, length)
  const judged = oneOfEvery(passiveEvery, length)
  return Array.from({ length }, (_, index) => ({
    embedding: compared.has(index),
    passive: judged.has(index),
  }))
}

/** Chooses one random index from each group, including an incomplete last group. */
function oneOfEvery(count: number, length: number): Set<number> {
  const chosen = new Set<number>()
  for (let start = 0; start < length; start += count) {
    chosen.add(start + randomInt(Math.min(count, length - start)))
  }
  return chosen
}

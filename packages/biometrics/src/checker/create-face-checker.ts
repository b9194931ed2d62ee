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
  /** Threads; each keeps about 220 MB, most of it for the models, and what the operator's models take on top. */
  workers: number
  /** How many decisions may wait beside those that run; past it they are refused as busy. */
  queueLimit: number
  /** Of one decision, waiting included. */
  timeLimitMs?: number
  /** Models of the operator's, see the README. */
  models?: FaceModelSet
}

const noModels: FaceModelSet = { former: [] }

export function createFaceChecker(options: FaceCheckerOptions): FaceChecker {
  const { models = noModels } = options
  const { embedding, former, liveness } = models
  const limits = faceLimitsOf(models)
  const version: Versions = {
    ...versions,
    embedding: embedding?.file.name ?? builtInEmbedding,
    passive: liveness?.file.name ?? 'absent',
    ...(former.length > 0 && { formerEmbeddings: limits.embeddings.slice(1).map(({ model }) => model) }),
  }
  const { measure, prepare, load, close } = createFacePool({
    ...options,
    models: {
      embeddings: [
        embedding?.file ?? 'built-in',
        ...former.map((each) => (each === 'built-in' ? each : each.file)),
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
    // All workers share a batch: one alone falls behind a camera's eight pictures a second on a slow core.
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
      if (document === undefined) throw new Error('the worker answered nothing')
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

    async look({ picture }) {
      const [seen] = await measure([still(picture)])
      if (seen === undefined) throw new Error('the worker answered nothing')
      return { ...seen, version }
    },

    prepare,
    load,
    close,
  }
}

/** One of so many neighbouring frames is compared with the others, by chance, so that none is safe for a stranger. */
const embeddingEvery = 3
/** One of so many is shown to the passive model, by chance: who knew which could show it something else there. */
const passiveEvery = 12

/** What is measured of each of some frames in a row, beside the face's points. */
function chooseMeasuring(length: number): { embedding: boolean; passive: boolean }[] {
  const compared = oneOfEvery(embeddingEvery, length)
  const judged = oneOfEvery(passiveEvery, length)
  return Array.from({ length }, (_, index) => ({
    embedding: compared.has(index),
    passive: judged.has(index),
  }))
}

/** A rest at the end gives one, too. */
function oneOfEvery(count: number, length: number): Set<number> {
  const chosen = new Set<number>()
  for (let start = 0; start < length; start += count) {
    chosen.add(start + randomInt(Math.min(count, length - start)))
  }
  return chosen
}

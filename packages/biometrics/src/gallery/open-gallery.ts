import { randomBytes } from 'node:crypto'
import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { EmbeddingLimits } from '../match/embedding-limits.ts'
import type { KeySetting } from '../vault/key-source.ts'
import type { Faceprint } from '../vault/seal-faceprint.ts'
import { type FaceByModels, plainFace } from './face-by-models.ts'
import {
  addKey,
  changesAfter,
  countFaceprints,
  countKept,
  type FaceprintChange,
  type FaceprintRecord,
  faceprintsOfOlderKeys,
  type GalleryDb,
  hasFaceprint,
  putFaceprint,
  readKeys,
  removeFaceprints,
  removeUnusedKeys,
  replaceSealed,
  rewrapKey,
  type SealedFaceprint,
  type StoredKey,
  selectExpiredNames,
  selectRecord,
  selectSearched,
  selectUnsearched,
  takeTurn,
} from './faceprint-store.ts'
import type { Candidate } from './gallery-memory.ts'
import type { GalleryState, SearchInput } from './gallery-worker.ts'
import type { GalleryTables } from './tables.ts'

type SearchedFace = Omit<Faceprint, 'template'> &
  FaceByModels & {
    /**
     * The models on which `decideUniqueness` bases the decision. If they are given, the search is faster, because it
     * leaves out people who are too different to affect the decision.
     */
    models?: readonly Pick<EmbeddingLimits, 'model' | 'strangers'>[]
  }

export type Enrolment = SearchedFace & {
  /** An opaque identifier. The gallery does not know which person it represents. */
  person: string
}

export type Found = { candidates: Candidate[]; size: number }
/** The distance to the person's own faceprint, measured with the model that made the faceprint. */
export type OwnDistance = { model: string; distance: number; searched?: boolean }

export type Gallery = {
  /**
   * Searches the faceprints of all models. Throws if a model with faceprints in the gallery did not measure
   * the face.
   */
  search(face: SearchedFace): Promise<Found>
  /**
   * Searches, calls `decide` with the result, and stores the faceprint if `decide` returns true. A stored
   * faceprint is included in later searches. `own` is the distance to the person's own faceprint, if the person
   * has one. The operation is atomic, so that a face submitted to two nodes at the same time is enrolled once.
   * Replaces all of the person's older faceprints, which the search result does not include.
   */
  enrol(
    enrolment: Enrolment,
    decide: (found: Found & { own: OwnDistance | undefined }) => boolean,
  ): Promise<Found & { enrolled: boolean }>
  /**
   * Stores a faceprint that is compared only with the person's own later faces and never searched, unless the
   * person already has a faceprint. In that case, `isSame` decides whether the face belongs to the same
   * person. If it does, an unsearched faceprint from a previous model is replaced. The operation is atomic,
   * so that two people who use one login at the same time are not both accepted.
   */
  keep(
    face: { person: string } & FaceByModels,
    isSame: (own: OwnDistance) => boolean,
  ): Promise<{ own: OwnDistance | undefined; accepted: boolean }>
  /**
   * Returns the data stored with a person's faceprint, or undefined if there is no faceprint. Decrypts
   * nothing.
   */
  recordOf(person: string): Promise<FaceprintRecord | undefined>
  /** Returns whether the person has a faceprint. */
  knows(person: string): Promise<boolean>
  /**
   * Compares the face with the person's own faceprint, using the model that made the faceprint. Returns
   * undefined if the person has no faceprint.
   */
  compare(options: { person: string } & FaceByModels): Promise<OwnDistance | undefined>
  /**
   * Deletes a person's faceprints. If the person was enrolled for uniqueness, keeps a faceprint for searches
   * until the given time, without a name, birth year or document. Returns the number of deleted faceprints and
   * whether one was kept.
   */
  retire(person: string, until: number): Promise<{ removed: number; isKept: boolean }>
  /** Stores the nameless faceprint of a refused face for searches until the given time. */
  refuse(face: FaceByModels, until: number): Promise<void>
  /** Deletes expired faceprints. Returns the number of deleted faceprints. */
  expire(): Promise<number>
  /**
   * Deletes all of a person's faceprints, on this and every other node. Returns the number of deleted
   * faceprints.
   */
  remove(person: string): Promise<number>
  /**
   * Wraps the data keys with the newest key of the key file or key service, so that older keys can be
   * deleted. This is fast because no faceprint changes. Returns the number of rewrapped data keys.
   */
  rewrap(): Promise<number>
  /**
   * Seals every faceprint with a new data key and deletes the old data keys. The operation can be interrupted
   * at any point and repeated. The gallery stays available.
   */
  reseal(progress?: (resealed: number) => void): Promise<{ resealed: number; removedKeys: number }>
  close(): Promise<void>
}

const candidateLimit = 20
const defaultBatchRows = 2_000

/** Opens the gallery and loads it once, so that a wrong key or a damaged row is detected at startup. */
export async function openGallery(options: {
  database: Database
  clock: Clock
  keys: KeySetting
  /** The largest number of searches that can wait. */
  queueLimit?: number
  timeLimitMs?: number
  /** The number of faceprints per message to the worker. Tests use small values. */
  batchRows?: number
}): Promise<Gallery> {
  const { database, clock, batchRows = defaultBatchRows } = options
  const db = database.tables<GalleryTables>()
  // Uses one worker, because a core searches millions of templates per second and a second worker would need
  // another copy of the gallery in memory.
  const worker = createWorkPool({
    file: workerFile(import.meta.url, './gallery-worker.ts'),
    workers: 1,
    queueLimit: options.queueLimit ?? 64,
    timeLimitMs: options.timeLimitMs ?? 60_000,
    given: options.keys,
    idleMs: Number.POSITIVE_INFINITY,
  })

  /**
   * Sends all changes that the worker has not received yet. If the worker has just started, this means all
   * faceprints.
   */
  const catchUp = async (from: GalleryDb): Promise<void> => {
    let { change } = await worker.run<GalleryState>('state', null)
    let keys = await readKeys(from)
    for (;;) {
      const changes: FaceprintChange[] = await changesAfter(from, change, batchRows)
      if (changes.length === 0) return
      // Reload the keys if a change refers to an unknown key. Deleted keys are not needed for rows read from
      // now on.
      const known = new Set(keys.map(({ id }) => id))
      if (changes.some(({ faceprint }) => faceprint && !known.has(faceprint.keyId)))
        keys = await readKeys(from)
      const loaded = await worker.run<GalleryState>('load', { keys, changes })
      change = loaded.change
      if (changes.length < batchRows) return
    }
  }

  const find = async (
    from: GalleryDb,
    { birthYear, documentHash, models, ...face }: SearchedFace,
  ): Promise<Found> => {
    await catchUp(from)
    const search: SearchInput = {
      ...{ face: plainFace(face), birthYear, documentHash, limit: candidateLimit },
      ...(models && {
        strangers: Object.fromEntries(models.map(({ model, strangers }) => [model, strangers])),
      }),
    }
    const { candidates, size } = await worker.run<Found>('search', search)
    // An expired faceprint is ignored until the job deletes it.
    const isCurrent = ({ keptUntil }: Candidate) => keptUntil === undefined || keptUntil > clock.now()
    return { candidates: candidates.filter(isCurrent), size }
  }

  /** Must be called while the gallery is locked, so that two nodes do not both create a key. */
  const newestKey = async (from: GalleryDb): Promise<StoredKey> => {
    const newest = (await readKeys(from)).at(-1)
    return newest ?? (await addKey(from, await worker.run('makeKey', null), new Date(clock.now())))
  }

  const compareIn = async (
    from: GalleryDb,
    { person, ...measured }: { person: string } & FaceByModels,
  ): Promise<(OwnDistance & { searched: boolean }) | undefined> => {
    await catchUp(from)
    const face = plainFace(measured)
    const own = await worker.run<OwnDistance | undefined>('compare', { person, face })
    if (own !== undefined) return { ...own, searched: true }
    const row = await selectUnsearched(from, person)
    if (row === undefined) return undefined
    const keys = await readKeys(from)
    const stored = await worker.run<OwnDistance>('compareStored', { keys, row, face })
    return { ...stored, searched: false }
  }

  const put = async (
    turn: Parameters<typeof putFaceprint>[0],
    { person, model, ...faceprint }: { person: string; model: string; searched: boolean } & Faceprint,
  ): Promise<void> => {
    const { searched, ...plain } = faceprint
    const key = await newestKey(turn)
    const sealed = await worker.run<Uint8Array>('seal', { key, person, model, faceprint: plain })
    await putFaceprint(turn, { person, model, keyId: key.id, sealed, searched, now: new Date(clock.now()) })
  }

  const gallery: Gallery = {
    search: (faceprint) => find(db, faceprint),

    enrol(enrolment, decide) {
      return db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        const { candidates, size } = await find(turn, enrolment)
        const own = await compareIn(turn, enrolment)
        const { person, model, template, birthYear, documentHash } = enrolment
        const found = { candidates: candidates.filter((each) => each.person !== person), size }
        if (!decide({ ...found, own })) return { ...found, enrolled: false }
        await put(turn, { person, model, template, birthYear, documentHash, searched: true })
        return { ...found, enrolled: true }
      })
    },

    keep: (face, isSame) =>
      db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        const own = await compareIn(turn, face)
        if (own && !isSame(own)) return { own, accepted: false }
        const { person, model, template } = face
        const isUpToDate = own !== undefined && (own.searched || own.model === model)
        if (!isUpToDate) await put(turn, { person, model, template, searched: false })
        return { own, accepted: true }
      }),

    recordOf: (person) => selectRecord(db, person),

    knows: (person) => hasFaceprint(db, person),

    async compare(face) {
      const own = await compareIn(db, face)
      return own && { model: own.model, distance: own.distance }
    },

    async retire(person, until) {
      const now = new Date(clock.now())
      const name = randomBytes(16).toString('hex')
      const result = await db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        const row = await selectSearched(turn, person)
        const key = await newestKey(turn)
        const detached = row && {
          ...{ person: name, model: row.model, keyId: key.id, searched: true, now },
          sealed: await worker.run<Uint8Array>('detach', {
            keys: await readKeys(turn),
            row,
            key,
            person: name,
          }),
          ...{ purpose: 'forgotten' as const, expiresAt: new Date(until) },
        }
        const removed = await removeFaceprints(turn, person)
        if (detached) await putFaceprint(turn, detached)
        return { removed, isKept: detached !== undefined }
      })
      await catchUp(db)
      return result
    },

    async refuse({ model, template }, until) {
      await db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        const key = await newestKey(turn)
        const person = randomBytes(16).toString('hex')
        const order = { key, person, model, faceprint: { template } }
        await putFaceprint(turn, {
          ...{ person, model, keyId: key.id, searched: true, now: new Date(clock.now()) },
          sealed: await worker.run<Uint8Array>('seal', order),
          ...{ purpose: 'refused', expiresAt: new Date(until) },
        })
      })
    },

    async expire() {
      const names = await selectExpiredNames(db, new Date(clock.now()))
      for (const name of names) await gallery.remove(name)
      return names.length
    },

    async remove(person) {
      const removed = await db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        return await removeFaceprints(turn, person)
      })
      // Remove the template from the worker's memory immediately, not at the next search.
      await catchUp(db)
      return removed
    },

    async rewrap() {
      const keys = await worker.run<StoredKey[]>('rewrap', await readKeys(db))
      for (const key of keys) await rewrapKey(db, key)
      return keys.length
    },

    async reseal(progress = () => {}) {
      const to = await db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        return await addKey(turn, await worker.run('makeKey', null), new Date(clock.now()))
      })
      let resealed = 0
      for (;;) {
        const rows = await faceprintsOfOlderKeys(db, to.id, batchRows)
        if (rows.length === 0) break
        const keys = await readKeys(db)
        for (const row of await worker.run<SealedFaceprint[]>('reseal', { keys, to, rows })) {
          await replaceSealed(db, row)
        }
        resealed += rows.length
        progress(resealed)
      }
      return { resealed, removedKeys: await removeUnusedKeys(db, to.id) }
    },

    close: () => worker.close(),
  }

  try {
    await catchUp(db)
    // Create the first data key at startup, so that an unavailable key service is detected before the first
    // enrolment.
    await db.transaction().execute(async (turn) => {
      await takeTurn(turn)
      await newestKey(turn)
    })
  } catch (error) {
    await worker.close()
    throw error
  }
  return gallery
}

/** Counts the faceprints of erased people and of refused faces, without decrypting them. */
export function keptFaceprintsByPurpose(
  database: Database,
): Promise<{ purpose: string; faceprints: number }[]> {
  return countKept(database.tables<GalleryTables>())
}

/**
 * Counts the faceprints of each model without decrypting them. Sorted by number of faceprints, largest first.
 */
export function faceprintsByModel(database: Database): Promise<{ model: string; faceprints: number }[]> {
  return countFaceprints(database.tables<GalleryTables>())
}

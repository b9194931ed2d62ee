import type { Clock } from '@touchstone/common'
import type { Database } from '@touchstone/storage'
import { createWorkPool, workerFile } from '@touchstone/workers'
import type { KeySetting } from '../vault/key-source.ts'
import type { Faceprint } from '../vault/seal-faceprint.ts'
import { type FaceByModels, plainFace } from './face-by-models.ts'
import {
  addKey,
  changesAfter,
  countFaceprints,
  type FaceprintChange,
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
  takeTurn,
} from './faceprint-store.ts'
import type { Candidate } from './gallery-memory.ts'
import type { GalleryState } from './gallery-worker.ts'
import type { GalleryTables } from './tables.ts'

export type Enrolment = Omit<Faceprint, 'template'> &
  FaceByModels & {
    /** An opaque name; nothing here knows who that is. */
    person: string
  }

export type Found = { candidates: Candidate[]; size: number }

export type Gallery = {
  /** Among the faceprints of all models, each by its own; refuses where there is one that the face was not read by. */
  search(face: Omit<Faceprint, 'template'> & FaceByModels): Promise<Found>
  /**
   * Searches, lets `decide` look at who was found, and keeps the faceprint if it says so: all of that as one step, so
   * that one face that comes twice at the same moment, on two nodes, is enrolled once. A person's older faceprint, of
   * whichever model, is replaced and is no candidate.
   */
  enrol(enrolment: Enrolment, decide: (found: Found) => boolean): Promise<Found & { enrolled: boolean }>
  /** Whether there is a faceprint of the person. */
  knows(person: string): Promise<boolean>
  /** With the person's own faceprint, by the model that it is of; undefined if there is none. */
  compare(
    options: { person: string } & FaceByModels,
  ): Promise<{ model: string; distance: number } | undefined>
  /** Deletes all faceprints of a person, here and on every other node. Returns how many there were. */
  remove(person: string): Promise<number>
  /**
   * Wraps the data keys by the newest key of the file or the service, so that the older ones can be thrown away: cheap,
   * no faceprint is touched. Returns how many an older one had wrapped.
   */
  rewrap(): Promise<number>
  /**
   * Seals every faceprint with a new data key and lets go of the old ones. May be stopped at any point and run again;
   * the gallery answers meanwhile.
   */
  reseal(progress?: (resealed: number) => void): Promise<{ resealed: number; removedKeys: number }>
  close(): Promise<void>
}

const candidateLimit = 20
const defaultBatchRows = 2_000

/** Opens the gallery and reads it once, so that a wrong key or a damaged row is known at the start. */
export async function openGallery(options: {
  database: Database
  clock: Clock
  keys: KeySetting
  /** How many searches may wait. */
  queueLimit?: number
  timeLimitMs?: number
  /** Faceprints that are handed to the worker at once; tests make it small. */
  batchRows?: number
}): Promise<Gallery> {
  const { database, clock, batchRows = defaultBatchRows } = options
  const db = database.tables<GalleryTables>()
  // One worker: the gallery is in memory once, and one core looks through millions of templates a second.
  const worker = createWorkPool({
    file: workerFile(import.meta.url, './gallery-worker.ts'),
    workers: 1,
    queueLimit: options.queueLimit ?? 64,
    timeLimitMs: options.timeLimitMs ?? 60_000,
    given: options.keys,
    keepWarm: true,
  })

  /** Tells the worker what it has not heard yet: everything, when it has just started. */
  const catchUp = async (from: GalleryDb): Promise<void> => {
    let { change } = await worker.run<GalleryState>('state', null)
    let keys = await readKeys(from)
    for (;;) {
      const changes: FaceprintChange[] = await changesAfter(from, change, batchRows)
      if (changes.length === 0) return
      // Keys that were made since; those that were removed since are not needed by what was read after.
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
    { birthYear, documentHash, ...face }: Omit<Faceprint, 'template'> & FaceByModels,
  ): Promise<Found> => {
    await catchUp(from)
    const search = { face: plainFace(face), birthYear, documentHash, limit: candidateLimit }
    return await worker.run<Found>('search', search)
  }

  /** Within the turn, so that two nodes do not make two. */
  const newestKey = async (from: GalleryDb): Promise<StoredKey> => {
    const newest = (await readKeys(from)).at(-1)
    return newest ?? (await addKey(from, await worker.run('makeKey', null), new Date(clock.now())))
  }

  const gallery: Gallery = {
    search: (faceprint) => find(db, faceprint),

    enrol(enrolment, decide) {
      return db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        const { candidates, size } = await find(turn, enrolment)
        const { person, model, template, birthYear, documentHash } = enrolment
        const found = { candidates: candidates.filter((each) => each.person !== person), size }
        if (!decide(found)) return { ...found, enrolled: false }
        const key = await newestKey(turn)
        const faceprint = { template, birthYear, documentHash }
        const sealed = await worker.run<Uint8Array>('seal', { key, person, model, faceprint })
        await putFaceprint(turn, { person, model, keyId: key.id, sealed, now: new Date(clock.now()) })
        return { ...found, enrolled: true }
      })
    },

    knows: (person) => hasFaceprint(db, person),

    async compare({ person, ...face }) {
      await catchUp(db)
      return await worker.run('compare', { person, face: plainFace(face) })
    },

    async remove(person) {
      const removed = await db.transaction().execute(async (turn) => {
        await takeTurn(turn)
        return await removeFaceprints(turn, person)
      })
      // Not only in the store: the template leaves the worker's memory now, not with the next search.
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
    // The first data key is made here and not with the first face: keys that can't be reached are known before.
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

/** How many faceprints there are of each model, most first; without opening one. */
export function faceprintsByModel(database: Database): Promise<{ model: string; faceprints: number }[]> {
  return countFaceprints(database.tables<GalleryTables>())
}

import { randomBytes } from 'node:crypto'
import { OperatorError } from '@touchstone/common'
import { givenToWorker, serveWork } from '@touchstone/workers'
import { distance } from '../match/distance.ts'
import type { StrangerModel } from '../match/false-match-model.ts'
import { farthestRelevant } from '../uniqueness/uniqueness-limits.ts'
import { createKeyCommand } from '../vault/key-command.ts'
import { openKeyFile } from '../vault/key-file.ts'
import type { KeySetting, KeySource, WrappedKey } from '../vault/key-source.ts'
import { type Faceprint, openFaceprint, sealFaceprint } from '../vault/seal-faceprint.ts'
import { type FaceByModels, type ModelTemplate, templatesOf } from './face-by-models.ts'
import type { FaceprintChange, SealedFaceprint, StoredKey } from './faceprint-store.ts'
import { createGalleryMemory, type Search } from './gallery-memory.ts'

/*
 * Runs in the only thread that decrypts faceprints and has keys and templates in memory. It returns only
 * sealed data and distances. A restarted thread has no data, so all faceprints are sent to it again.
 */

export type GalleryState = { change: number }

export type SearchInput = Omit<Search, 'model' | 'template' | 'within'> & {
  face: FaceByModels
  /** The distances between strangers on which the decision is based, by model. */
  strangers?: Record<string, StrangerModel>
}

const keys = openKeySource(givenToWorker<KeySetting>())
const memory = createGalleryMemory()
const opened = new Map<number, Buffer>()
let lastChange = 0

async function dataKey({ id, ...wrapped }: StoredKey): Promise<Buffer> {
  const known = opened.get(id)
  if (known !== undefined) return known
  const key = await keys.unwrap(wrapped)
  opened.set(id, key)
  return key
}

async function openAll(stored: readonly StoredKey[]): Promise<Map<number, Buffer>> {
  const all = new Map<number, Buffer>()
  for (const key of stored) all.set(key.id, await dataKey(key))
  return all
}

function openOne(dataKeys: ReadonlyMap<number, Buffer>, row: SealedFaceprint): Faceprint {
  const key = dataKeys.get(row.keyId)
  try {
    if (key === undefined) throw new Error('its data key is not in the store')
    return openFaceprint(key, row.sealed, row)
  } catch (cause) {
    throw new OperatorError({
      code: 'faceprint.damaged',
      message: `Faceprint ${row.id} cannot be opened: it was changed, moved, or sealed with another key.`,
      remedy: 'Restore the row from a backup, or delete it. The person then has to be enrolled again.',
      cause,
    })
  }
}

export default serveWork({
  state: (): GalleryState => ({ change: lastChange }),

  async makeKey(): Promise<WrappedKey> {
    const key = randomBytes(32)
    const wrapped = await keys.wrap(key)
    key.fill(0)
    return wrapped
  },

  async load(input: { keys: StoredKey[]; changes: FaceprintChange[] }): Promise<GalleryState> {
    const dataKeys = await openAll(input.keys)
    for (const { change, id, faceprint } of input.changes) {
      // Skip changes that are already loaded, because two callers can send the same changes.
      if (change <= lastChange) continue
      if (faceprint === undefined) memory.drop(id)
      else {
        const { person, model, keptUntil } = faceprint
        memory.put(id, person, model, { ...openOne(dataKeys, faceprint), keptUntil })
      }
      lastChange = change
    }
    return { change: lastChange }
  },

  async seal(input: {
    key: StoredKey
    person: string
    model: string
    faceprint: Faceprint
  }): Promise<Uint8Array> {
    const { key, person, model, faceprint } = input
    return sealFaceprint(await dataKey(key), faceprint, { person, model, keyId: key.id })
  },

  /**
   * Searches the faceprints of all models. Requires one template of the face per model; otherwise people who
   * have faceprints only from a missing model would not be found.
   */
  search({ face, strangers, ...keys }: SearchInput) {
    const templates = templatesOf(face)
    refuseUnread(memory.models(), templates)
    const size = templates.reduce((sum, { model }) => sum + memory.sizeOf(model), 0)
    const candidates = templates.flatMap((each) => {
      const model = strangers?.[each.model]
      return memory.search({ ...keys, ...each, within: model && farthestRelevant(size, model) })
    })
    return { candidates, size }
  },

  /** Compares the face with the person's own searched faceprint, using that faceprint's model. */
  compare({ person, face }: { person: string; face: FaceByModels }) {
    const templates = templatesOf(face)
    const own = memory.modelsOf(person)
    refuseUnread(own, templates)
    const found = templates.find(({ model }) => own.includes(model))
    if (found === undefined) return undefined
    const between = memory.distanceTo(person, found.model, found.template)
    return between === undefined ? undefined : { model: found.model, distance: between }
  },

  /** Compares the face with a faceprint that is not searched. Does not keep the faceprint in memory. */
  async compareStored(input: { keys: StoredKey[]; row: SealedFaceprint; face: FaceByModels }) {
    const { keys: stored, row, face } = input
    const templates = templatesOf(face)
    refuseUnread([row.model], templates)
    const { template } = openOne(await openAll(stored), row)
    const found = templates.find(({ model }) => model === row.model) as ModelTemplate
    const between = distance(found.template, template)
    template.fill(0)
    return { model: row.model, distance: between }
  },

  /** Seals a faceprint's template under another name, without the faceprint's other data. */
  async detach(input: { keys: StoredKey[]; row: SealedFaceprint; key: StoredKey; person: string }) {
    const { template } = openOne(await openAll(input.keys), input.row)
    const { key, person } = input
    const owner = { person, model: input.row.model, keyId: key.id }
    const sealed = sealFaceprint(await dataKey(key), { template }, owner)
    template.fill(0)
    return sealed
  },

  async reseal(input: {
    keys: StoredKey[]
    to: StoredKey
    rows: SealedFaceprint[]
  }): Promise<SealedFaceprint[]> {
    const dataKeys = await openAll(input.keys)
    const newKey = await dataKey(input.to)
    return input.rows.map((row) => {
      const faceprint = openOne(dataKeys, row)
      const moved = { ...row, keyId: input.to.id }
      const sealed = sealFaceprint(newKey, faceprint, moved)
      faceprint.template.fill(0)
      return { ...moved, sealed }
    })
  },

  /** Rewraps data keys that were wrapped with a key older than the newest one. */
  async rewrap(stored: StoredKey[]): Promise<StoredKey[]> {
    const newest = await keys.newest()
    const again: StoredKey[] = []
    for (const key of stored) {
      if (key.wrappedBy !== newest) again.push({ id: key.id, ...(await keys.wrap(await dataKey(key))) })
    }
    return again
  },
})

/**
 * Throws if there are faceprints from a model that did not measure the face. Their owners would be considered
 * new people and could be enrolled twice.
 */
function refuseUnread(models: readonly string[], templates: readonly ModelTemplate[]): void {
  const unread = models.find((model) => templates.every((each) => each.model !== model))
  if (unread === undefined) return
  throw new OperatorError({
    code: 'faceprint.model-missing',
    message: `The gallery contains faceprints of the model "${unread}", which is not configured.`,
    remedy:
      'Name it in FACE_EMBEDDING_FORMER_MODELS until its last faceprint is deleted. See: touchstone faces list',
  })
}

function openKeySource(setting: KeySetting): KeySource {
  return 'file' in setting ? openKeyFile(setting.file) : createKeyCommand(setting.command)
}

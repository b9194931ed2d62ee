import { timingSafeEqual } from 'node:crypto'
import type { Faceprint } from '../vault/seal-faceprint.ts'
import { createTemplateMatrix, type TemplateMatrix } from './template-matrix.ts'

/** A possible match and additional evidence. */
export type Candidate = {
  person: string
  /** The model that made both templates. */
  model: string
  distance: number
  sameDocument: boolean
  /** True if both birth years are known and equal. */
  sameBirthYear: boolean
  /** When the faceprint of an erased person or a refused face expires. */
  keptUntil?: number | undefined
}

export type Search = Faceprint & {
  model: string
  limit: number
  /** The largest distance at which people are returned as nearest. Default: no limit. */
  within?: number | undefined
}

/** Holds the decrypted faceprints. They exist only in the gallery worker. */
export type GalleryMemory = {
  sizeOf(model: string): number
  /** Returns the models that have faceprints in memory. */
  models(): string[]
  /** Returns the models for which the person has faceprints. */
  modelsOf(person: string): string[]
  put(
    id: number,
    person: string,
    model: string,
    faceprint: Faceprint & { keptUntil?: number | undefined },
  ): void
  drop(id: number): void
  /** Returns the nearest people, and everyone with the same document regardless of distance. */
  search(search: Search): Candidate[]
  /** Returns the distance to the person's own faceprint, or undefined if there is none. */
  distanceTo(person: string, model: string, template: Float32Array): number | undefined
}

type Entry = Omit<Faceprint, 'template'> & {
  id: number
  person: string
  slot: number
  keptUntil?: number | undefined
}
type Shelf = { matrix: TemplateMatrix; bySlot: Entry[]; byPerson: Map<string, Entry> }

export function createGalleryMemory(): GalleryMemory {
  const shelves = new Map<string, Shelf>()
  const places = new Map<number, { shelf: Shelf; entry: Entry }>()

  const shelfFor = (model: string, dimensions: number): Shelf => {
    const known = shelves.get(model)
    if (known !== undefined) return known
    const made = { matrix: createTemplateMatrix(dimensions), bySlot: [], byPerson: new Map() }
    shelves.set(model, made)
    return made
  }

  return {
    sizeOf: (model) => shelves.get(model)?.matrix.size ?? 0,

    models: () => [...shelves].flatMap(([model, { matrix }]) => (matrix.size > 0 ? [model] : [])),

    modelsOf: (person) =>
      [...shelves].flatMap(([model, { byPerson }]) => (byPerson.has(person) ? [model] : [])),

    put(id, person, model, { template, ...rest }) {
      const shelf = shelfFor(model, template.length)
      const entry: Entry = { ...rest, id, person, slot: shelf.matrix.add(template) }
      shelf.bySlot[entry.slot] = entry
      shelf.byPerson.set(person, entry)
      places.set(id, { shelf, entry })
      template.fill(0)
    },

    drop(id) {
      const place = places.get(id)
      if (place === undefined) return
      const { shelf, entry } = place
      const moved = shelf.matrix.remove(entry.slot)
      if (moved !== undefined) {
        const other = shelf.bySlot[moved] as Entry
        other.slot = entry.slot
        shelf.bySlot[entry.slot] = other
      }
      shelf.bySlot.pop()
      places.delete(id)
      // Keep the person's newer faceprint, if there already is one.
      if (shelf.byPerson.get(entry.person) === entry) shelf.byPerson.delete(entry.person)
    },

    search({ model, limit, within, template, birthYear, documentHash }) {
      const shelf = shelves.get(model)
      if (shelf === undefined) return []
      const near = shelf.matrix.nearest(template, limit, within)
      const taken = new Set(near.map(({ slot }) => slot))
      const sameDocument = ({ documentHash: other }: Entry) =>
        documentHash !== undefined && other !== undefined && timingSafeEqual(documentHash, other)
      if (documentHash !== undefined) {
        for (const entry of shelf.bySlot) {
          if (taken.has(entry.slot) || !sameDocument(entry)) continue
          near.push({ slot: entry.slot, distance: shelf.matrix.distanceTo(entry.slot, template) })
        }
      }
      return near.map(({ slot, distance }) => {
        const entry = shelf.bySlot[slot] as Entry
        return {
          person: entry.person,
          model,
          distance,
          sameDocument: sameDocument(entry),
          sameBirthYear: birthYear !== undefined && birthYear === entry.birthYear,
          ...(entry.keptUntil !== undefined && { keptUntil: entry.keptUntil }),
        }
      })
    },

    distanceTo(person, model, template) {
      const shelf = shelves.get(model)
      const entry = shelf?.byPerson.get(person)
      return entry === undefined ? undefined : shelf?.matrix.distanceTo(entry.slot, template)
    },
  }
}

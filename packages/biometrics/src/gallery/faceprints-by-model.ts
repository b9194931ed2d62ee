import type { Database } from '@touchstone/storage'
import { countFaceprints } from './faceprint-store.ts'
import type { GalleryTables } from './tables.ts'

/** How many faceprints there are of each model, most first; without opening one. */
export function faceprintsByModel(database: Database): Promise<{ model: string; faceprints: number }[]> {
  return countFaceprints(database.tables<GalleryTables>())
}

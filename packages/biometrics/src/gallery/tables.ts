import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>

export type GalleryTables = {
  faceprint_state: { singleton: Generated<boolean>; change: number }
  faceprint_key: { id: Generated<number>; wrapped_by: string; wrapped: Uint8Array; created_at: Timestamp }
  faceprint: {
    id: Generated<number>
    person: string
    model: string
    key_id: number
    sealed: Uint8Array
    change: number
    enrolled_at: Timestamp
    searched: Generated<boolean>
  }
  faceprint_gone: { id: number; change: number }
}

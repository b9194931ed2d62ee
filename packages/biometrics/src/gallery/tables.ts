import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>

/**
 * `person`: the faceprint belongs to an account. `forgotten`: to an erased person who was enrolled for
 * uniqueness. `refused`: to a face that was refused as a duplicate.
 */
export type FaceprintPurpose = 'person' | 'forgotten' | 'refused'

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
    purpose: Generated<FaceprintPurpose>
    expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  faceprint_gone: { id: number; change: number }
}

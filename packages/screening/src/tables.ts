import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>

export type VersionState = 'staged' | 'current' | 'replaced' | 'refused'

export type ScreeningTables = {
  screening_list_version: {
    id: Generated<number>
    list: string
    version: string
    format: string
    source_hash: string
    published_at: string | null
    imported_at: Timestamp
    state: VersionState
    reason: string | null
    entries: number
    names: number
    crypto_addresses: number
    skipped: string
  }
  screening_list_entry: {
    version_id: number
    entry_id: string
    kind: string
    hash: string
    crypto_addresses: number
    /** The entry as the exact JSON that was hashed. The JSON is deleted from old versions. */
    body: string | null
  }
}

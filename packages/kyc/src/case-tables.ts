import type {
  CaseEntryKind,
  CaseFileType,
  CaseItemKind,
  CasePriority,
  CaseStatus,
  TriageKind,
} from '@touchstone/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** The Kysely types of the tables of cases. */
export type CaseTables = {
  merchant_case: {
    id: Generated<number>
    merchant_id: number
    number: number
    status: Generated<CaseStatus>
    priority: CasePriority
    assigned_to: string | null
    due_at: Date | null
    title_sealed: Uint8Array
    created_by: string
    created_at: Date
    closing_sealed: Generated<Uint8Array | null>
    closing_by: Generated<string | null>
    closed_by: Generated<string | null>
    closed_at: Generated<Date | null>
  }
  case_item: {
    case_id: number
    number: number
    kind: CaseItemKind
    /** Null for a graph and after the person was erased. */
    fingerprint: Uint8Array | null
    sealed: Uint8Array | null
    person: Uint8Array | null
    added_by: string
    added_at: Date
    removed_at: Generated<Date | null>
  }
  case_file: {
    case_id: number
    number: number
    type: CaseFileType
    size: number
    name_sealed: Uint8Array | null
    added_by: string
    added_at: Date
    removed_at: Generated<Date | null>
  }
  case_file_part: { case_id: number; file: number; part: number; sealed: Uint8Array }
  case_entry: {
    case_id: number
    number: number
    kind: CaseEntryKind
    by_member: string | null
    at: Date
    detail: JSONColumnType<Record<string, string | number | null>>
    sealed: Uint8Array | null
    text_removed_at: Generated<Date | null>
  }
  triage_item: {
    id: Generated<number>
    merchant_id: number
    kind: TriageKind
    ref: string
    opened_at: Date
    due_at: Date
    assigned_to: string | null
    case_id: number | null
    done_at: Date | null
    done_by: string | null
    facts: JSONColumnType<Record<string, string | number | null>>
  }
}

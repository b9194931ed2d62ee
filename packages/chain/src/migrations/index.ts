import type { Migrations } from '@touchstone/storage'
import { journal } from './0006-journal.ts'
import { subjects } from './0010-subjects.ts'

export const chainMigrations: Migrations = {
  '0006-chain-journal': journal,
  '0010-chain-subjects': subjects,
}

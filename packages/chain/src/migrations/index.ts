import type { Migrations } from '@touchstone/storage'
import { journal } from './0006-journal.ts'

export const chainMigrations: Migrations = { '0006-chain-journal': journal }

import type { Migrations } from '@touchstone/storage'
import { lists } from './0005-lists.ts'

export const screeningMigrations: Migrations = { '0005-screening-lists': lists }

import type { Migrations } from '@touchstone/storage'
import { screening } from './0003-screening.ts'

export const screeningMigrations: Migrations = { '0003-screening': screening }

import type { Migrations } from '@touchstone/storage'
import { kyt } from './0002-kyt.ts'

export const kytMigrations: Migrations = { '0002-kyt': kyt }

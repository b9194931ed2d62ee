import type { Migrations } from '../../migrate.ts'
import { work } from './0008-work.ts'

export const workMigrations: Migrations = { '0008-work': work }

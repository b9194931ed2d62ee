import type { Migrations } from '../../migrate.ts'
import { work } from './0008-work.ts'
import { workOwner } from './0019-work-owner.ts'

export const workMigrations: Migrations = {
  '0008-work': work,
  '0019-work-owner': workOwner,
}

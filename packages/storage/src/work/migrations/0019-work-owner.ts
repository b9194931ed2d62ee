import { sqlMigration } from '../../migrate.ts'

/** Adds each job's merchant and turn, so that merchants take turns. */
export const workOwner = sqlMigration([
  "alter table work_job add column owner text not null default ''",
  'alter table work_job add column turn bigint not null default 0',
])

import { sqlMigration } from '../../migrate.ts'

/** Adds the merchant of each job and the job's turn, so that merchants take turns. */
export const workOwner = sqlMigration([
  "alter table work_job add column owner text not null default ''",
  'alter table work_job add column turn bigint not null default 0',
])

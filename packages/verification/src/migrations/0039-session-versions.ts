import { sqlMigration } from '@touchstone/storage'

export const sessionVersions = sqlMigration([
  // What the page of this session shows and asks agreement for, also where the merchant changes it meanwhile.
  `alter table frame_session add column program_version integer not null default 1,
    add constraint frame_session_version foreign key (program_id, program_version)
      references program_version (program_id, number)`,
])

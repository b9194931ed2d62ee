import { sqlMigration } from '@touchstone/storage'

/** Adds the role of members who can read address risk but change nothing. */
export const analysts = sqlMigration([
  'alter table membership drop constraint membership_role_check',
  `alter table membership add constraint membership_role_check
    check (role in ('owner', 'developer', 'compliance', 'analyst', 'viewer', 'operator'))`,
])

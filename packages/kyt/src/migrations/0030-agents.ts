import { sqlMigration } from '@touchstone/storage'

/** Adds the merchants' settings for agents. Without a row, agents can only read. */
export const agents = sqlMigration([
  `create table kyt_agent_setting (
    merchant text primary key,
    may_watch boolean not null,
    updated_at timestamptz(3) not null
  )`,
])

import type { Database } from '@touchstone/storage'

/**
 * Returns a digest of every table about people, merchants and journeys, that is, of all tables except those
 * of the ledger, its journal and the chains. Omits last-use times and call counts, because calls change them;
 * also omits the audit log, because it records commands.
 */
export async function rowsOfPeople(database: Database): Promise<Record<string, string>> {
  const { rows: tables } = await database.run(
    `select format('%I', tablename) as name from pg_tables
     where schemaname = 'public' and tablename !~ '^(kyt|chain|touchstone)_' and tablename not in ('api_day', 'audit_log', 'audit_chain')
     order by 1`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await database.run(
      `select count(*) || ' ' || md5(coalesce(string_agg(line, ',' order by line), '')) as digest
       from (select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t) as lines`,
    )
    digests[name] = (rows as { digest: string }[])[0]?.digest ?? ''
  }
  return digests
}

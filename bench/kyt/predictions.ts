/**
 * What was expected of each target at the full sizes, by its words. Written before the first full run, after look-ups were
 * given a memory and imports were read from files.
 */
export const predictions: Readonly<Record<string, string>> = {
  'import, rows/s of the bare insert': '50%',
  'import, rows/s of COPY with indexes': '2x',
  'bytes of a transfer when merged, of PostgreSQL': '48%',
  'bytes of a transfer after the import, of PostgreSQL': '55%',

  'labels, ordinary p50 of a bare point look-up': '0.1x, from memory',
  'overview, ordinary p50 of a bare point look-up': '0.1x, from memory',
  'counterparty, ordinary p50 of a bare point look-up': '0.1x, from memory',
  'actions, ordinary p50 of a bare point look-up': '0.1x, from memory',
  'score, ordinary p50 of a bare point look-up': '0.1x, from memory',
  'profile, ordinary p50 of a bare point look-up': '2.5x',
  'investigation, ordinary p50 of a bare point look-up': '2.5x',

  'overview, hottest of ordinary p50': '1.5x',
  'counterparty, hottest of ordinary p50': '1.5x',
  'score, hottest of ordinary p50': '1.5x',
  'overview, hottest: times as quick as PostgreSQL': '100x',
  'counterparty, hottest: times as quick as PostgreSQL': '100x',
  'score, hottest: times as quick as PostgreSQL': '100x',

  'overview, 32 callers, ordinary addresses: questions/s of PostgreSQL': '5x',
  'counterparty, 32 callers, ordinary addresses: questions/s of PostgreSQL': '5x',
  'score, 32 callers, ordinary addresses: questions/s of PostgreSQL': '5x',
  'overview, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.4x, missed',
  'counterparty, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.2x, missed',
  'score, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.15x, missed',
  'overview, 32 callers, hot addresses: questions/s of PostgreSQL': '100x',
  'counterparty, 32 callers, hot addresses: questions/s of PostgreSQL': '100x',
  'score, 32 callers, hot addresses: questions/s of PostgreSQL': '100x',

  'labels, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'overview, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'counterparty, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'actions, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'score, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'profile, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'investigation, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',

  'most memory of all at 20,000,000 of 2,000,000 transfers': '1.3x',
}

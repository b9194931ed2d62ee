/**
 * What was expected of each target at the full sizes, by its words. Written after tries with `--quick` on a busy machine
 * and before the first full run.
 */
export const predictions: Readonly<Record<string, string>> = {
  'import, rows/s of the bare insert': '30%, missed',
  'import, rows/s of COPY with indexes': '1.2x, missed',
  'bytes of a transfer when merged, of PostgreSQL': '48%',
  'bytes of a transfer after the import, of PostgreSQL': '58%',

  'labels, ordinary p50 of a bare point look-up': '1.3x',
  'overview, ordinary p50 of a bare point look-up': '2.0x',
  'counterparty, ordinary p50 of a bare point look-up': '4.5x, missed',
  'actions, ordinary p50 of a bare point look-up': '4.5x, missed',
  'score, ordinary p50 of a bare point look-up': '6.5x, missed',
  'profile, ordinary p50 of a bare point look-up': '6x, missed',
  'investigation, ordinary p50 of a bare point look-up': '9x, missed',

  'overview, hottest of ordinary p50': '1.2x',
  'counterparty, hottest of ordinary p50': '1.8x',
  'score, hottest of ordinary p50': '1.7x',
  'overview, hottest: times as quick as PostgreSQL': '5x',
  'counterparty, hottest: times as quick as PostgreSQL': '2.5x, missed',
  'score, hottest: times as quick as PostgreSQL': '4x, missed',

  'overview, 32 callers, ordinary addresses: questions/s of PostgreSQL': '0.2x, missed',
  'counterparty, 32 callers, ordinary addresses: questions/s of PostgreSQL': '0.03x, missed',
  'score, 32 callers, ordinary addresses: questions/s of PostgreSQL': '0.02x, missed',
  'overview, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.15x, missed',
  'counterparty, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.03x, missed',
  'score, 32 callers, never asked before addresses: questions/s of PostgreSQL': '0.02x, missed',
  'overview, 32 callers, hot addresses: questions/s of PostgreSQL': '12x',
  'counterparty, 32 callers, hot addresses: questions/s of PostgreSQL': '4x, missed',
  'score, 32 callers, hot addresses: questions/s of PostgreSQL': '6x, missed',

  'labels, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.1x',
  'overview, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.2x',
  'counterparty, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.25x',
  'actions, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.25x',
  'score, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.2x',
  'profile, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.2x',
  'investigation, ordinary p50 at 20,000,000 of 2,000,000 transfers': '1.4x, missed',

  'most memory of all at 20,000,000 of 2,000,000 transfers': '1.3x',
}

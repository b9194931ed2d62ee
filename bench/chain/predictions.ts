/** Written down before the first full run. */
export const predictions: Readonly<Record<string, string>> = {
  'mints/s through the journal against straight, embedded store': '0.50x',
  'mints/s through the journal against straight, PostgreSQL': '0.60x',
  'recovery of 500 jobs after a kill': '5.0 s',
}

/** How sure a TagPack is, by the levels of GraphSense's own table, from 0 to 100. */
export const confidences: ReadonlyMap<string, number> = new Map([
  ['override', 100],
  ['ownership', 100],
  // Read off the chain itself.
  ['ledger_immanent', 100],
  ['manual_transaction', 90],
  ['service_api', 70],
  ['authority_data', 60],
  ['trusted_provider', 50],
  ['service_data', 50],
  ['forensic', 50],
  ['forensic_investigation', 50],
  ['untrusted_transaction', 40],
  ['web_crawl', 20],
  ['heuristic', 10],
  ['unknown', 5],
])

/** That of a pack which does not say. */
export const unknownConfidence = 5

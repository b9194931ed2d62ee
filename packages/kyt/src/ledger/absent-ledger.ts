import type { LedgerStore } from './ledger-store.ts'

/**
 * The error code indicates that the ledger is temporarily unavailable, so that callers do not treat the error
 * as internal.
 */
export class LedgerUnavailable extends Error {
  readonly code = 'LEDGER_UNAVAILABLE'
}

/**
 * The ledger store for a service without a ledger. Every read and every change fails with
 * `LedgerUnavailable`.
 */
export function absentLedger(): LedgerStore {
  const refuse = async (): Promise<never> => {
    throw new LedgerUnavailable('no ledger is configured')
  }
  const reads = {
    versions: refuse,
    changesSince: refuse,
    coverage: refuse,
    fetched: refuse,
    totals: refuse,
    accounts: refuse,
    edges: refuse,
    labels: refuse,
    knownAddresses: refuse,
    names: refuse,
    named: refuse,
    prices: refuse,
    histories: refuse,
    newest: refuse,
    page: refuse,
    firstFunder: refuse,
    transactions: refuse,
    hashes: refuse,
    referenced: refuse,
  }
  const changes = {
    pack: refuse,
    stage: refuse,
    staged: refuse,
    commit: refuse,
    commitWhole: refuse,
    cover: refuse,
    retractions: refuse,
    commitHistory: refuse,
    freshOf: refuse,
    addFacts: refuse,
    readFacts: refuse,
    dropStaged: refuse,
    retract: refuse,
    stageLabels: refuse,
    commitLabels: refuse,
    dropLabels: refuse,
    putPrices: refuse,
    pricedCoins: refuse,
    clear: refuse,
  }
  return {
    ...reads,
    ...changes,
    place: 'absent',
    pieceTransfers: 1,
    pending: refuse,
    migrate: refuse,
    id: refuse,
    ping: refuse,
    close: async () => {},
    snapshot: refuse,
  }
}

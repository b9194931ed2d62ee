import type { LedgerStore } from './ledger-store.ts'

/** Known by its code to be "can't answer now" rather than a fault. */
export class LedgerUnavailable extends Error {
  readonly code = 'LEDGER_UNAVAILABLE'
}

/** What the service has where it keeps no ledger: whoever asks is told that it is not available. */
export function absentLedger(): LedgerStore {
  const refuse = async (): Promise<never> => {
    throw new LedgerUnavailable('there is no ledger here')
  }
  const reads = {
    versions: refuse,
    changesSince: refuse,
    totals: refuse,
    accounts: refuse,
    edges: refuse,
    labels: refuse,
    knownAddresses: refuse,
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
    freshOf: refuse,
    tellFacts: refuse,
    askFacts: refuse,
    dropStaged: refuse,
    retract: refuse,
    stageLabels: refuse,
    commitLabels: refuse,
    dropLabels: refuse,
    putPrices: refuse,
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

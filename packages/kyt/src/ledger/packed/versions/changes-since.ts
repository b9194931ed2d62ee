import type { LedgerReads, Versions } from '../../ledger-store.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { selectTouched, selectVersions } from './version-store.ts'

/** Accounts, transactions and networks share one list, in which prefixes mark transactions and networks. */
const isTransaction = (id: string) => id.startsWith(transactionMark)
const transactionMark = 'tx:'
const isNetwork = (id: string) => id.startsWith(networkMark)
const networkMark = 'network:'

export const touchedTransaction = (reference: string): string => transactionMark + reference

export const touchedCoverage = ({ network }: { readonly network: number }): string => networkMark + network

export async function changesSince(db: LedgerDb, before: Versions): ReturnType<LedgerReads['changesSince']> {
  const now = await selectVersions(db)
  const between = (part: keyof Versions) => selectTouched(db, part, { after: before[part], upTo: now[part] })
  const [moved, labelled, priced] = await Promise.all([
    between('ledger'),
    between('labels'),
    between('prices'),
  ])
  if (moved === undefined || labelled === undefined || priced === undefined)
    return { now, touched: undefined }
  // An account's edges change when a counterparty gets its first label, so a label change can also affect
  // accounts.
  const edged = [...labelled].filter((id) => id.startsWith(edgeMark)).map((id) => id.slice(edgeMark.length))
  return {
    now,
    touched: {
      accounts: new Set([...moved].filter((id) => !isTransaction(id) && !isNetwork(id)).concat(edged)),
      transactions: new Set([...moved].filter(isTransaction).map((id) => id.slice(transactionMark.length))),
      labels: new Set([...labelled].filter((id) => !id.startsWith(edgeMark))),
      coins: new Set([...priced].map(Number)),
      networks: new Set([...moved].filter(isNetwork).map((id) => Number(id.slice(networkMark.length)))),
    },
  }
}

const edgeMark = 'edge:'

export const touchedEdges = (account: string): string => edgeMark + account

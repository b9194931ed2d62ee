import { type FullAccount, insertChunks, type SealedAccount } from '../accounts/account-change-store.ts'
import type { AccountChange } from '../accounts/add-up-batch.ts'
import { packChunk } from '../accounts/seal-account.ts'
import type { LedgerDb } from '../ledger-db.ts'
import { type PackedMovement, packMovements, readMovements } from '../packing/packed-movements.ts'
import { deleteChunks, lockHeads, selectChunks } from './retract-store.ts'

/**
 * Moves a transaction's movements into the chunk that already contains its other movements, so that each
 * transaction is counted in one place. This is needed only for the rare sources that split a transaction into
 * pieces. Returns the accounts whose newest movements changed.
 */
export async function joinTransactions(
  db: LedgerDb,
  changes: readonly AccountChange[],
  sealed: readonly SealedAccount[],
): Promise<FullAccount[]> {
  const continuing = changes.filter(({ continued }) => continued !== undefined)
  if (continuing.length === 0) return []
  const chunksOf = new Map(sealed.map((account) => [keyOf(hexOf(account)), account.chunks]))
  const spans = continuing.flatMap(({ account, coin, continued = [] }) => {
    const times = continued.map(({ time }) => time)
    const txs = new Set(continued.map(({ tx }) => tx))
    const chunks = chunksOf.get(keyOf({ account, coin })) ?? 0
    if (chunks === 0) return []
    return { account, coin, chunks, txs, first: Math.min(...times), last: Math.max(...times) }
  })
  if (spans.length === 0) return []
  const heads = new Map((await lockHeads(db, spans)).map(({ head, ...key }) => [keyOf(key), head]))
  const stored = await selectChunks(db, spans)
  const joined = spans.flatMap((span) => {
    const { account, coin, chunks, txs } = span
    let left: PackedMovement[] = readMovements(heads.get(keyOf(span)) ?? Buffer.of(), coin)
    const grown = stored.flatMap((chunk) => {
      if (keyOf(chunk) !== keyOf(span)) return []
      const here = new Set(
        readMovements(chunk.rows, coin).flatMap(({ tx, kind }) => (kind !== 'fee' && txs.has(tx) ? tx : [])),
      )
      const moved = left.filter(({ tx }) => here.has(tx))
      if (moved.length === 0) return []
      left = left.filter(({ tx }) => !here.has(tx))
      return { chunk, rows: Buffer.concat([chunk.rows, packMovements(moved)]) }
    })
    if (grown.length === 0) return []
    const address = Buffer.from(account, 'hex')
    return { grown, left: { address, coin, chunks, head: packMovements(left) } }
  })
  const grown = joined.flatMap((one) => one.grown)
  if (grown.length === 0) return []
  await deleteChunks(
    db,
    grown.map(({ chunk }) => chunk),
  )
  await insertChunks(
    db,
    grown.map(({ chunk: { account, coin, seq }, rows }) =>
      packChunk({ address: Buffer.from(account, 'hex'), coin, seq }, rows),
    ),
  )
  return joined.map(({ left }) => left)
}

const hexOf = ({ address, coin }: SealedAccount) => ({ account: address.toString('hex'), coin })

const keyOf = ({ account, coin }: Pick<AccountChange, 'account' | 'coin'>) => `${coin} ${account}`

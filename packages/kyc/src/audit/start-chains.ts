import { retryOnConflict } from '@touchstone/storage'
import { type KycContext, type KycDb, tablesOf } from '../context.ts'
import { InputError } from '../input-error.ts'
import {
  insertHead,
  lockChain,
  lockLog,
  nextEntryId,
  replaceHead,
  type StoredHead,
  selectChain,
  selectChainNames,
  selectHead,
  selectIsNew,
} from './audit-chain-store.ts'
import { addEarlier, type ChainHead, type ChainId, emptyHash, placeOfHead } from './audit-hash.ts'
import { type ChangedBy, selectMerchantId } from './audit-store.ts'
import { insertAudit } from './insert-audit.ts'

type Starting = Pick<KycContext, 'vault'>

/** Starts the chain of a new merchant, which has no entries yet. */
export async function startChain(
  { vault }: Starting,
  db: KycDb,
  merchantId: number,
  at: Date,
): Promise<void> {
  const hash = emptyHash(merchantId)
  const head: ChainHead = {
    ...{ chain: merchantId, firstId: 0, earlier: 0, startPosition: 0, startHash: hash, startedAt: at },
    ...{ position: 0, hash },
  }
  await insertHead(db, { ...head, mac: vault.sign(placeOfHead(head)) })
}

/**
 * Starts the chains of a new store. With `hasEntries`, also starts the missing chains of a store that already
 * has entries; these entries then count as recorded before the chain was started. Set it only when a store is
 * upgraded or when the operator requires it. Otherwise, an attacker who can write to the database could
 * delete a chain and wait for the next start.
 */
export async function startChains(
  context: KycContext,
  { hasEntries }: { hasEntries: boolean },
): Promise<void> {
  const tables = tablesOf(context)
  if (!hasEntries && !(await selectIsNew(tables))) return
  await tables.transaction().execute(async (db) => {
    await lockLog(db)
    if (!hasEntries && !(await selectIsNew(db))) return
    for (const { chain } of await selectChainNames(db))
      if (!(await selectHead(db, chain))) await insertHead(db, await headAfterEntries(context, db, chain, 0))
  })
}

export type RestartedChain = { chain: string; earlier: number; position: number }

/**
 * Restarts a chain that was found damaged. The existing entries then count as recorded before the chain was
 * started. The new chain begins with an entry that records who restarted it.
 */
export async function restartChain(
  context: KycContext,
  { mchNo }: { mchNo?: string | undefined },
  by: ChangedBy,
): Promise<RestartedChain> {
  const name = mchNo ?? 'operator'
  const restart = async (db: KycDb) => {
    const merchantId = mchNo === undefined ? null : await selectMerchantId(db, mchNo)
    if (merchantId === undefined) throw new InputError('merchant', 'is not known')
    const chain = merchantId ?? 0
    const former = await lockChain(db, chain)
    if (!former) await lockLog(db)
    const isGenuine = former !== undefined && context.vault.isSigned(former.mac, placeOfHead(former))
    const head = await headAfterEntries(context, db, chain, isGenuine ? former.position : 0)
    await replaceHead(db, head)
    const { earlier, startPosition: position } = head
    const entry = { merchantId, action: 'audit.restarted', target: name, detail: { earlier, position } }
    await insertAudit(context, db, { ...by, ...entry, at: new Date(context.clock.now()) })
    return { chain: name, earlier, position }
  }
  return await retryOnConflict(() => tablesOf(context).transaction().execute(restart))
}

/**
 * Positions from here on are ignored: only somebody who tampers with the database can store such large
 * numbers.
 */
const largestPosition = 2 ** 50

/** Returns the head of a chain that starts after the existing entries. */
async function headAfterEntries(
  { vault, clock }: KycContext,
  db: KycDb,
  chain: ChainId,
  lastPosition: number,
): Promise<StoredHead> {
  const firstId = await nextEntryId(db)
  let [earlier, startPosition] = [0, lastPosition]
  let hash = emptyHash(chain)
  for await (const rows of selectChain(db, chain))
    for (const row of rows) {
      if (row.id >= firstId) continue
      earlier++
      hash = addEarlier(hash, row)
      if (row.position !== null && row.position < largestPosition)
        startPosition = Math.max(startPosition, row.position)
    }
  const head: ChainHead = {
    ...{ chain, firstId, earlier, startPosition, startHash: hash, startedAt: new Date(clock.now()) },
    ...{ position: startPosition, hash },
  }
  return { ...head, mac: vault.sign(placeOfHead(head)) }
}

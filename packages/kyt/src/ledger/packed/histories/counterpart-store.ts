import { binaryQuery, encodeArray, readField } from '@touchstone/storage'
import { type LedgerDb, listOf } from '../ledger-db.ts'

/** A transfer's exact position, and the position at which the ledger had already stored the transfer. */
export type Counterpart = { readonly coin: number; readonly position: number; readonly stored: number }

/** Returns the counterparts in the given transactions, by transaction id in hex. */
export async function selectCounterparts(
  db: LedgerDb,
  ids: readonly Buffer[],
): Promise<Map<string, Counterpart[]>> {
  const rows = await binaryQuery(
    db,
    `select id, coin, position, stored from ledger.counterpart where id = any(${listOf(1, 'uuid')})`,
    [encodeArray.uuid(ids)],
  )
  const found = new Map<string, Counterpart[]>()
  for (const row of rows) {
    const id = readField.hex(row, 0)
    const one = {
      coin: readField.int2(row, 1),
      position: readField.int8(row, 2),
      stored: readField.int8(row, 3),
    }
    found.set(id, [...(found.get(id) ?? []), one])
  }
  return found
}

export async function insertCounterparts(
  db: LedgerDb,
  counterparts: readonly (Counterpart & { readonly id: Buffer })[],
): Promise<void> {
  await binaryQuery(
    db,
    `insert into ledger.counterpart (id, coin, position, stored)
     select * from unnest($1::uuid[], $2::int2[], $3::int8[], $4::int8[])`,
    [
      encodeArray.uuid(counterparts.map(({ id }) => id)),
      encodeArray.int2(counterparts.map(({ coin }) => coin)),
      encodeArray.int8(counterparts.map(({ position }) => position)),
      encodeArray.int8(counterparts.map(({ stored }) => stored)),
    ],
  )
}

/** Deletes the counterparts in transactions that have been retracted. */
export async function deleteCounterparts(db: LedgerDb, ids: readonly Buffer[]): Promise<void> {
  await binaryQuery(db, `delete from ledger.counterpart where id = any(${listOf(1, 'uuid')})`, [
    encodeArray.uuid(ids),
  ])
}

import { BytesReader } from '../packing/bytes-reader.ts'
import type { BytesWriter } from '../packing/bytes-writer.ts'
import { amountDigits } from '../packing/packed-fields.ts'
import type { AccountChange } from './add-up-batch.ts'

// Format of the change that part of an import makes to one account, before the parts are merged:
//
//   varint    length of the account id, then the id
//   varint    coin
//   amounts   received, spent, fees: each as one length byte, then its bytes
//   varints   transactions: received, sent, total; transfers: received, sent
//   uint32    first and last time
//   varint    length of the movements, then the movements as in `packed-movements.ts`

/** An account's change, with its movements packed. */
export type AccountPart = Omit<AccountChange, 'movements' | 'continued'> & { readonly head: Buffer }

export function writeAccountPart(to: BytesWriter, part: Omit<AccountPart, 'head'>, head: Buffer): void {
  writeId(to, part.account)
  to.varint(part.coin)
  writeAmount(to, part.received)
  writeAmount(to, part.spent)
  writeAmount(to, part.fees)
  to.varint(part.receivedTxs)
  to.varint(part.spentTxs)
  to.varint(part.txs)
  to.varint(part.receivedTransfers)
  to.varint(part.spentTransfers)
  to.uint32(part.first)
  to.uint32(part.last)
  to.varint(head.length)
  to.bytes(head)
}

export function* readAccountParts(bytes: Buffer): Generator<AccountPart> {
  const reader = new BytesReader(bytes)
  while (!reader.isAtEnd) {
    const account = reader.hex(reader.varint())
    const coin = reader.varint()
    yield {
      account,
      coin,
      received: reader.amount(reader.byte()),
      spent: reader.amount(reader.byte()),
      fees: reader.amount(reader.byte()),
      receivedTxs: reader.varint(),
      spentTxs: reader.varint(),
      txs: reader.varint(),
      receivedTransfers: reader.varint(),
      spentTransfers: reader.varint(),
      first: reader.uint32(),
      last: reader.uint32(),
      head: reader.bytes(reader.varint()),
    }
  }
}

function writeId(to: BytesWriter, id: string): void {
  to.varint(id.length / 2)
  to.hex(id)
}

function writeAmount(to: BytesWriter, amount: bigint): void {
  const digits = amountDigits(amount)
  to.byte(digits.length / 2)
  to.hex(digits)
}

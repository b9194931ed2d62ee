import type { Vault } from '@touchstone/common'
import { networks } from '../addresses/networks.ts'
import { formatTxHashHex } from '../addresses/tx-hash.ts'
import { type RiskQuery, resolveTarget } from '../operations/resolve-target.ts'

/** What a question is about, in canonical form. Members that the question does not contain are empty. */
export type Subject = { readonly coin: string; readonly address: string; readonly txid: string }

/**
 * Returns what a question is about, with keyed hashes by which records are found: those about the same address or
 * transaction, and those about exactly the same question.
 */
export function subjectOf(
  vault: Vault,
  merchant: string,
  query: RiskQuery,
): { readonly subject: Subject; readonly fingerprint: Buffer; readonly exact: Buffer } {
  const { coin, account, tx } = resolveTarget(query)
  const subject = {
    coin: coin.identifier,
    address: account?.address.text ?? '',
    txid: tx === undefined ? '' : formatTxHashHex(tx),
  }
  // An address has one history in all coins of its network.
  const hashOf = (address = '', tx = '') =>
    vault.fingerprint('kyt-subject', JSON.stringify([merchant, networks[coin.network].id, address, tx]))
  const address = account?.key.address
  return {
    subject,
    fingerprint: address === undefined ? hashOf(undefined, tx) : hashOf(address),
    exact: hashOf(address, tx),
  }
}

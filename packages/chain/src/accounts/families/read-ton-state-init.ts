import { Cell, loadStateInit } from '@ton/core'
import { tonWallets } from './ton-wallets.ts'

type ReadStateInit = { readonly hash: string; readonly publicKey: Buffer | undefined }

/**
 * Returns the hash of the state init, which is part of the wallet's address. Also returns the public key if
 * the contract is a known wallet.
 */
export function readTonStateInit(bytes: Buffer): ReadStateInit | undefined {
  try {
    const [cell, ...more] = Cell.fromBoc(bytes)
    if (!cell || more.length > 0) return undefined
    const { code, data } = loadStateInit(cell.beginParse())
    const hash = cell.hash().toString('hex')
    const codeHash = code?.hash().toString('hex')
    const wallet = tonWallets.find((known) => known.codeHash === codeHash)
    if (!wallet || !data) return { hash, publicKey: undefined }
    return { hash, publicKey: data.beginParse().skip(wallet.keyAt).loadBuffer(32) }
  } catch {
    return undefined
  }
}

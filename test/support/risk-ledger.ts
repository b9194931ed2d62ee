import {
  importLabels,
  importPrices,
  importTransfers,
  iterableSource,
  type Label,
  refuseRejects,
  type Transfer,
} from '@touchstone/kyt'
import type { OpenedLedger } from './ledger.ts'

export const addressOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`
export const txOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

/** Creates a transfer of one ether, which is the only transfer in its transaction and its block. */
export const oneEther = (block: number, from: string, to: string): Transfer => ({
  coin: 'ETH',
  tx: txOf(block),
  position: 0,
  block,
  time: 1_700_000_000 + block * 12,
  from,
  to,
  amount: 10n ** 18n,
})

/** Returns functions that write test data for Ethereum into a ledger. */
export function writeInto(ledger: OpenedLedger) {
  let labelVersion = 0
  return {
    transfers: (transfers: readonly Transfer[], name = 'test') =>
      importTransfers(ledger, {
        source: iterableSource({ kind: 'test', name, transfers }),
        rejects: refuseRejects,
      }),
    labels: (labels: readonly (Partial<Label> & Pick<Label, 'address' | 'category'>)[], source = 'test') => {
      labelVersion += 1
      return importLabels(ledger, {
        sources: [
          {
            name: source,
            version: String(labelVersion),
            title: source,
            async *entries() {
              for (const one of labels) {
                const plain = { network: 'ETH' as const, entity: '', label: one.category, incident: '' }
                yield { file: source, label: { ...plain, confidence: 50, ...one } }
              }
            },
          },
        ],
        rejects: refuseRejects,
      })
    },
    prices: (prices: readonly { coin: string; date: string; usd: bigint }[]) =>
      importPrices(ledger, {
        name: 'test',
        rejects: refuseRejects,
        entries: (async function* () {
          for (const [line, { coin, date, usd }] of prices.entries()) {
            yield { file: 'test', line, price: { coin, date, usdE12: usd * 10n ** 12n } }
          }
        })(),
      }),
  }
}

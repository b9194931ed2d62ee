import type { WalletRow, WalletRows } from './wallet-rows.ts'

/** For browsers that let an embedded page keep nothing: as long as the page is open. */
export function memoryRows(): WalletRows {
  const rows = new Map<string, WalletRow>()
  let current: string | undefined
  return {
    lasting: false,
    get: async (commitment) => rows.get(commitment),
    inUse: async () => current,
    put: async (row) => void rows.set(row.commitment, row),
    async use(row, instead) {
      if (instead !== undefined && current !== undefined && current !== instead.of) return current
      rows.set(row.commitment, row)
      current = row.commitment
      return current
    },
    async clear() {
      rows.clear()
      current = undefined
    },
  }
}

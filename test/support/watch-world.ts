import { createManualClock, createVault, type ManualClock } from '@touchstone/common'
import {
  importLabels,
  type KytContext,
  type KytReader,
  type Label,
  openKytReader,
  refuseRejects,
  type WatchContext,
} from '@touchstone/kyt'

export type WatchWorld = {
  context: WatchContext & { clock: ManualClock }
  reader: KytReader
  /** Replaces all labels of this world. Each label belongs to an Ethereum address. */
  label(labels: readonly (Pick<Label, 'address' | 'category'> & Partial<Label>)[]): Promise<void>
  /** Returns a merchant number that no other test uses. */
  merchant(): string
  /** Returns an Ethereum address that no other test uses. */
  address(): string
}

let worlds = 0

/** Adds to a ledger everything that watching requires, with a clock that the test sets. */
export function createWatchWorld(ledger: KytContext): WatchWorld {
  const world = ++worlds
  let merchants = 0
  let addresses = 0
  let versions = 0
  const context = {
    ...ledger,
    clock: createManualClock(Date.UTC(2026, 10, 15, 12)),
    vault: createVault('a master secret for tests, 32 characters and more'),
    loopbackReceivers: true,
  }
  return {
    context,
    reader: openKytReader(context),
    async label(labels) {
      const version = String(++versions)
      const whole = labels.map((label) => ({
        network: 'ETH' as const,
        entity: 'Somebody',
        label: '',
        incident: '',
        confidence: 90,
        ...label,
      }))
      // A list without rows would have no source and would therefore change nothing.
      const rest = { ...emptyLabel, address: `0x${'ee'.repeat(20)}` }
      await importLabels(context, {
        sources: [
          {
            name: `world ${world}`,
            version,
            title: `world ${world}`,
            async *entries() {
              for (const label of [...whole, rest]) yield { file: 'world', label }
            },
          },
        ],
        rejects: refuseRejects,
      })
    },
    merchant: () => `M${String(world * 1000 + ++merchants).padStart(31, '0')}`,
    address: () => `0x${(world * 1_000_000 + ++addresses).toString(16).padStart(40, '0')}`,
  }
}

const emptyLabel = {
  network: 'ETH' as const,
  entity: 'Nobody',
  label: '',
  category: 'wallet' as const,
  incident: '',
  confidence: 50,
}

import { createManualClock, createVault, type ManualClock, type Vault } from '@touchstone/common'
import type { WatchLevelData } from '@touchstone/contract'
import { type KycContext, makeWebhookSecret, setDefaultUrl } from '@touchstone/kyc'
import {
  importLabels,
  type KytContext,
  type KytReader,
  type Label,
  openKytReader,
  refuseRejects,
  type WatchContext,
} from '@touchstone/kyt'
import { kytEvents } from '../../packages/runtime/src/events/kyt-events.ts'

export type WatchWorld = {
  context: WatchContext & { clock: ManualClock; vault: Vault }
  reader: KytReader
  /** Replaces all labels of this world. Each label belongs to an Ethereum address. */
  label(labels: readonly (Pick<Label, 'address' | 'category'> & Partial<Label>)[]): Promise<void>
  /** Creates a secret for the merchant's default endpoint. */
  makeSecret(merchant: string): Promise<void>
  setUrl(merchant: string, url: string | null): Promise<void>
  /** Returns the deliveries to the merchant's endpoints, oldest first. */
  deliveries(merchant: string): Promise<{ address: string; url: string | null; state: string }[]>
  /** Returns what the events report about the watches in the store, oldest first. */
  levelChanges(): Promise<WatchLevelData[]>
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
  const base = {
    ...ledger,
    clock: createManualClock(Date.UTC(2026, 10, 15, 12)),
    loopbackReceivers: true,
  }
  const vault = createVault('a master secret for tests, 32 characters and more')
  const kyc: KycContext = { ...base, vault }
  const context = { ...base, vault, events: kytEvents(kyc) }
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
    async makeSecret(merchant) {
      await makeWebhookSecret(kyc, { merchant, graceSeconds: 0 })
    },
    async setUrl(merchant, url) {
      await setDefaultUrl(kyc, { merchant, url })
    },
    async deliveries(merchant) {
      const { rows } = await ledger.database.run(
        `select event.data->>'address' as address, delivery.url, delivery.state
        from event_delivery delivery join event on event.seq = delivery.event_seq
        where delivery.merchant = $1 order by delivery.id`,
        [merchant],
      )
      return rows as { address: string; url: string | null; state: string }[]
    },
    async levelChanges() {
      const { rows } = await ledger.database.run(
        "select data from event where type = 'kyt.watch.level_changed' order by seq",
      )
      return (rows as { data: WatchLevelData }[]).map(({ data }) => data)
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

import { systemClock, systemRandom } from '@touchstone/common'
import {
  importLabels,
  importTransfers,
  iterableSource,
  type KytContext,
  type KytReader,
  kytMigrations,
  type Label,
  openKytReader,
  openLedger,
  openPackedLedger,
  refuseRejects,
  resetLedger,
  type Transfer,
} from '@touchstone/kyt'
import { type Database, migrate } from '@touchstone/storage'
import type { Background } from '../background/generate-background.ts'
import type { HardUsers } from '../background/hard-users.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'

export type World = {
  readonly the: LaunderingCase
  readonly background: Background
  readonly hard: HardUsers
}

/** A ledger that contains one case at a time, with the generated users of that case. */
export type Stage = {
  /** Replaces the content of the ledger. The returned reader is valid until the next replacement. */
  setUp(world: World): Promise<KytReader>
  close(): Promise<void>
}

/**
 * Opens one store for all worlds and empties it before each world, because opening a store takes longer than
 * filling a small one.
 */
export async function openStage(database: Database): Promise<Stage> {
  const context: KytContext = {
    database,
    ledger: openPackedLedger(database),
    clock: systemClock,
    random: systemRandom,
  }
  try {
    await migrate({ database, migrations: kytMigrations })
    await openLedger(context)
  } catch (error) {
    await database.close()
    throw error
  }
  return {
    async setUp(world) {
      await resetLedger(context)
      await fill(context, world)
      // A new reader has no cached data from an earlier world.
      return openKytReader(context)
    },
    close: () => database.close(),
  }
}

/** Imports the world through the service's importers. */
async function fill(context: KytContext, { the, background, hard }: World): Promise<void> {
  const labels = labelsOf(the, background)
  await importLabels(context, {
    sources: [
      {
        name: 'evaluation',
        version: '1',
        title: 'Evaluation',
        async *entries() {
          for (const label of labels) yield { file: the.name, label }
        },
      },
    ],
    rejects: refuseRejects,
  })
  const transfers: Transfer[] = [...the.transfers, ...background.transfers, ...hard.transfers]
  const { fresh } = await importTransfers(context, {
    source: iterableSource({ kind: 'transfers', name: the.name, transfers }),
    rejects: refuseRejects,
  })
  if (fresh !== transfers.length) throw new Error(`${the.name}: the ledger did not import every transfer`)
}

/**
 * Returns the labels for the ledger. The labels identify the thief's first addresses and the services, but
 * nothing else about the case.
 */
export function labelsOf(the: LaunderingCase, background: Background): Label[] {
  const common = { network: 'ETH', confidence: 90 } as const
  const thieves = [...the.sources].map((address): Label => {
    return { ...common, address, entity: '', label: 'Thief', category: 'theft', incident: the.name }
  })
  const services = [...the.services, ...background.furtherServices].map(
    ([address, { name, category }]): Label => {
      return { ...common, address, entity: name, label: name, category, incident: '' }
    },
  )
  return [...thieves, ...services]
}

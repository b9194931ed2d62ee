import { systemClock, systemRandom } from '@touchstone/common'
import {
  iterableSource,
  importLabels,
  importTransfers,
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
import type { LaunderingCase } from '../cases/laundering-case.ts'

export type World = { readonly the: LaunderingCase; readonly background: Background }

/** A ledger that holds one case and everybody around it, and after that the next one. */
export type Stage = {
  /** Whatever was in it before is gone. The reader is good until the next world is set up. */
  setUp(world: World): Promise<KytReader>
  close(): Promise<void>
}

/** One store for all worlds, which is emptied between them: to open one takes longer than to fill a small one. */
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
      // Another reader: nothing of an earlier world is remembered.
      return openKytReader(context)
    },
    close: () => database.close(),
  }
}

/** Through the importers that the service has. */
async function fill(context: KytContext, { the, background }: World): Promise<void> {
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
  const transfers: Transfer[] = [...the.transfers, ...background.transfers]
  const { fresh } = await importTransfers(context, {
    source: iterableSource({ kind: 'transfers', name: the.name, transfers }),
    rejects: refuseRejects,
  })
  if (fresh !== transfers.length) throw new Error(`${the.name}: the ledger did not take every transfer`)
}

/** All that the ledger is told: the thief's first addresses, and who is a service. Nothing else of the case. */
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandom } from '@touchstone/common'
import {
  importLabels,
  importTransfers,
  type KytContext,
  type KytDesk,
  kytMigrations,
  type Label,
  openKytDesk,
  openLedger,
  refuseRejects,
  type Transfer,
} from '@touchstone/kyt'
import { migrate, openEmbedded, openEmbeddedClickHouse } from '@touchstone/storage'
import type { Background } from '../background/generate-background.ts'
import type { LaunderingCase } from '../cases/laundering-case.ts'

/** A ledger that holds one case and everybody around it. */
export type World = { readonly desk: KytDesk; close(): Promise<void> }

/** Fills a ledger of its own through the importers that the service has. */
export async function openWorld(options: { the: LaunderingCase; background: Background }): Promise<World> {
  const { the, background } = options
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-eval-'))
  const undo: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last()
  }
  try {
    const database = await openEmbedded({ folder: join(folder, 'postgres') })
    undo.push(() => database.close())
    const clickhouse = await openEmbeddedClickHouse({ folder: join(folder, 'clickhouse') })
    undo.push(() => clickhouse.close())
    await migrate({ database, migrations: kytMigrations })
    const context: KytContext = { database, clickhouse, clock: systemClock, random: systemRandom }
    await openLedger(context)

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
      kind: 'transfers',
      name: the.name,
      entries: [{ transfers }],
      rejects: refuseRejects,
    })
    if (fresh !== transfers.length) throw new Error(`${the.name}: the ledger did not take every transfer`)
    return { desk: openKytDesk(context), close }
  } catch (error) {
    await close()
    throw error
  }
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

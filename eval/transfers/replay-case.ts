import { createManualClock, createVault, systemRandom } from '@touchstone/common'
import type { CustomerTransfer } from '@touchstone/contract'
import {
  importLabels,
  importTransfers,
  iterableSource,
  type KytEvents,
  kytMigrations,
  type Label,
  openKytReader,
  openLedger,
  openPackedLedger,
  reassessTransfers,
  refuseRejects,
  registerTransfer,
  type Transfer,
  type TransferContext,
} from '@touchstone/kyt'
import { type Database, migrate } from '@touchstone/storage'
import type { Progress } from '../../bench/support/progress.ts'
import type { HardGroup } from '../risk/background/hard-users.ts'
import { coin } from '../risk/cases/laundering-case.ts'
import { labelsOf, type World } from '../risk/measure/open-world.ts'

export type Group = 'thief' | 'background' | HardGroup

/** A deposit of the replay, with the decisions on it. */
export type Deposit = {
  readonly group: Group
  readonly customer: string
  readonly time: number
  readonly usd: bigint
  readonly first: CustomerTransfer['decision']
  /** When the deposit was held or blocked for the first time. */
  readonly alert: number | undefined
}

/** Length of a step in seconds. The deposits of a step are decided when the ledger contains all its blocks. */
const step = 600
/** How often earlier deposits are decided again. The service does this every second, which would take days here. */
const decideAgainMs = 6 * 3_600_000
const merchant = 'M'.padEnd(32, '0')
const atOnce = 16
/** Number of background users who are customers. All of them are in the ledger. */
const honestCustomers = 500

/**
 * Replays a case transfer by transfer. Every transfer that a customer receives is registered as a deposit from its
 * sender, with a ledger that contains only what had happened until then. The labels of the thief's first addresses
 * arrive at `labelledAt`. Earlier deposits are decided again every six hours, and when the labels arrive.
 */
export async function replayCase(
  database: Database,
  { world, labelledAt }: { world: World; labelledAt: number },
  progress: Progress,
): Promise<{ deposits: Deposit[]; again: number; changed: number }> {
  const clock = createManualClock(0)
  /** Times of the first holds or blocks that replaced another decision, by reference. */
  const laterAlerts = new Map<string, number>()
  const events: KytEvents = {
    async record(_db, { type, data, at }) {
      if (type !== 'kyt.transfer.changed' || data.decision === 'allow' || laterAlerts.has(data.reference))
        return
      laterAlerts.set(data.reference, at.getTime() / 1000)
    },
    redirect: async () => {},
    canSign: async () => false,
  }
  const context: TransferContext = {
    database,
    ledger: openPackedLedger(database),
    clock,
    random: systemRandom,
    vault: createVault('the evaluation stores nothing that is secret'),
    events,
  }
  await migrate({ database, migrations: kytMigrations })
  await openLedger(context)
  const { the, background, hard } = world
  const labels = labelsOf(the, background)
  const putLabels = async (version: string, list: readonly Label[]) => {
    const entries = async function* () {
      for (const label of list) yield { file: the.name, label }
    }
    await importLabels(context, {
      sources: [{ name: 'evaluation', version, title: 'Evaluation', entries }],
      rejects: refuseRejects,
    })
  }
  await putLabels(
    'before the theft is known',
    labels.filter(({ address }) => !the.sources.has(address)),
  )
  const groups = groupsOf(world)
  const all = [...the.transfers, ...background.transfers, ...hard.transfers].sort((a, b) => a.time - b.time)
  const reader = openKytReader(context)
  const deposits: (Omit<Deposit, 'alert'> & { reference: string })[] = []
  let pending: Transfer[] = []
  let isLabelled = false
  let again = 0
  let decidedAgainAt = 0
  let changed = 0
  for (let from = 0; from < all.length; ) {
    const end = (Math.floor((all[from]?.time ?? 0) / step) + 1) * step
    let to = from
    while ((all[to]?.time ?? end) < end) to++
    const some = all.slice(from, to)
    pending.push(...some)
    from = to
    const ours = some.filter(({ to, amount }) => groups.has(to) && amount > 0n)
    if (!isLabelled && end > labelledAt) {
      isLabelled = true
      clock.set(labelledAt * 1000)
      await putLabels('after the theft is known', labels)
      await decideAgain()
    }
    if (ours.length === 0 && from < all.length) continue
    const name = `${the.name} ${end}`
    const transfers = pending
    await importTransfers(context, {
      source: iterableSource({ kind: 'transfers', name, transfers }),
      rejects: refuseRejects,
    })
    pending = []
    clock.set(end * 1000)
    for (let index = 0; index < ours.length; index += atOnce) {
      const some = ours.slice(index, index + atOnce)
      deposits.push(...(await Promise.all(some.map((one) => register(one)))))
    }
    if (clock.now() - decidedAgainAt >= decideAgainMs || from >= all.length) await decideAgain()
    progress(`${the.name}: registering deposits`, from, all.length)
  }
  return {
    deposits: deposits.map(({ reference, ...one }) => ({
      ...one,
      alert: one.first === 'allow' ? laterAlerts.get(reference) : one.time,
    })),
    again,
    changed,
  }

  async function decideAgain(): Promise<void> {
    decidedAgainAt = clock.now()
    for (;;) {
      const round = await reassessTransfers(context, reader, { batch: 500 })
      if (round.problem !== undefined) throw round.problem
      again += round.taken
      changed += round.changed
      if (round.taken === 0) return
    }
  }

  async function register({ from: address, to: customer, amount, time, tx, position }: Transfer) {
    const digits = String(amount).padStart(7, '0')
    const reference = `${tx} ${position}`.replace(' ', '-')
    const { decision } = await registerTransfer(context, reader, {
      ...{ merchant, customer, direction: 'deposit', coin, address, time },
      reference,
      amount: `${digits.slice(0, -6)}.${digits.slice(-6)}`,
    })
    return { group: groups.get(customer) ?? 'thief', customer, time, usd: amount, first: decision, reference }
  }
}

/** The customers: the addresses that the stolen funds reached, and honest users. Excludes services. */
function groupsOf({ the, background, hard }: World): Map<string, Group> {
  const groups = new Map<string, Group>()
  const reached = new Set(the.sources)
  for (const { from, to } of the.transfers) {
    if (!reached.has(from) || the.services.has(to) || to === '' || reached.has(to)) continue
    reached.add(to)
    groups.set(to, 'thief')
  }
  for (const [address, group] of hard.users) groups.set(address, group)
  // Users of risky services are not honest customers in this sense: an alert about them is justified.
  const honest = [...background.strangers].filter(([, { risky, paidByRisky }]) => !risky && !paidByRisky)
  const every = Math.max(1, Math.floor(honest.length / honestCustomers))
  for (const [index, [address]] of honest.entries()) {
    if (index % every === 0 && groups.size < hard.users.size + reached.size + honestCustomers)
      groups.set(address, 'background')
  }
  return groups
}

import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@touchstone/storage'
import { percentile } from '../../bench/support/numbers.ts'
import {
  type PartReport,
  printReport,
  shown,
  writeMarkdown,
  writeResults,
} from '../../bench/support/report.ts'
import { type RunTools, runToEnd } from '../../bench/support/run-to-end.ts'
import { generateBackground } from '../risk/background/generate-background.ts'
import { generateHardUsers, hardGroups } from '../risk/background/hard-users.ts'
import { CaseFileError, readCase } from '../risk/cases/read-case.ts'
import { type Deposit, type Group, replayCase } from './replay-case.ts'

// Measures how soon the default rules hold deposits of stolen funds, and how many honest customers they hold.

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '../shared/data/ledger/laundering' },
    case: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'label-hours': { type: 'string', default: '0' },
    quick: { type: 'boolean' },
  },
})
/** Background users per address of a case, and hard honest users per group. */
const size = values.quick ? { crowd: 2, group: 10 } : { crowd: 4, group: 40 }

await runToEnd('eval', run, (error) => error instanceof CaseFileError)

async function run({ cleanup, progress, clearProgress }: RunTools): Promise<void> {
  const root = resolve(values.cases)
  const names = existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('case-')) : []
  const chosen = names.filter((name) => values.case === undefined || name === values.case).sort()
  if (chosen.length === 0) {
    process.stdout.write(`skipped: no ${values.case ?? 'case-*'} in ${values.cases}. Set --cases.\n`)
    return
  }
  const found: { name: string; start: number; deposits: Deposit[]; again: number; changed: number }[] = []
  for (const name of chosen) {
    const the = readCase(join(root, name))
    const seed = Number(values.seed)
    const background = generateBackground({ the, seed, perAddress: size.crowd })
    const exchanges = [...background.furtherServices.keys()]
    const hard = generateHardUsers({ the, seed, perGroup: size.group, exchanges })
    const database = await cleanup.own(openEmbedded(), (opened) => opened.close())
    const start = the.transfers.find(({ from }) => the.sources.has(from))?.time ?? 0
    const labelledAt = start + Number(values['label-hours']) * 3600
    const replayed = await replayCase(database, { world: { the, background, hard }, labelledAt }, progress)
    found.push({ name, start, ...replayed })
  }
  clearProgress()
  const every = found.flatMap(({ deposits }) => deposits)
  const report: PartReport = {
    tables: [
      {
        title: `Deposits of stolen funds, decided by the default rules. The thief's first addresses are labelled ${values['label-hours']} hours after the theft`,
        head: [
          ...['case', 'deposits', 'held or blocked on arrival', 'of the value', 'or later', 'of the value'],
          'first alert after the first deposit',
        ],
        rows: found.map(({ name, deposits }) => {
          const thief = deposits.filter(isThief)
          const [held, alerted] = [thief.filter(isHeld), thief.filter(isAlerted)]
          const [first, alert] = [least(thief.map(({ time }) => time)), least(alertsOf(thief))]
          return [
            ...[name, shown.count(thief.length)],
            ...[shown.percent(held.length / thief.length), shown.percent(sum(held) / sum(thief))],
            ...[shown.percent(alerted.length / thief.length), shown.percent(sum(alerted) / sum(thief))],
            first === undefined || alert === undefined ? 'no alert' : duration(alert - first),
          ]
        }),
      },
      {
        title:
          'Customers who deposit stolen funds: time from their first deposit to the first alert about them',
        head: ['case', 'customers', 'with an alert', 'with the first deposit', 'p50', 'p90', 'slowest'],
        rows: found.map(({ name, deposits }) => {
          const byCustomer = new Map<string, Deposit[]>()
          for (const one of deposits.filter(isThief))
            byCustomer.set(one.customer, [...(byCustomer.get(one.customer) ?? []), one])
          const waits = [...byCustomer.values()].flatMap((of) => {
            const alert = least(alertsOf(of))
            return alert === undefined
              ? []
              : [Math.max(0, alert - (least(of.map(({ time }) => time)) ?? alert))]
          })
          return [
            ...[name, shown.count(byCustomer.size), shown.percent(waits.length / byCustomer.size)],
            shown.percent(waits.filter((wait) => wait === 0).length / byCustomer.size),
            ...[0.5, 0.9, 1].map((share) => (waits.length === 0 ? '' : duration(percentile(waits, share)))),
          ]
        }),
      },
      {
        title: 'Honest customers with a held or blocked deposit',
        head: [
          ...[
            'customers',
            'number',
            'deposits',
            'with a hold',
            'per 1,000 customers',
            'blocked',
            'held later',
          ],
        ],
        rows: (['background', ...hardGroups] as const).map((group) => honestRow(every, group)),
      },
      {
        title: 'Later changes',
        head: ['case', 'deposits', 'decided again, per deposit', 'decisions that changed'],
        rows: found.map(({ name, deposits, again, changed }) => [
          ...[name, shown.count(deposits.length), (again / deposits.length).toFixed(1), shown.count(changed)],
        ]),
      },
    ],
    targets: [],
    data: {
      seed: values.seed,
      labelHours: values['label-hours'],
      found: found.map(({ deposits, ...rest }) => ({ ...rest, deposits: deposits.length })),
    },
  }
  printReport([report])
  const delay = values['label-hours'] === '0' ? '' : `-${values['label-hours']}h`
  const name = `transfers${delay}${values.quick ? '-quick' : ''}`
  writeResults(name, report.data)
  process.stdout.write(`written to ${writeMarkdown(name, [report])}\n`)
}

function honestRow(deposits: readonly Deposit[], group: Group): string[] {
  const ours = deposits.filter((one) => one.group === group)
  const customersOf = (list: readonly Deposit[]) => new Set(list.map(({ customer }) => customer)).size
  const [customers, held] = [customersOf(ours), customersOf(ours.filter(isHeld))]
  return [
    ...[group, shown.count(customers), shown.count(ours.length), shown.count(held)],
    customers === 0 ? '' : ((held / customers) * 1000).toFixed(1),
    shown.count(customersOf(ours.filter(({ first }) => first === 'block'))),
    shown.count(customersOf(ours.filter((one) => !isHeld(one) && isAlerted(one)))),
  ]
}

function isThief({ group }: Deposit): boolean {
  return group === 'thief'
}

function isAlerted({ alert }: Deposit): boolean {
  return alert !== undefined
}

function alertsOf(deposits: readonly Deposit[]): number[] {
  return deposits.flatMap(({ alert }) => (alert === undefined ? [] : [alert]))
}

function least(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other))
}

function isHeld({ first }: Deposit): boolean {
  return first !== 'allow'
}

function sum(deposits: readonly Deposit[]): number {
  return deposits.reduce((total, { usd }) => total + Number(usd), 0)
}

function duration(seconds: number): string {
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

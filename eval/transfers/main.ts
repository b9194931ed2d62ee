import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@touchstone/storage'
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
  const found: { name: string; start: number; deposits: Deposit[]; changed: number }[] = []
  for (const name of chosen) {
    const the = readCase(join(root, name))
    const seed = Number(values.seed)
    const background = generateBackground({ the, seed, perAddress: size.crowd })
    const exchanges = [...background.furtherServices.keys()]
    const hard = generateHardUsers({ the, seed, perGroup: size.group, exchanges })
    const database = await cleanup.own(openEmbedded(), (opened) => opened.close())
    const start = the.transfers.find(({ from }) => the.sources.has(from))?.time ?? 0
    found.push({ name, start, ...(await replayCase(database, { the, background, hard }, progress)) })
  }
  clearProgress()
  const every = found.flatMap(({ deposits }) => deposits)
  const report: PartReport = {
    tables: [
      {
        title: 'Deposits of stolen funds, decided by the default rules when they arrive',
        head: [
          'case',
          'deposits',
          'held or blocked',
          'of the value',
          'first alert after the first',
          'after theft',
        ],
        rows: found.map(({ name, start, deposits }) => {
          const thief = deposits.filter(({ group }) => group === 'thief').sort((a, b) => a.time - b.time)
          const held = thief.filter(isHeld)
          const [first, alert] = [thief[0], held[0]]
          return [
            ...[name, shown.count(thief.length)],
            ...[shown.percent(held.length / thief.length), shown.percent(sum(held) / sum(thief))],
            ...(first === undefined || alert === undefined
              ? ['no alert', 'no alert']
              : [duration(alert.time - first.time), duration(alert.time - start)]),
          ]
        }),
      },
      {
        title: 'Honest customers with a held or blocked deposit',
        head: ['customers', 'number', 'deposits', 'with a hold', 'holds per 1,000 customers', 'blocked'],
        rows: (['background', ...hardGroups] as const).map((group) => honestRow(every, group)),
      },
      {
        title: 'Later changes',
        head: ['case', 'deposits', 'decisions that changed with the whole ledger'],
        rows: found.map(({ name, deposits, changed }) => [
          ...[name, shown.count(deposits.length), shown.count(changed)],
        ]),
      },
    ],
    targets: [],
    data: {
      seed: values.seed,
      found: found.map(({ deposits, ...rest }) => ({ ...rest, deposits: deposits.length })),
    },
  }
  printReport([report])
  const name = `transfers${values.quick ? '-quick' : ''}`
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
  ]
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

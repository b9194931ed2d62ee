import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from '@touchstone/storage'
import { describeMachine } from '../../bench/support/machine.ts'
import { type PartReport, printReport, writeMarkdown, writeResults } from '../../bench/support/report.ts'
import { type RunTools, runToEnd } from '../../bench/support/run-to-end.ts'
import { fullCrowd } from './background/generate-background.ts'
import { fullGroup } from './background/hard-users.ts'
import { CaseFileError, readCase } from './cases/read-case.ts'
import { measureBudgets } from './fetch/measure-budgets.ts'
import { evaluate, type Run } from './measure/evaluate.ts'
import { hidings } from './measure/hide-parts.ts'
import { openStage } from './measure/open-world.ts'
import { policies } from './measure/policies.ts'
import { budgetTable } from './report/budget-table.ts'
import {
  alarmTable,
  foundTable,
  hiddenHonestTable,
  hiddenTable,
  honestTable,
  methodTable,
  missList,
  missTable,
  seedTable,
  targetsOf,
  valueTable,
  worldTable,
} from './report/tables.ts'

const defaultCases = '../shared/data/ledger/laundering'
const furtherSeeds = 3
const quickCrowd = 4
const quickGroup = 20
/**
 * Number of background users per address, and of scored addresses per group and case, when a source is used.
 */
const fetchCrowd = 4
const fetchedOfGroup = 60

const flags = readFlags()
await runToEnd(
  'eval',
  async (tools) => {
    const folders = findCases(flags.cases, flags.only)
    if (folders.length > 0) return flags.fetch ? runFetches(folders, tools) : run(folders, tools)
    const wanted = flags.only ?? 'case-*'
    process.stdout.write(`skipped: no ${wanted} in ${flags.cases}. Set their folder with --cases.\n`)
  },
  (error) => error instanceof CaseFileError,
)

async function run(folders: readonly string[], tools: RunTools): Promise<void> {
  const { cleanup, progress, clearProgress } = tools
  const cases = folders.map(readCase)
  const { seed, quick } = flags
  const seeds = quick ? [seed] : Array.from({ length: 1 + furtherSeeds }, (_, index) => seed + index)
  const policy = policies['the policy']
  process.stdout.write(
    `Policy ${policy.version} (${policy.method}), ${cases.length} cases, seeds ${seeds.join(', ')}\n`,
  )
  for (const { name, oddities } of cases)
    for (const oddity of oddities) process.stdout.write(`${name}: ${oddity}.\n`)

  progress('opening a ledger')
  const stage = await cleanup.own(openEmbedded().then(openStage), (opened) => opened.close())
  const runs: Run[] = []
  for (const the of cases) {
    for (const each of seeds) {
      const made = await evaluate({
        the,
        seed: each,
        perAddress: quick ? quickCrowd : fullCrowd,
        perGroup: quick ? quickGroup : fullGroup,
        compared: each === seed,
        hidings: each === seed ? hidings : [],
        gaps: flags.gaps,
        progress,
        stage,
      })
      runs.push(made)
    }
  }
  clearProgress()

  const targets = targetsOf(runs, seeds)
  const warnings = []
  const missed = targets.filter(({ met }) => !met).length
  warnings.push(missed === 0 ? 'All targets are met.' : `${missed} of ${targets.length} targets are MISSED.`)
  if (quick)
    warnings.push(
      `One seed and ${quickCrowd} background users per address are too few for published figures.`,
    )
  if (flags.gaps)
    warnings.push(
      'The ledger lacks some transfers of background users. The targets do not apply to this run.',
    )
  if (flags.only !== undefined) warnings.push('The targets apply only to all cases together.')
  const report: PartReport = {
    tables: [
      worldTable(runs),
      foundTable(runs, seed),
      alarmTable(runs, seeds),
      honestTable(runs),
      hiddenTable(runs, seed),
      hiddenHonestTable(runs, seed),
      seedTable(runs, seeds),
      valueTable(runs, seed),
      methodTable(runs, seed),
      missTable(runs, seed),
      missList(runs, seed),
    ],
    targets,
    data: { runs },
    warnings,
  }
  printReport([report])
  // A quick run does not overwrite the results of a full run.
  const name = `risk${quick ? '-quick' : ''}${flags.gaps ? '-gaps' : ''}`
  writeResults(name, { machine: describeMachine(), policies, seeds, quick, targets, runs })
  process.stdout.write(`\nMarkdown report: ${writeMarkdown(name, [report])}\n`)
}

/** Measures first scores with an empty ledger and a source, for several budgets. */
async function runFetches(folders: readonly string[], { cleanup, progress, clearProgress }: RunTools) {
  const stage = await cleanup.own(openEmbedded().then(openStage), (opened) => opened.close())
  const results = []
  for (const the of folders.map(readCase)) {
    const most = flags.quick ? 10 : fetchedOfGroup
    const sampled = { the, seed: flags.seed, perAddress: fetchCrowd, most, stage, progress }
    results.push({ case: the.name, budgets: await measureBudgets(sampled) })
  }
  clearProgress()
  const report: PartReport = { tables: [budgetTable(results)], targets: [], data: { results } }
  printReport([report])
  const name = `risk-fetch${flags.quick ? '-quick' : ''}`
  writeResults(name, { machine: describeMachine(), seed: flags.seed, results })
  process.stdout.write(`\nMarkdown report: ${writeMarkdown(name, [report])}\n`)
}

function findCases(folder: string, only: string | undefined): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name.startsWith('case-') && existsSync(join(folder, entry.name, '.')))
    .map((entry) => entry.name)
    .filter((name) => only === undefined || name === only)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => join(folder, name))
}

function readFlags(): {
  cases: string
  only: string | undefined
  seed: number
  quick: boolean
  gaps: boolean
  fetch: boolean
} {
  try {
    const { values } = parseArgs({
      options: {
        cases: { type: 'string' },
        case: { type: 'string' },
        seed: { type: 'string' },
        quick: { type: 'boolean' },
        gaps: { type: 'boolean' },
        fetch: { type: 'boolean' },
      },
    })
    const seed = Number(values.seed ?? 1)
    if (Number.isSafeInteger(seed) && seed >= 0)
      return {
        cases: resolve(values.cases ?? defaultCases),
        only: values.case,
        seed,
        quick: values.quick ?? false,
        gaps: values.gaps ?? false,
        fetch: values.fetch ?? false,
      }
  } catch {
    // Ignores the parser's error, because the usage is printed below.
  }
  process.stderr.write(
    'eval: usage: --cases <folder>, --case <name>, --seed <number>, --quick, --gaps and --fetch\n',
  )
  process.exit(1)
}

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIndex, screeningPolicy } from '@touchstone/screening'
import { loadLists, whyNot } from '../../bench/screening/load-lists.ts'
import { readAltered, readNegatives } from '../../bench/screening/read-people.ts'
import { describeMachine } from '../../bench/support/machine.ts'
import {
  type PartReport,
  printReport,
  shown,
  type Table,
  type Target,
  writeMarkdown,
  writeResults,
} from '../../bench/support/report.ts'
import { type RunTools, runToEnd } from '../../bench/support/run-to-end.ts'
import {
  alteredQuestions,
  heldOutAliases,
  originalScriptNames,
  type Question,
  scriptsShown,
} from './make-sets.ts'
import { highestScore, nameOnly, rightScore, shareAbove, thresholdFor } from './measure.ts'
import { measureNamePairs } from './name-pairs.ts'
import { measureTransliteration } from './transliteration.ts'

const defaultData = '../shared/data/sanctions'
const falseShare = 0.005

const flags = readFlags()
await runToEnd('eval', async (tools) => {
  const reason = whyNot(flags.data)
  if (reason === undefined) return run(tools)
  process.stdout.write(`skipped: ${reason}\n`)
})

type Scored = Question & { readonly score: number }

async function run({ progress, clearProgress }: RunTools): Promise<void> {
  const lists = await loadLists(flags.data, progress)
  const everybody = readNegatives(flags.data)
  const negatives = flags.quick ? everybody.filter((_, at) => at % 10 === 0) : everybody
  const index = buildIndex(lists)

  const each = <In, Out>(what: string, items: readonly In[], work: (item: In) => Out): Out[] =>
    items.map((item, at) => {
      if (at % 500 === 0) progress(what, at, items.length)
      return work(item)
    })
  const nobody = each('people on no list, names only', negatives, (person) =>
    highestScore(index, nameOnly(person)),
  )
  const nobodyQualified = each('people on no list, with dates', negatives, (person) =>
    highestScore(index, person),
  )
  const threshold = thresholdFor(nobody, falseShare)

  const altered = alteredQuestions(lists, readAltered(flags.data))
  const scored = (what: string, on: typeof index, questions: readonly Question[]): Scored[] =>
    each(what, questions, (question) => ({ ...question, score: rightScore(on, question) }))
  const alteredNames = altered.questions.map((question) => ({
    ...question,
    person: nameOnly(question.person),
  }))
  const sets = {
    altered: scored('altered names', index, alteredNames),
    'altered, with date and nationality': scored('altered names with dates', index, altered.questions),
    'held-out aliases': [] as Scored[],
    'original script': [] as Scored[],
  }
  const aliases = heldOutAliases(lists)
  sets['held-out aliases'] = scored('held-out aliases', buildIndex(aliases.lists), aliases.questions)
  const original = originalScriptNames(lists)
  sets['original script'] = scored('original script', buildIndex(original.lists), original.questions)
  progress('pairs of names')
  const namePairs = measureNamePairs(flags.data, lists)
  progress('transliteration')
  const transliteration = measureTransliteration(join(flags.data, 'translit'), flags.quick ? 100 : 500)
  clearProgress()

  const recall = (questions: readonly Scored[], at = threshold) =>
    shareAbove(
      questions.map(({ score }) => score),
      at,
    )
  const shipped = screeningPolicy.threshold
  const row = (name: string, questions: readonly Scored[]) => [
    name,
    shown.count(questions.length),
    recall(questions).toFixed(3),
    recall(questions.filter(({ half }) => half === 'tuned on')).toFixed(3),
    recall(questions.filter(({ half }) => half === 'held out')).toFixed(3),
    recall(questions, shipped).toFixed(3),
  ]
  const ofList = (list: string) => sets['held-out aliases'].filter((question) => question.list === list)
  const recallTable: Table = {
    title: `Recall at ${shown.percent(falseShare * 10).replace('%', '')}‰ false hits (threshold ${threshold.toFixed(3)}), on both halves, and at the default threshold ${shipped}`,
    head: ['set', 'questions', 'recall', 'tuned on', 'held out', 'shipped'],
    rows: [
      row('altered UN names', sets.altered),
      row('altered UN names with date and nationality', sets['altered, with date and nationality']),
      row('held-out aliases, all lists', sets['held-out aliases']),
      ...['ofac', 'un', 'eu'].map((list) => row(`held-out aliases, ${list}`, ofList(list))),
      row('original-script names', sets['original script']),
      ...scriptsShown.slice(1).map((script) =>
        row(
          `original script, ${script}`,
          sets['original script'].filter((question) => question.script === script),
        ),
      ),
    ],
  }
  const unseen = nobody.filter((_, at) => at % 2 === 1)
  const falseRate = (scores: readonly number[], at: number) => `${(shareAbove(scores, at) * 100).toFixed(2)}%`
  const falseTable: Table = {
    title: 'People on no list with a hit',
    head: ['threshold', 'names only', 'names only, held-out half', 'with date and nationality', 'fewer'],
    rows: [threshold, shipped, 0.65, 0.7, 0.75, 0.8].map((at) => [
      at.toFixed(3),
      falseRate(nobody, at),
      falseRate(unseen, at),
      falseRate(nobodyQualified, at),
      shown.percent(1 - shareAbove(nobodyQualified, at) / Math.max(1e-9, shareAbove(nobody, at))),
    ]),
  }
  const strict = thresholdFor(unseen, falseShare)
  const heldOut = (questions: readonly Scored[]) => questions.filter(({ half }) => half === 'held out')
  const strictTable: Table = {
    title: `Held-out half only: the threshold (${strict.toFixed(3)}) calculated from its unlisted people, and the recall of its entries`,
    head: ['set', 'questions', 'recall'],
    rows: [
      ['altered UN names', heldOut(sets.altered)] as const,
      ['held-out aliases, all lists', heldOut(sets['held-out aliases'])] as const,
      ['held-out aliases, ofac', heldOut(ofList('ofac'))] as const,
      ['original-script names', heldOut(sets['original script'])] as const,
    ].map(([name, questions]) => [name, shown.count(questions.length), recall(questions, strict).toFixed(3)]),
  }
  const fewer = 1 - shareAbove(nobodyQualified, threshold) / shareAbove(nobody, threshold)
  const lost = recall(sets.altered) - recall(sets['altered, with date and nationality'])
  const atLeast = (what: string, seen: number, wanted: number): Target => ({
    what,
    seen: seen.toFixed(3),
    wanted: `at least ${wanted}`,
    met: seen >= wanted,
  })
  const targets: Target[] = [
    atLeast('altered UN names found', recall(sets.altered), 0.985),
    atLeast('held-out aliases found, all lists', recall(sets['held-out aliases']), 0.55),
    atLeast('held-out aliases found, OFAC', recall(ofList('ofac')), 0.55),
    atLeast('original-script names found', recall(sets['original script']), 0.4),
    atLeast('fewer false hits with date and nationality', fewer, 0.8),
    {
      what: 'recall lost by using date and nationality',
      seen: lost.toFixed(4),
      wanted: 'at most 0.005',
      met: lost <= 0.005,
    },
    ...(namePairs?.targets ?? []),
  ]
  const missed = targets.filter(({ met }) => !met).length
  const report: PartReport = {
    tables: [recallTable, strictTable, falseTable, ...(namePairs ? [namePairs.table] : []), transliteration],
    targets,
    data: {},
    warnings: [
      missed === 0 ? 'All targets are met.' : `${missed} of ${targets.length} targets are MISSED.`,
      ...(namePairs === undefined ? ['Name pairs skipped: there is no name_pairs.csv.'] : []),
      `${altered.gone} altered names are excluded because the list no longer contains the original names.`,
      ...(flags.quick ? ['A tenth of the people is too few for published figures.'] : []),
    ],
  }
  printReport([report])
  const name = flags.quick ? 'screening-quick' : 'screening'
  writeResults(name, { machine: describeMachine(), policy: screeningPolicy, threshold, targets })
  process.stdout.write(`\nMarkdown report: ${writeMarkdown(name, [report])}\n`)
}

function readFlags(): { data: string; quick: boolean } {
  try {
    const { values } = parseArgs({ options: { data: { type: 'string' }, quick: { type: 'boolean' } } })
    return { data: resolve(values.data ?? defaultData), quick: values.quick ?? false }
  } catch {
    process.stderr.write('eval: usage: --data <folder> and --quick\n')
    process.exit(1)
  }
}

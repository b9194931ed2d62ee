import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createFaceChecker, livenessLimits, matchLimits, readFaceModels } from '@touchstone/biometrics'
import type { Raster } from '@touchstone/images'
import { readSettings } from '@touchstone/runtime/command-line'
import { describeMachine } from '../../bench/support/machine.ts'
import type { Progress } from '../../bench/support/progress.ts'
import { type PartReport, printReport, writeMarkdown, writeResults } from '../../bench/support/report.ts'
import { runToEnd } from '../../bench/support/run-to-end.ts'
import { type Footage, readFootage } from '../../test/support/clips/compose.ts'
import { encode } from '../../test/support/clips/pictures.ts'
import { heldOutSessions, settingSessions } from '../../test/support/clips/sessions.ts'
import { evaluateColours } from './measure/evaluate-colours.ts'
import { evaluateLiveness } from './measure/evaluate-liveness.ts'
import { evaluatePairs } from './measure/evaluate-pairs.ts'
import { comparePeople, kinds } from './people/compare-people.ts'
import { readPeople } from './people/read-people.ts'
import { colourTable, colourTargets } from './report/colour-tables.ts'
import { livenessTable, livenessTargets, missTable } from './report/liveness-tables.ts'
import { edgeTable, galleryTable, pairTargets, rocTable } from './report/pair-tables.ts'
import { reportPeople } from './report/people-tables.ts'

const { values: flags } = parseArgs({
  options: {
    /** Folder with the photographs and with pairs.csv. */
    faces: { type: 'string', default: '../shared/data/faces' },
    /** Folder with photographs of many people, named after them. */
    people: { type: 'string', default: '../shared/data/lfw' },
    /** File that stores the measurements of these photographs (see `readPeople`). */
    measures: { type: 'string' },
    live: { type: 'string' },
    attacks: { type: 'string' },
    /** Uses only a few attempts and pairs, for a quick test run. */
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    /** Runs only one kind of attempt, or `colours`. */
    only: { type: 'string' },
    /** Uses the clips from which the limits were derived, so that the limits can be derived again. */
    setting: { type: 'boolean', default: false },
    pairsOnly: { type: 'boolean', default: false },
    peopleOnly: { type: 'boolean', default: false },
  },
})

/** Compares all people with one another, using each of the two packaged embeddings. */
async function evaluatePeople(progress: Progress, cleanup: { add(close: () => Promise<void>): void }) {
  const models = readFaceModels({ embedding: 'faceplugin', previous: ['built-in'] })
  const checker = createFaceChecker({ workers: 1, queueLimit: 20, timeLimitMs: 600_000, models })
  cleanup.add(() => checker.close())
  const { embeddings } = checker.limits
  const { people, ...read } = await readPeople({
    ...{ checker, folder: resolve(flags.people), progress },
    measures: flags.measures && resolve(flags.measures),
    mostPeople: flags.quick ? 20 : Number.POSITIVE_INFINITY,
  })
  const comparisons = embeddings.flatMap((limits) =>
    kinds.map((kind) => {
      progress('comparing people')
      return comparePeople(people, kind, limits)
    }),
  )
  return reportPeople({ comparisons, limits: embeddings, ...read })
}

await runToEnd('eval', async ({ cleanup, progress, clearProgress }) => {
  // Uses the models that FACE_EMBEDDING_MODEL and FACE_LIVENESS_MODEL name, or the built-in models.
  const { embedding, liveness } = readSettings().faceModels
  const models = readFaceModels({ embedding, liveness, previous: [] })
  const checker = createFaceChecker({ workers: 2, queueLimit: 20, timeLimitMs: 600_000, models })
  cleanup.add(() => checker.close())
  const reports: PartReport[] = []

  if (existsSync(flags.people) && flags.only === undefined)
    reports.push(await evaluatePeople(progress, cleanup))
  else process.stdout.write('skipped: no photographs of people. Set their folder with --people.\n')

  const folder = resolve(flags.faces)
  if (!flags.peopleOnly && existsSync(join(folder, 'pairs.csv'))) {
    const mostPairs = flags.quick ? 10 : Number.POSITIVE_INFINITY
    const results = await evaluatePairs({ checker, folder, mostPairs, progress })
    reports.push({
      tables: [rocTable(results), edgeTable(results), galleryTable(results)],
      targets: pairTargets(results),
      data: { pairs: results },
    })
  } else {
    process.stdout.write('skipped: no pairs.csv with photographs. Set their folder with --faces.\n')
  }

  if (!flags.pairsOnly && !flags.peopleOnly) {
    const footage: Footage[] = []
    for (const session of flags.setting ? settingSessions : heldOutSessions) {
      for (const mirrored of [false, true]) {
        progress('cutting the clips')
        footage.push(await readFootage(session, { mirrored, locate }))
      }
    }
    const attempts = await evaluateLiveness({
      checker,
      footage,
      live: Number(flags.live ?? (flags.quick ? 1 : 20)),
      attacks: Number(flags.attacks ?? (flags.quick ? 1 : 5)),
      only: flags.only,
      seed: flags.seed,
      progress,
      tell: ({ kind, steps, verdict, failed }) =>
        process.stdout.write(
          `${kind} [${steps}]: ${verdict}${failed.length > 0 ? ` (${failed.join(', ')})` : ''}\n`,
        ),
    })
    if (flags.only === undefined || flags.only === 'colours') {
      const films = await evaluateColours({
        checker,
        footage,
        films: flags.quick ? 1 : 12,
        drawsOfFilm: flags.quick ? 200 : 2000,
        seed: flags.seed,
        progress,
      })
      reports.push({ tables: [colourTable(films)], targets: colourTargets(films), data: { films } })
    }
    const warnings = flags.setting
      ? ['These clips were used to set the limits. Do not publish the results.']
      : []
    reports.push({
      tables: [livenessTable(attempts), missTable(attempts)],
      targets: livenessTargets(attempts),
      data: { attempts },
      warnings,
    })
  }

  clearProgress()
  printReport(reports)
  const part = flags.setting
    ? 'faces-setting'
    : flags.only || flags.pairsOnly || flags.peopleOnly
      ? 'faces-part'
      : 'faces'
  // A quick run does not overwrite the results of a full run.
  const name = flags.quick ? `${part}-quick` : part
  const limits = { livenessLimits, matchLimits, models: checker.limits }
  const { version: versions } = checker
  writeResults(name, { machine: describeMachine(), versions, limits, parts: reports.map(({ data }) => data) })
  process.stdout.write(`\nMarkdown report: ${writeMarkdown(name, reports)}\n`)

  async function locate(picture: Raster): Promise<Footage['face']> {
    const { face } = await checker.measurePicture({ picture: await encode(picture) })
    if (face === undefined) throw new Error('no face found in a neutral frame')
    const [x, y] = face.features.centre
    return { x, y, size: face.features.size }
  }
})

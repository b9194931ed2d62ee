import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDocumentReader } from '@touchstone/documents'
import { describeMachine } from '../../bench/support/machine.ts'
import { printReport, writeMarkdown, writeResults } from '../../bench/support/report.ts'
import { runToEnd } from '../../bench/support/run-to-end.ts'
import { evaluateBaseline } from './evaluate-baseline.ts'
import { evaluatePhotos } from './evaluate-photos.ts'
import { evaluateProofs } from './evaluate-proofs.ts'
import { evaluateTraps } from './evaluate-traps.ts'
import { evaluateFrames, evaluateLevel, evaluateSmall, evaluateUnseen } from './evaluate-zones.ts'
import { type Found, makeReport, type Part, parts } from './make-report.ts'

const flags = readFlags()

await runToEnd('eval', async ({ cleanup, progress, clearProgress }) => {
  const { seed, quick } = flags
  const options = { workers: 1, queueLimit: 1, allowSpecimen: true, timeLimitMs: 120_000 }
  const reader = createDocumentReader(options)
  const bare = createDocumentReader({ ...options, crossCheck: false })
  cleanup.add(() => reader.close())
  cleanup.add(() => bare.close())
  const tools = { reader, seed, progress }
  const withoutPrint = { reader: bare, seed, progress }
  const main = quick ? 10 : 100
  const side = flags.side ?? (quick ? 3 : 15)

  // Starts the text reader first, so that its startup time is not counted for the first page.
  await evaluateLevel({ ...tools, seed: 'warm-up' }, 'clean', 1)
  await evaluateLevel({ ...withoutPrint, seed: 'warm-up' }, 'clean', 1)
  const wants = (part: Part) => flags.only === undefined || flags.only === part
  const found: Found = {}
  const warnings: string[] = []
  if (wants('pages')) {
    found.pages = {
      mild: await evaluateLevel(tools, 'mild', main),
      strong: await evaluateLevel(tools, 'strong', main),
    }
  }
  if (wants('zone')) {
    found.zone = {
      mild: await evaluateLevel(withoutPrint, 'mild', side),
      strong: await evaluateLevel(withoutPrint, 'strong', side),
      baseline: {
        mild: await evaluateBaseline({ seed, pages: side, level: 'mild', progress }),
        strong: await evaluateBaseline({ seed, pages: side, level: 'strong', progress }),
      },
    }
  }
  if (wants('sides')) {
    found.sides = {
      levels: [
        await evaluateLevel(tools, 'clean', side),
        await evaluateLevel(tools, 'faint', side),
        await evaluateLevel(tools, 'medium', side),
        await evaluateLevel(tools, 'harsh', side),
        await evaluateLevel(tools, 'strong', side, 800),
      ],
      unseen: await evaluateUnseen(tools, side),
      frames: await evaluateFrames(tools, side),
    }
  }
  if (wants('small')) found.small = await evaluateSmall(tools, side)
  if (wants('traps')) found.traps = await evaluateTraps(tools, side, resolve(flags.faces))
  if (wants('photos')) {
    const where = { folder: resolve(flags.pictures), truths: resolve(flags.truths) }
    const photos = await evaluatePhotos({ reader, progress, ...where })
    if (photos) found.photos = photos
    else warnings.push(`Photos skipped: no transcribed pictures in ${flags.pictures}.`)
  }
  if (wants('proofs')) found.proofs = await evaluateProofs(tools, quick ? 4 : 20)
  clearProgress()
  const report = makeReport(found, quick)
  report.warnings?.push(...warnings)
  printReport([report])
  // A quick or partial run does not overwrite the results of a full run.
  const name = ['documents', ...(quick ? ['quick'] : []), ...(flags.only ? [flags.only] : [])].join('-')
  writeResults(name, { machine: describeMachine(), seed, quick, targets: report.targets, found })
  process.stdout.write(`\nMarkdown report: ${writeMarkdown(name, [report])}\n`)
})

function readFlags(): {
  seed: string
  quick: boolean
  faces: string
  pictures: string
  truths: string
  only: Part | undefined
  side: number | undefined
} {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        quick: { type: 'boolean' },
        faces: { type: 'string' },
        only: { type: 'string' },
        photos: { type: 'boolean' },
        pictures: { type: 'string' },
        truths: { type: 'string' },
        side: { type: 'string' },
      },
    })
    const { seed = '1', quick = false, faces = '../shared/data/faces' } = values
    const { pictures = '../shared/data/documents', truths = 'eval/documents/photo-truths.json' } = values
    const asked = values.photos ? 'photos' : values.only
    const only = parts.find((part) => part === asked)
    const side = values.side === undefined ? undefined : Number(values.side)
    const good = side === undefined || (Number.isSafeInteger(side) && side > 0)
    if (good && (asked === undefined || only !== undefined))
      return { seed, quick, faces, pictures, truths, only, side }
  } catch {
    // Ignores the parser's error, because the usage is printed below.
  }
  process.stderr.write(
    `eval: usage: --seed <text>, --quick, --side <pages>, --faces <folder>, --photos, --pictures <folder>, --truths <file> and --only ${parts.join(' | ')}\n`,
  )
  process.exit(1)
}

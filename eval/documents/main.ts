import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDocumentReader } from '@touchstone/documents'
import { describeMachine } from '../../bench/support/machine.ts'
import { printReport, writeMarkdown, writeResults } from '../../bench/support/report.ts'
import { runToEnd } from '../../bench/support/run-to-end.ts'
import { evaluateBaseline } from './evaluate-baseline.ts'
import { evaluateProofs } from './evaluate-proofs.ts'
import { evaluateTraps } from './evaluate-traps.ts'
import { evaluateFrames, evaluateLevel, evaluateUnseen } from './evaluate-zones.ts'
import { makeReport } from './make-report.ts'

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
  const side = quick ? 3 : 15

  // The text reader starts once: that start is no part of any page's time.
  await evaluateLevel({ ...tools, seed: 'warm-up' }, 'clean', 1)
  await evaluateLevel({ ...withoutPrint, seed: 'warm-up' }, 'clean', 1)
  const found = {
    mild: await evaluateLevel(tools, 'mild', main),
    strong: await evaluateLevel(tools, 'strong', main),
    bare: [
      await evaluateLevel(withoutPrint, 'mild', side),
      await evaluateLevel(withoutPrint, 'strong', side),
    ],
    others: [
      await evaluateLevel(tools, 'clean', side),
      await evaluateLevel(tools, 'faint', side),
      await evaluateLevel(tools, 'medium', side),
      await evaluateLevel(tools, 'harsh', side),
      await evaluateLevel(tools, 'strong', side, 800),
    ],
    unseen: await evaluateUnseen(tools, side),
    frames: await evaluateFrames(tools, side),
    traps: await evaluateTraps(tools, side, resolve(flags.faces)),
    proofs: await evaluateProofs(tools, quick ? 4 : 20),
    baseline: {
      mild: await evaluateBaseline({ seed, pages: side, level: 'mild', progress }),
      strong: await evaluateBaseline({ seed, pages: side, level: 'strong', progress }),
    },
  }
  clearProgress()
  const report = makeReport(found, quick)
  printReport([report])
  const name = quick ? 'documents-quick' : 'documents'
  writeResults(name, { machine: describeMachine(), seed, quick, targets: report.targets, found })
  process.stdout.write(`\nThe same as Markdown: ${writeMarkdown(name, [report])}\n`)
})

function readFlags(): { seed: string; quick: boolean; faces: string } {
  try {
    const { values } = parseArgs({
      options: { seed: { type: 'string' }, quick: { type: 'boolean' }, faces: { type: 'string' } },
    })
    const { seed = '1', quick = false, faces = '../shared/data/faces' } = values
    return { seed, quick, faces }
  } catch {
    process.stderr.write('eval: the flags are --seed <text>, --quick and --faces <folder>\n')
    process.exit(1)
  }
}

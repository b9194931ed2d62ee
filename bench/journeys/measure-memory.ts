import { setTimeout as pause } from 'node:timers/promises'
import { developmentKeys, openProver } from '@touchstone/credential'
import { startSmtp } from '../../test/support/smtp.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import { makeProgram } from './make-program.ts'
import type { Bench } from './sizes.ts'
import { startService } from './start-service.ts'
import { walkPerson } from './walk-person.ts'

const settledMs = 30_000
/** The options and environment variables that `npm start` sets. */
const nodeOptions = ['--max-semi-space-size=4']
const asStarted = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
}
const mebibyte = 2 ** 20

/**
 * Measures the resident memory of the demo with its embedded store: at rest, after a verification, and after
 * its threads have been idle.
 */
export async function measureMemory({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const smtp = await startSmtp()
  cleanup.add(() => smtp.stop())
  progress('starting the demo')
  const service = await startService({ SMTP_URL: smtp.url, LOG_LEVEL: 'error', ...asStarted }, nodeOptions)
  cleanup.add(() => service.stop())
  await service.restart()
  const { url, demo } = service
  const programNo = await makeProgram(service)
  await pause(settledMs)
  const { now: atRest } = service.residentBytes()
  const prover = openProver({ keys: developmentKeys })
  cleanup.add(() => prover.close())
  progress('verifying a person')
  await walkPerson({ url, demo, programNo, number: 1, prover, code: (email) => smtp.code(email) })
  const { now: afterwards, peak } = service.residentBytes()
  for (let minute = 0; minute < sizes.idleMinutes; minute++) {
    progress('idle, minutes', minute, sizes.idleMinutes)
    await pause(60_000)
  }
  const { now: later } = service.residentBytes()
  const show = (bytes: number) => `${shown.mebibytes(bytes)} MiB`
  return {
    tables: [
      {
        title: 'Resident memory of the demo process, MiB',
        head: ['at rest', 'peak during a verification', 'after it', `${sizes.idleMinutes} minutes later`],
        rows: [[atRest, peak, afterwards, later].map(shown.mebibytes)],
      },
    ],
    targets: [
      target('memory of the demo at rest', atRest, { atMost: 400 * mebibyte }, show),
      target('memory of the demo after a verification and a pause', later, { atMost: 400 * mebibyte }, show),
    ],
    data: { atRest, peak, afterwards, later },
  }
}

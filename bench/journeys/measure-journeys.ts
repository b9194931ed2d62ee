import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Deployment, svcSbtAbi } from '@touchstone/chain'
import { developmentKeys, openProver } from '@touchstone/credential'
import { createPublicClient, http } from 'viem'
import { ask } from '../../test/support/ask.ts'
import { startSmtp } from '../../test/support/smtp.ts'
import { percentile } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Bench } from './sizes.ts'
import { type Service, startService } from './start-service.ts'
import { type Stages, stageNames, walkPerson } from './walk-person.ts'

/**
 * Starts many journeys at the same time on a separate server process. No journey must be lost and no step
 * repeated.
 */
export async function measureJourneys({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const smtp = await startSmtp()
  cleanup.add(() => smtp.stop())
  progress('starting a server')
  const service = await startService({ SMTP_URL: smtp.url, LOG_LEVEL: 'error' })
  cleanup.add(() => service.stop())
  const { url, demo } = service
  const programNo = await makeProgram(service)
  const prover = openProver({ keys: developmentKeys, queueLimit: 1000 })
  cleanup.add(() => prover.close())
  const person = (number: number) =>
    walkPerson({ url, demo, programNo, number, prover, code: (email) => smtp.code(email) })

  // The first person's journey warms up the service.
  await person(1_000)
  let number = 0
  const alone: Stages[] = []
  const aloneFrom = performance.now()
  for (let each = 0; each < sizes.alone; each++) {
    progress('one person after another', each, sizes.alone)
    alone.push((await person(++number)).stages)
  }
  const aloneMs = (performance.now() - aloneFrom) / sizes.alone

  let done = 0
  const from = performance.now()
  const first = number + 1
  const together = await Promise.allSettled(
    Array.from({ length: sizes.people }, async (_, index) => {
      const walked = await person(first + index)
      progress('at once', ++done, sizes.people)
      return walked
    }),
  )
  const wallMs = performance.now() - from
  const arrived = together.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const walked = arrived.map(({ stages }) => stages)
  const again = arrived.flatMap((each) => each.again)
  const reasons = together.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))

  const expected = sizes.people + sizes.alone + 1
  const seen = await look(service, programNo)
  const lost = expected - seen.passed
  const more = (count: number) => Math.max(0, count - expected)
  const doubled = more(seen.users) + more(seen.tokens) + more(seen.mails(smtp))
  return {
    tables: [
      {
        title: `${sizes.people} concurrent KYC journeys, seconds waiting for the service (without the device's own work)`,
        head: ['stage', 'alone', 'p50', 'p95', 'longest'],
        rows: stageNames.map((name) => {
          const times = walked.map((each) => each[name] / 1000).sort((a, b) => a - b)
          const one = alone.map((each) => each[name] / 1000)
          return [
            name,
            (one.reduce((sum, each) => sum + each, 0) / one.length).toFixed(1),
            percentile(times, 0.5).toFixed(1),
            percentile(times, 0.95).toFixed(1),
            (times.at(-1) ?? 0).toFixed(1),
          ]
        }),
      },
      {
        title: 'State of the service afterwards',
        head: ['users', 'passed', 'tokens on the chain', 'mails', 'second tries', 'wall time, s'],
        rows: [
          [
            shown.count(seen.users),
            shown.count(seen.passed),
            shown.count(seen.tokens),
            shown.count(seen.mails(smtp)),
            shown.count(again.length),
            (wallMs / 1000).toFixed(0),
          ],
        ],
      },
    ],
    targets: [
      target('journeys lost', lost, { atMost: 0 }, String),
      target('journeys doubled', doubled, { atMost: 0 }, String),
      target(
        'wall time of 50 concurrent journeys, relative to sequential ones',
        wallMs / sizes.people / aloneMs,
        {
          atMost: 1,
        },
      ),
    ],
    tallies: [
      { what: 'journeys', expected, seen: seen.passed },
      { what: 'people', expected, seen: seen.users },
      { what: 'tokens', expected, seen: seen.tokens },
      { what: 'mails', expected, seen: seen.mails(smtp) },
    ],
    data: { walked, alone, wallMs, lost, doubled, again, reasons },
    warnings: [
      'The simulated devices (drawing documents, assembling captures, creating proofs) share the cores with the service.',
      ...(again.length > 0 ? [`Retried because of: ${again.join(', ')}.`] : []),
      ...reasons.slice(0, 5),
    ],
  }
}

/** Disables the uniqueness check, because all people in this benchmark have the same face. */
async function makeProgram({ command, demo }: Service): Promise<string> {
  const base = ['program', 'create', 'Load', '--merchant', demo.mchNo, '--kind', 'KYC', '--active']
  const rules = ['--checks', 'sanction,age,citizenship', '--minimum-age', '18']
  return (await command<{ programNo: string }>(...base, ...rules)).programNo
}

async function look(service: Service, programNo: string) {
  const { mchNo, apiKey } = service.demo
  const users: { status: string; ssiWallet: string }[] = []
  for (let page = 1; ; page++) {
    const body = { mchNo, apiKey, programNo, page }
    const answer = await ask(`${service.url}/zkseradmin/openapi/kyc/getUsersList`, { body })
    const data = answer.body.data as { totalPage: number; users: typeof users }
    users.push(...data.users)
    if (page >= data.totalPage) break
  }
  const read = <Content>(...path: string[]) =>
    JSON.parse(readFileSync(join(service.dataFolder, ...path), 'utf8')) as Content
  const client = createPublicClient({
    transport: http(read<{ url: string }>('chain', '137', 'node.json').url),
  })
  const logs = await client.getContractEvents({
    abi: svcSbtAbi,
    address: read<Deployment>('deployments', '137.json').contracts.SvcSBT.address,
    eventName: 'Transfer',
    args: { to: users.map(({ ssiWallet }) => ssiWallet as `0x${string}`) },
    fromBlock: 0n,
  })
  return {
    users: users.length,
    passed: users.filter(({ status }) => status === 'KYC Passed').length,
    tokens: logs.length,
    mails: (smtp: { mails: readonly unknown[] }) => smtp.mails.length,
  }
}

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type Deployment, svcSbtAbi } from '@touchstone/chain'
import { developmentKeys, openProver } from '@touchstone/credential'
import { openServer } from '@touchstone/storage'
import { createPublicClient, http } from 'viem'
import { ask } from '../../test/support/ask.ts'
import { startPostgres } from '../../test/support/postgres-server.ts'
import { startSmtp, type TestSmtp } from '../../test/support/smtp.ts'
import { percentile } from '../support/numbers.ts'
import { type PartReport, shown, target } from '../support/report.ts'
import type { Tally } from '../support/require-all.ts'
import { makeProgram } from './make-program.ts'
import type { Bench } from './sizes.ts'
import { type LoopDelay, type Service, startService } from './start-service.ts'
import { type Stages, stageNames, walkPerson } from './walk-person.ts'

/** The result of one group of people who started at the same moment, on a server with this number of workers. */
type Round = {
  workers: number
  people: number
  stages: Stages[]
  wallS: number
  cpuS: number
  delay: LoopDelay
  again: string[]
  reasons: string[]
}

type CpuByStage = Partial<Record<(typeof stageNames)[number], number>>

/**
 * Starts journeys at the same moment on a server in a separate process, with and without workers. No journey
 * may be lost, and no step may be repeated.
 */
export async function measureJourneys({ sizes, progress, cleanup }: Bench): Promise<PartReport> {
  const postgres = await startPostgres()
  cleanup.add(() => postgres.stop())
  const prover = openProver({ keys: developmentKeys, queueLimit: 1000 })
  cleanup.add(() => prover.close())
  const rounds: Round[] = []
  const cpu = new Map<number, CpuByStage>()
  const tallies: Tally[] = []
  for (const { workers, people: numbers } of sizes.rounds) {
    const smtp = await startSmtp()
    progress(`starting a server with ${workers} workers`)
    const service = await startWithWorkers(await createDatabase(postgres.url, workers), smtp, workers)
    cleanup.add(async () => {
      await service.stop()
      await smtp.stop()
    })
    const { url, demo } = service
    const programNo = await makeProgram(service)
    let number = 0
    const person = (onStage?: (name: string) => void) =>
      walkPerson({
        ...{ url, demo, programNo, number: ++number, prover, code: (email) => smtp.code(email) },
        ...(onStage && { onStage }),
      })
    // The first person warms up the service and is not measured.
    await person()
    cpu.set(workers, await measureStages(service, person))
    for (const people of numbers) {
      const say = (done: number) => progress(`${workers} workers, ${people} people at once`, done, people)
      rounds.push({ workers, people, ...(await runRound(service, people, person, say)) })
    }
    tallies.push(...(await count(service, programNo, smtp, number, `with ${workers} workers`)))
    await service.stop()
  }
  const lost = tallies.reduce((sum, { expected, seen }) => sum + Math.max(0, expected - seen), 0)
  const doubled = tallies.reduce((sum, { expected, seen }) => sum + Math.max(0, seen - expected), 0)
  const delay = Math.max(...rounds.map((round) => round.delay.p99Ms))
  const again = rounds.flatMap((round) => round.again)
  return {
    tables: [waitingTable(rounds), capacityTable(rounds), stageTable(cpu)],
    targets: [
      target('journeys, tokens or mails lost', lost, { atMost: 0 }, String),
      target('journeys, tokens or mails duplicated', doubled, { atMost: 0 }, String),
      target("delay of the server's event loop, p99", delay, { atMost: 50 }, (ms) => `${shown.ms(ms)} ms`),
    ],
    tallies,
    data: { rounds, cpu: Object.fromEntries(cpu) },
    warnings: [
      `The devices' work (drawing documents, assembling videos, creating proofs) and PostgreSQL share the ${availableParallelism()} cores with the service. Only the CPU time of the server and its workers is counted.`,
      ...(again.length > 0 ? [`Retried because of: ${again.join(', ')}.`] : []),
      ...rounds.flatMap(({ reasons }) => reasons).slice(0, 5),
    ],
  }
}

async function createDatabase(url: string, workers: number): Promise<string> {
  const name = `journeys_${workers}`
  const admin = await openServer({ url, poolSize: 2 })
  await admin.run(`create database ${name}`)
  await admin.close()
  return url.replace(/\/postgres$/, `/${name}`)
}

async function startWithWorkers(databaseUrl: string, smtp: TestSmtp, workers: number): Promise<Service> {
  const key = randomBytes(32).toString('hex')
  const service = await startService({
    ...{ DATABASE_URL: databaseUrl, SMTP_URL: smtp.url, LOG_LEVEL: 'error', LEDGER_URL: 'off' },
    ...(workers > 0 && { VERIFICATION_WORK: 'workers', TOUCHSTONE_WORKER_KEY: key }),
  })
  for (let worker = 1; worker <= workers; worker++) await service.startWorker(`worker-${worker}`)
  return service
}

/** Returns the CPU seconds used for one person in each stage. */
async function measureStages(
  service: Service,
  person: (onStage: (name: string) => void) => Promise<unknown>,
): Promise<CpuByStage> {
  const stages: Record<string, number> = {}
  let last = service.cpuSeconds()
  await person((name) => {
    const now = service.cpuSeconds()
    stages[name] = (stages[name] ?? 0) + now - last
    last = now
  })
  return stages
}

async function runRound(
  service: Service,
  people: number,
  person: () => ReturnType<typeof walkPerson>,
  say: (done: number) => void,
): Promise<Omit<Round, 'workers' | 'people'>> {
  await service.loopDelay()
  const [cpuFrom, from] = [service.cpuSeconds(), performance.now()]
  let done = 0
  const ended = await Promise.allSettled(
    Array.from({ length: people }, async () => {
      const walked = await person()
      say(++done)
      return walked
    }),
  )
  const walked = ended.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  return {
    stages: walked.map(({ stages }) => stages),
    wallS: (performance.now() - from) / 1000,
    cpuS: service.cpuSeconds() - cpuFrom,
    delay: await service.loopDelay(),
    again: walked.flatMap(({ again }) => again),
    reasons: ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : [])),
  }
}

const processesOf = (workers: number) =>
  workers === 0 ? 'server' : `server, ${workers} ${workers === 1 ? 'worker' : 'workers'}`
const secondsOf = (round: Round, name: (typeof stageNames)[number], share: number) =>
  percentile(
    round.stages.map((each) => each[name] / 1000),
    share,
  ).toFixed(1)

function waitingTable(rounds: readonly Round[]) {
  return {
    title: "Seconds that a person waits for the service, excluding the device's own work",
    head: [
      'processes',
      'people',
      'queue p50',
      'queue p95',
      'decision p50',
      'decision p95',
      'all p50',
      'all p95',
    ],
    rows: rounds.map((round) => [
      ...[processesOf(round.workers), String(round.people)],
      ...[secondsOf(round, 'turn', 0.5), secondsOf(round, 'turn', 0.95)],
      ...[secondsOf(round, 'judged', 0.5), secondsOf(round, 'judged', 0.95)],
      ...[secondsOf(round, 'all', 0.5), secondsOf(round, 'all', 0.95)],
    ]),
  }
}

function capacityTable(rounds: readonly Round[]) {
  return {
    title: 'Capacity',
    head: [
      ...['processes', 'people', 'wall time, s', 'people/hour', 'CPU s/person', 'people/hour and core'],
      ...['second tries', 'delay of the event loop p99, ms', 'longest, ms'],
    ],
    rows: rounds.map(({ workers, people, stages, wallS, cpuS, again, delay }) => [
      ...[processesOf(workers), String(people), wallS.toFixed(0)],
      shown.count((3600 * stages.length) / wallS),
      (cpuS / stages.length).toFixed(1),
      shown.count((3600 * stages.length) / cpuS),
      ...[String(again.length), delay.p99Ms.toFixed(0), delay.longestMs.toFixed(0)],
    ]),
  }
}

function stageTable(cpu: ReadonlyMap<number, CpuByStage>) {
  const names = stageNames.filter((name) => name !== 'all')
  return {
    title: 'CPU seconds for one person by stage, server and workers together',
    head: ['processes', ...names, 'all'],
    rows: [...cpu].map(([workers, stages]) => [
      processesOf(workers),
      ...names.map((name) => (stages[name] ?? 0).toFixed(2)),
      names.reduce((sum, name) => sum + (stages[name] ?? 0), 0).toFixed(2),
    ]),
  }
}

async function count(
  service: Service,
  programNo: string,
  smtp: TestSmtp,
  expected: number,
  where: string,
): Promise<Tally[]> {
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
  const passed = users.filter(({ status }) => status === 'KYC Passed').length
  return [
    { what: `journeys ${where}`, expected, seen: passed },
    { what: `people ${where}`, expected, seen: users.length },
    { what: `tokens ${where}`, expected, seen: logs.length },
    { what: `mails ${where}`, expected, seen: smtp.mails.length },
  ]
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, freemem, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { OperatorError, silentLogger, systemClock, writeZip } from '@touchstone/common'
import type { Finding } from '@touchstone/contract'
import {
  checkUpgrade,
  environment,
  runCommand,
  type Setting,
  type Settings,
  settingsGiven,
  settingsTable,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { option, wholeNumber } from '../options.ts'
import { printOutput, settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { terminalOf } from '../terminal.ts'
import { version } from '../version.ts'
import { runChecks } from './doctor.ts'

type Options = { output?: string; log?: string; lines: number }

export const supportBundle: SubCommand = {
  name: 'support-bundle',
  description:
    'write a ZIP file that describes this installation for a report to the developers, without secrets and personal data',
  options: [
    option('--output <file>', 'the file to write (default: touchstone-support-<time>.zip)'),
    option('--log <file>', 'a file with the log lines of the service, of which the newest are included'),
    option('--lines <number>', 'maximum number of log lines', {
      parse: wholeNumber,
      defaultValue: 2000,
    }),
  ],
  run: write,
}

async function write(command: Command, { output, log, lines }: Options): Promise<void> {
  const now = new Date(systemClock.now())
  const settings = settingsOf(command)
  const name = output ?? `touchstone-support-${now.toISOString().slice(0, 19).replaceAll(':', '')}.zip`
  const { env = environment(), folder = process.cwd() } = terminalOf(command).settings ?? {}
  const path = resolve(folder, name)
  if (existsSync(path)) {
    throw new OperatorError({
      code: 'support.exists',
      message: `${path} already exists.`,
      remedy: 'Choose another file with --output.',
    })
  }
  const parts: [file: string, content: () => Promise<unknown>][] = [
    ['about.json', async () => about(now)],
    ['settings.json', async () => describeSettings(settingsGiven({ env, folder }))],
    ['doctor.json', async () => (await runChecks(() => settingsOf(command))).map(describeFinding)],
    ['store.json', () => describeStore(settings)],
    ['health.json', () => readHealth(settings)],
    ['metrics.txt', () => readMetrics(settings)],
    ...(log === undefined ? [] : [['log.jsonl', async () => readLog(resolve(folder, log), lines)] as const]),
  ].map(([file, content]) => [file as string, content as () => Promise<unknown>])
  const entries = [{ name: 'README.txt', content: Buffer.from(readme), at: now }]
  for (const [file, content] of parts)
    entries.push({ name: file, content: Buffer.from(textOf(await attempt(content))), at: now })
  const chunks: Buffer[] = []
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  writeFileSync(path, Buffer.concat(chunks), { mode: 0o600, flag: 'wx' })
  printOutput(command, { file: path, parts: entries.map((entry) => entry.name) }, describe)
}

const readme = `This archive describes an installation of Touchstone. It contains no secrets, no personal data and no rows of
the database: only versions, the names and kinds of settings, results of checks without their details, the number of
rows of each table, metrics, and selected fields of log lines. Look through it before you send it.
`

const describe = ({ file, parts }: { file: string; parts: string[] }) =>
  [
    `Wrote ${file} with ${parts.join(', ')}.`,
    'It contains no secrets and no personal data. Look through it before you send it.',
  ].join('\n')

/** A part that fails does not prevent the others. The message is left out, because it can quote a value. */
async function attempt(content: () => Promise<unknown>): Promise<unknown> {
  try {
    return await content()
  } catch (error) {
    return { notAvailable: error instanceof OperatorError ? error.code : 'failed' }
  }
}

const textOf = (content: unknown) =>
  typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`

function about(now: Date) {
  const { node, v8, openssl } = process.versions
  return {
    ...{ version, at: now.toISOString(), node, v8, openssl },
    ...{ platform: process.platform, arch: process.arch, processors: cpus().length },
    memory: { total: totalmem(), free: freemem() },
    hasGlibc: 'glibcVersionRuntime' in ((process.report.getReport() as { header?: object }).header ?? {}),
  }
}

/** Numbers, switches and choices are shown. Texts can be secrets, names, addresses or paths. */
function describeSettings(given: ReadonlyMap<string, string>): Record<string, unknown> {
  const table: Readonly<Record<string, Setting<unknown>>> = settingsTable
  return Object.fromEntries(
    Object.values(table).flatMap(({ env, secret, parse }) => {
      const text = given.get(env)
      if (text === undefined) return []
      const isPlain = /^([0-9]{1,12}|on|off|true|false|production|development|test|here|workers)$/.test(text)
      const isLevel = env === 'LOG_LEVEL' && parse(text) !== undefined
      return [[env, !secret && (isPlain || isLevel) ? text : `set (${text.length} characters)`]]
    }),
  )
}

/** Findings whose text consists of words of this program and of numbers. */
const plainFindings: ReadonlySet<string> = new Set([
  ...['Node.js', 'store', 'ledger', 'clock', 'secret', 'port', 'metrics port', 'rotation', 'face models'],
  ...['face check', 'proof keys', 'home chain', 'origins', 'proxy'],
])

function describeFinding({ check, state, found }: Finding): Finding | Omit<Finding, 'found'> {
  // Other names of checks contain numbers of programs or ids of chains.
  const subject = /^[A-Za-z][A-Za-z. -]*/.exec(check)?.[0].trim() ?? 'other'
  const short = subject.startsWith('program') ? 'program' : check
  return plainFindings.has(check) && state !== 'wrong' ? { check, state, found } : { check: short, state }
}

async function describeStore(settings: Settings) {
  const facts = await runCommand({ name: 'store facts', input: {}, settings, logger: silentLogger })
  const { state, migrations } = await checkUpgrade({ settings, logger: silentLogger })
  return { ...facts, state, pending: migrations.map(({ name }) => name) }
}

const timeoutMs = 3000

async function readHealth({ host, port }: Settings): Promise<unknown> {
  const response = await fetch(`http://${host}:${port}/health/ready`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer = (await response.json()) as Record<string, unknown>
  const words = Object.entries(answer).filter(([, value]) => typeof value === 'string' && isWord(value))
  return { status: response.status, ...Object.fromEntries(words) }
}

async function readMetrics({ metricsHost, metricsPort }: Settings): Promise<string> {
  const response = await fetch(`http://${metricsHost}:${metricsPort}/metrics`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
  return keepPlainMetrics(await response.text())
}

const isWord = (text: string) => /^[A-Za-z0-9 _.+:-]{0,60}$/.test(text)

/** Removes series whose labels are not words of this program. Operators choose the names of sources. */
export function keepPlainMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => {
    const labels = /^[a-z_]+\{(.*)\}/.exec(line)?.[1]
    if (labels === undefined) return true
    return [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].every(
      ([, label, value = '']) => label !== 'source' && /^[A-Za-z0-9_.+:-]*$/.test(value),
    )
  })
  return lines.join('\n')
}

const mostLogBytes = 20 * 1024 * 1024

function readLog(file: string, most: number): string {
  if (!existsSync(file)) {
    throw new OperatorError({
      code: 'support.no-log',
      message: `The log file ${file} does not exist.`,
      remedy: 'Pass the file into which the output of the service is written.',
    })
  }
  const text = readFileSync(file).subarray(-mostLogBytes).toString('utf8')
  return text
    .split('\n')
    .flatMap((line) => plainLogLine(line) ?? [])
    .slice(-most)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

/** Fields with words of this program, numbers and generated ids. Reasons can quote values. */
const logFields = [
  'level',
  'time',
  'id',
  'operation',
  'code',
  'ms',
  'job',
  'command',
  'request',
  'msg',
] as const

/** Returns the plain fields of a log line, or undefined if the line was not written by the service. */
export function plainLogLine(line: string): Record<string, unknown> | undefined {
  let fields: Record<string, unknown>
  try {
    fields = JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
  if (typeof fields !== 'object' || fields === null) return undefined
  const kept = logFields.flatMap((field) => {
    const value = fields[field]
    const isPlain = typeof value === 'number' || (typeof value === 'string' && isWord(value))
    return isPlain ? [[field, value] as const] : []
  })
  const { err } = fields
  return {
    ...Object.fromEntries(kept),
    ...(typeof err === 'object' && err !== null && { err: plainError(err) }),
  }
}

function plainError(error: object): object {
  const { type, code, stack } = error as { type?: unknown; code?: unknown; stack?: unknown }
  const frames = Array.isArray(stack) ? stack.filter((frame) => typeof frame === 'string') : []
  return {
    ...(typeof type === 'string' && isWord(type) && { type }),
    ...(typeof code === 'string' && isWord(code) && { code }),
    // The position in the program, without the folder in which it is installed.
    stack: frames.flatMap(
      (frame) => /((?:packages|apps|node_modules)\/[\w@./-]+:\d+)/.exec(frame)?.[1] ?? [],
    ),
  }
}

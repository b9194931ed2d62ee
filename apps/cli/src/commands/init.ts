import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { OperatorError, silentLogger } from '@touchstone/common'
import {
  addKeyToFile,
  envFileName,
  environment,
  readSettings,
  renderEnvFile,
  runCommand,
  type Setting,
  type SettingName,
  type Settings,
  settingsTable,
} from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { option } from '../options.ts'
import { type GlobalOptions, printOutput } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { type Terminal, terminalOf } from '../terminal.ts'
import { describeFindings, runChecks } from './doctor.ts'

type Question = { setting: SettingName; text: string; isRequired?: true }

/** The settings that a first start in production depends on, in the order of the questions. */
const questions: readonly Question[] = [
  { setting: 'databaseUrl', text: 'PostgreSQL server (empty: embedded store, for a single node)' },
  { setting: 'redisUrl', text: 'Redis server (empty: for a single node)' },
  { setting: 'smtpUrl', text: 'Mail server', isRequired: true },
  { setting: 'mailFrom', text: 'Sender of e-mails' },
  { setting: 'publicUrl', text: 'Public address of the verification page' },
  { setting: 'frameHost', text: 'Host name of the verification page' },
  { setting: 'dashboardHost', text: 'Host name of the dashboard (different from the verification page)' },
  { setting: 'trustProxy', text: 'Addresses of the TLS proxy' },
  { setting: 'chainRpc', text: 'Nodes of the chains (empty: no verifications, only address risk)' },
  { setting: 'chainKeystore', text: 'File with the signing key of the chains' },
  { setting: 'chainKeystorePassword', text: 'Password of this file' },
  { setting: 'credentialKeys', text: 'Folder with the proof keys of your ceremony' },
]

type InitOptions = GlobalOptions & { folder: string; yes?: true; check: boolean } & Record<string, unknown>

const flagOf = (setting: SettingName) => setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

export const init: SubCommand = {
  name: 'init',
  description: `write ${envFileName} with generated secrets and faceprint keys, and report what is missing`,
  options: [
    option('--folder <folder>', 'folder for the files', {
      defaultValue: '.',
      defaultText: 'the current folder',
    }),
    option('--yes', 'ask nothing: use the options and the environment'),
    option('--no-check', 'write the files without checking the installation'),
    ...questions.map(({ setting, text }) =>
      option(`--${flagOf(setting)} <value>`, text.replace(/ \(.*/, '')),
    ),
  ],
  async run(command: Command) {
    const terminal = terminalOf(command)
    const options = command.optsWithGlobals<InitOptions>()
    const folder = resolve(terminal.settings?.folder ?? process.cwd(), options.folder)
    const path = join(folder, envFileName)
    const keyFile = join(folder, 'faceprint-keys')
    const missing = [path, keyFile].filter((each) => !existsSync(each))
    if (missing.length === 0) {
      throw new OperatorError({
        code: 'init.exists',
        message: `${path} and ${keyFile} already exist.`,
        remedy:
          'Change the settings with an editor, or move both files away. They contain the secrets of your data.',
      })
    }
    if (missing.includes(path)) {
      const values = await collect(terminal, options)
      // The values are checked before anything is written.
      readSettings({ env: { ...values, NODE_ENV: 'development' }, folder })
      const dataFolder =
        options.data ?? environmentOf(terminal).TOUCHSTONE_DATA ?? join(folder, '.touchstone')
      mkdirSync(resolve(folder, dataFolder), { recursive: true, mode: 0o700 })
      const text = renderEnvFile({
        ...{ NODE_ENV: 'production', TOUCHSTONE_DATA: dataFolder, ...values },
        ...{ TOUCHSTONE_SECRET: randomBytes(32).toString('hex'), FACEPRINT_KEYS: keyFile },
      })
      mkdirSync(folder, { recursive: true })
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    }
    if (missing.includes(keyFile)) addKeyToFile(keyFile)
    terminal.stderr.write(
      `touchstone: wrote ${missing.join(' and ')}. Keep a copy in a safe place: without it, the data cannot be read.\n`,
    )
    if (!options.check) return
    const read = () => readSettings({ env: {}, folder, role: 'server' })
    await prepareStore(read)
    const findings = await runChecks(read)
    printOutput(command, findings, (found) => {
      const open = found.filter(({ state }) => state !== 'good')
      return open.length === 0 ? 'Nothing is missing.' : `Still missing:\n\n${describeFindings(open)}`
    })
    terminal.stderr.write(
      `touchstone: start the service in ${folder}, then check it with: touchstone doctor --mail <your address>\n`,
    )
  },
}

/** Creates the tables, so that the checks can read them. The checks report why this fails. */
async function prepareStore(read: () => Settings): Promise<void> {
  try {
    await runCommand({ name: 'store migrate', input: {}, settings: read(), logger: silentLogger })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
  }
}

const environmentOf = (terminal: Terminal) => terminal.settings?.env ?? environment()

/** Returns the values of the options, of the environment and of the answers, by the names of the variables. */
async function collect(terminal: Terminal, options: InitOptions): Promise<Record<string, string>> {
  const env = environmentOf(terminal)
  const values: Record<string, string> = {}
  for (const { setting, text, isRequired } of questions) {
    const name = settingsTable[setting].env
    const given = (options[setting] as string | undefined) ?? env[name]
    const answer = options.yes
      ? given
      : await ask(terminal, { name, text, given, isRequired: isRequired === true })
    if (answer !== undefined && answer !== '') values[name] = answer
  }
  return values
}

type Asked = { name: string; text: string; given: string | undefined; isRequired: boolean }

/** Repeats a question until the answer is a valid value of the setting. */
async function ask(
  terminal: Terminal,
  { name, text, given, isRequired }: Asked,
): Promise<string | undefined> {
  const isHidden = rows.find(({ env }) => env === name)?.secret === true
  const shown = given === undefined ? '' : isHidden ? ' [as set]' : ` [${given}]`
  for (;;) {
    const answer =
      (await promptOf(terminal)({ text: `${text}, ${name}${shown}: `, isHidden })).trim() || given
    const problem = answer
      ? problemWith(name, answer)
      : isRequired && 'This setting is required in production.'
    if (!problem) return answer
    terminal.stderr.write(`  ${problem}\n`)
  }
}

const rows: readonly Setting<unknown>[] = Object.values(settingsTable)

function problemWith(name: string, value: string): string | undefined {
  const setting = rows.find(({ env }) => env === name)
  return setting?.parse(value) === undefined ? `Expected ${setting?.takes}.` : undefined
}

function promptOf(terminal: Terminal): NonNullable<Terminal['ask']> {
  if (terminal.ask) return terminal.ask
  if (!process.stdin.isTTY) {
    throw new OperatorError({
      code: 'init.no-terminal',
      message: 'The questions need a terminal.',
      remedy: 'Use --yes, and give the values as options or as environment variables.',
    })
  }
  return async ({ text, isHidden }) => {
    // The characters of a secret are not shown while they are typed.
    const output = new Writable({
      write(chunk, _encoding, done) {
        if (!isHidden || String(chunk).includes(text)) process.stderr.write(isHidden ? text : chunk)
        done()
      },
    })
    const lines = createInterface({ input: process.stdin, output, terminal: true })
    try {
      return await lines.question(text)
    } finally {
      lines.close()
      if (isHidden) process.stderr.write('\n')
    }
  }
}

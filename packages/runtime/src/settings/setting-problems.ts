import { checkKeyFile } from '@touchstone/biometrics/key-file'
import { OperatorError } from '@touchstone/common'
import { isEasyToGuess } from './worker-settings.ts'

/** The settings that are checked here. */
type Checked = {
  production: boolean
  secret: string | undefined
  demo: boolean
  chain: { nodes: ReadonlyMap<string, unknown>; key: unknown }
  smtpUrl: string | undefined
  faceprintKeys: { file: string } | { command: readonly string[] } | undefined
}

/** Settings of production that would make every process unsafe. */
export function unsafeSettings(settings: Pick<Checked, 'secret' | 'chain' | 'demo'>): OperatorError[] {
  const { secret, chain, demo } = settings
  const problems: OperatorError[] = []
  const add = (message: string, remedy: string) => problems.push(unsafe(message, remedy))
  if (secret === undefined) {
    add(
      'NODE_ENV=production needs TOUCHSTONE_SECRET.',
      'Set it to at least 32 random characters, the same on every node, and keep a copy: without it the data cannot be decrypted.',
    )
  } else if (isEasyToGuess(secret)) {
    add(
      'NODE_ENV=production rejects this TOUCHSTONE_SECRET, because it is easy to guess.',
      'Create one with: openssl rand -hex 32',
    )
  }
  if (chain.nodes.size > 0 && chain.key === undefined) {
    add(
      'NODE_ENV=production with CHAIN_RPC needs a signing key.',
      'Set CHAIN_SIGNER_URL, or CHAIN_KEYSTORE with its password.',
    )
  }
  if (demo) add('NODE_ENV=production does not allow TOUCHSTONE_DEMO=on.', 'Leave TOUCHSTONE_DEMO unset.')
  return problems
}

/** Settings of production that the server needs for verifications. Most commands do not need them. */
export function missingForJourneys({
  production,
  smtpUrl,
  faceprintKeys,
}: Pick<Checked, 'production' | 'smtpUrl' | 'faceprintKeys'>): OperatorError[] {
  if (!production) return []
  const problems: OperatorError[] = []
  if (smtpUrl === undefined) {
    problems.push(
      unsafe(
        "NODE_ENV=production needs SMTP_URL: the built-in mailbox shows everyone's login codes to every visitor.",
        'Set SMTP_URL to your mail server and MAIL_FROM to your sender address.',
      ),
    )
  }
  if (faceprintKeys === undefined) {
    problems.push(
      unsafe(
        'NODE_ENV=production needs FACEPRINT_KEYS or FACEPRINT_KEY_COMMAND.',
        'Create a key file with "touchstone init" and set FACEPRINT_KEYS to its path, or set FACEPRINT_KEY_COMMAND to the command of your key service. Back up the keys: if they are lost, enrolled faces cannot be compared.',
      ),
    )
  } else if ('file' in faceprintKeys) {
    const problem = problemOf(() => checkKeyFile(faceprintKeys.file))
    if (problem) problems.push(problem)
  }
  return problems
}

/** Throws if there is a problem. All problems are reported at once, so that a start does not fail repeatedly. */
export function throwProblems(problems: readonly OperatorError[]): void {
  const [first, ...more] = problems
  if (!first) return
  if (more.length === 0) throw first
  const list = problems.map(({ line }, index) => `  ${index + 1}. ${line}`)
  const all = new OperatorError({
    code: 'settings.several',
    message: `${problems.length} settings are missing or wrong:\n${list.join('\n')}\n`,
    remedy:
      'Correct all of them and start again. "touchstone init" writes a file with the required settings.',
  })
  throw Object.assign(all, { problems })
}

/** Returns the single problems of an error that reports several. */
export function problemsIn(error: unknown): readonly unknown[] {
  return (error as { problems?: readonly OperatorError[] }).problems ?? [error]
}

/** Returns the operator's error of a function, or undefined if it succeeds. */
export function problemOf(run: () => void): OperatorError | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof OperatorError) return error
    throw error
  }
}

function unsafe(message: string, remedy: string): OperatorError {
  return new OperatorError({ code: 'settings.unsafe', message, remedy })
}

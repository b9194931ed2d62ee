import type { Logger } from '@touchstone/common'
import { runWorker } from '@touchstone/runtime/command-line'
import type { Command } from 'commander'
import { given, option } from '../options.ts'
import { settingsOf } from '../session.ts'
import type { SubCommand } from '../sub-command.ts'
import { type Terminal, terminalOf } from '../terminal.ts'
import { version } from '../version.ts'

export const worker: SubCommand = {
  name: 'worker',
  description:
    'read documents and measure faces for a service with VERIFICATION_WORK=workers; stop with Ctrl-C or SIGTERM',
  options: [
    option(
      '--name <name>',
      'name shown on the Health page (default: the machine name and four random characters)',
    ),
  ],
  run: work,
}

/**
 * The worker runs in this process and uses no data folder, because it needs only the database and its own
 * key.
 */
async function work(command: Command, { name }: { name?: string }): Promise<void> {
  const settings = settingsOf(command, 'worker')
  const { stderr } = terminalOf(command)
  const stop = new AbortController()
  const end = () => stop.abort()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  try {
    await runWorker({
      ...{ settings, version, logger: logTo(stderr), signal: stop.signal },
      ...given({ name }),
      onReady: (ready) =>
        stderr.write(
          `touchstone: worker ${ready.name} is ready, ${ready.faces} threads for faces and ${ready.documents} for documents\n`,
        ),
    })
  } finally {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
}

function logTo(stream: Terminal['stderr']): Logger {
  const line = (level: string) => (fields: object, message: string) =>
    void stream.write(`touchstone: ${level}: ${message} ${JSON.stringify(fields)}\n`)
  return { debug() {}, info: line('info'), warn: line('warn'), error: line('error') }
}

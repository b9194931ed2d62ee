import { parseArgs } from 'node:util'
import { OperatorError } from '@touchstone/common'
import { readSettings } from '@touchstone/runtime/command-line'
import type { RunningServer } from './start-server.ts'

const stopWithinMs = 10_000

export async function main(args: readonly string[]): Promise<void> {
  try {
    const settings = readSettings({ flags: readFlags(args), role: 'server' })
    // The server is imported after the settings are validated, so that invalid settings are reported
    // immediately.
    const [{ startServer }, { banner }, { createLoggers }] = await Promise.all([
      import('./start-server.ts'),
      import('./banner.ts'),
      import('./telemetry/logger.ts'),
    ])
    const loggers = createLoggers({ level: settings.logLevel, otlp: settings.otlp })
    const progress = showProgress(process.stderr)
    // `npm start` has an IPC channel and starts another process on request.
    const canRestart = process.send !== undefined
    const server = await startServer({ settings, loggers, onProgress: progress.step, canRestart })
    if (server.mustRestart) {
      progress.step('restarting to free memory')
      await server.stop()
      progress.done()
      process.send?.('restart', () => process.exit(0))
      return
    }
    progress.done()
    process.stdout.write(banner(server, settings))
    stopOnSignal(server)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    process.stderr.write(`touchstone: ${error.line} (${error.docsPath})\n`)
    process.exitCode = 1
  }
}

function readFlags(args: readonly string[]): Record<string, string> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, data: { type: 'string' }, host: { type: 'string' } },
    })
    const { port, data, host } = values
    return {
      ...(port !== undefined && { port }),
      ...(data !== undefined && { dataFolder: data }),
      ...(host !== undefined && { host }),
    }
  } catch (error) {
    throw new OperatorError({
      code: 'settings.flags',
      message: `${(error as Error).message.split('. ')[0]}.`,
      remedy: 'Use --port, --data or --host.',
      cause: error,
    })
  }
}

function stopOnSignal(server: RunningServer): void {
  const stop = () => {
    // A call that never ends must not block the shutdown. The load balancer has already stopped waiting for
    // it.
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // The script behind `npm start` has exited.
  process.once('disconnect', stop)
}

await main(process.argv.slice(2))

/**
 * Reports the progress of a long startup: on a terminal, in a single line that is overwritten; otherwise, in
 * a few lines.
 */
function showProgress(stream: NodeJS.WriteStream) {
  let open = false
  let lastWhat = ''
  return {
    step(what: string, done?: number, total?: number) {
      const counted = done !== undefined && total !== undefined
      if (!stream.isTTY) {
        // Without a terminal, each step prints one line when it starts and one when it completes.
        if (what !== lastWhat) stream.write(`touchstone: ${what} …\n`)
        else if (counted && done === total) stream.write(`touchstone: ${what}: ${done} of ${total} steps\n`)
        lastWhat = what
        return
      }
      const part = counted ? ` ${bar(done / total)} ${done}/${total}` : ' …'
      stream.write(`\r\u001b[Ktouchstone: ${what}${part}`)
      open = true
    },
    done() {
      if (open) stream.write('\r\u001b[K')
      open = false
    },
  }
}

function bar(share: number): string {
  const filled = Math.round(share * 20)
  return `[${'='.repeat(filled)}${' '.repeat(20 - filled)}]`
}

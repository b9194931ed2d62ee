import { spawn } from 'node:child_process'
import { OperatorError } from '@touchstone/common'
import type { KeySource } from './key-source.ts'

const timeLimitMs = 20_000
const outputLimit = 64 * 1024

/**
 * Creates a key source for a key service that is accessed through a command provided by the operator. The
 * command is called with one additional argument, and reads and writes base64: `wrap` (data key in, `<key
 * name> <wrapped>` out), `unwrap <key name>` (wrapped key in, data key out), `newest` (key name out).
 */
export function createKeyCommand(command: readonly [string, ...string[]]): KeySource {
  return {
    async wrap(dataKey) {
      const answer = await ask(command, ['wrap'], Buffer.from(dataKey).toString('base64'))
      const [wrappedBy, text, ...rest] = answer.split(/\s+/)
      if (!wrappedBy || !text || rest.length > 0) throw badAnswer(command, 'wrap')
      return { wrappedBy, wrapped: Buffer.from(text, 'base64') }
    },

    async unwrap({ wrappedBy, wrapped }) {
      const answer = await ask(command, ['unwrap', wrappedBy], Buffer.from(wrapped).toString('base64'))
      const key = Buffer.from(answer, 'base64')
      if (key.length !== 32) throw badAnswer(command, 'unwrap')
      return key
    },

    async newest() {
      const name = await ask(command, ['newest'], '')
      if (!/^\S+$/.test(name)) throw badAnswer(command, 'newest')
      return name
    },
  }
}

/** Discard the command's error output, because it can contain the command's input. */
function ask(command: readonly [string, ...string[]], task: string[], input: string): Promise<string> {
  const [program, ...args] = command
  return new Promise((resolve, reject) => {
    // Start a separate process group, so that processes started by the command can also be killed.
    const child = spawn(program, [...args, ...task], { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    const end = (how: string) => {
      child.stdout.destroy()
      if (child.pid !== undefined) killGroup(child.pid)
      reject(failed(command, task, how))
    }
    const timer = setTimeout(() => end(`no response within ${timeLimitMs / 1000} s`), timeLimitMs)
    let output = ''
    child.stdout.setEncoding('latin1').on('data', (text: string) => {
      output += text
      if (output.length > outputLimit) end(`more than ${outputLimit / 1024} kB of output`)
    })
    // Ignore the write error if the command exits without reading its input. The exit code is checked
    // instead.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', (cause) => {
      clearTimeout(timer)
      reject(failed(command, task, cause.message))
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) return resolve(output.trim())
      reject(failed(command, task, signal === null ? `exit code ${code}` : `ended by ${signal}`))
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}

function failed(command: readonly string[], task: string[], how: string): OperatorError {
  return new OperatorError({
    code: 'faceprint.key-command',
    message: `The faceprint key command (${command[0]} … ${task[0]}) failed: ${how}.`,
    remedy: 'Run it manually to see the reason. Faces cannot be enrolled or compared until it responds.',
  })
}

function badAnswer(command: readonly string[], task: string): OperatorError {
  return new OperatorError({
    code: 'faceprint.key-command',
    message: `The faceprint key command (${command[0]} … ${task}) returned an unexpected format.`,
    remedy:
      'It has to read and write base64: "<key name> <wrapped>" for wrap, 32 bytes for unwrap, a name for newest.',
  })
}

import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Finished = { code: number | null; stdout: string; stderr: string }

/**
 * The installation of the project to start, and the path of the Node executable. Default: this project, and
 * the executable of this process.
 */
export type Program = { installation?: string; node?: string }

/** Starts one of the project's built programs in a separate process. */
export function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
  { installation = root, node = process.execPath }: Program = {},
) {
  const output = { stdout: '', stderr: '' }
  const child = spawn(node, [join(installation, script), ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const exited = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code, ...output }))
  })
  return { child, output, exited }
}

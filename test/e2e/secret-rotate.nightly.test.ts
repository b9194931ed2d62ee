import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { silentLogger } from '@touchstone/common'
import { openRuntime, readSettings } from '@touchstone/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { copyDemo } from '../support/demo-data.ts'
import { waitUntil } from '../support/processes.ts'
import { startTestServer } from '../support/server.ts'
import { run, runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

const folder = temporaryFolder()
beforeAll(() => copyDemo(folder.path), demoTimeout)
afterAll(() => folder.remove())

const secrets = () => readFileSync(join(folder.path, 'secret'), 'utf8').trim().split('\n')

// The timeout is long enough for two processes and for a server that starts its chain.
test('resumes a killed rotation without losing a user', async () => {
  const [before = ''] = secrets()
  const env = { TOUCHSTONE_DATA: folder.path }
  const first = run('apps/cli/bin/touchstone.mjs', ['secret', 'rotate'], env)
  await waitUntil(() => first.output.stderr.includes('re-encrypting'), 60_000, 'the rotation')
  first.child.kill('SIGKILL')
  await first.exited
  expect(secrets()).toHaveLength(2)
  expect((await runCli(['doctor'], env)).stdout).toContain('encrypted with the previous master secret')

  const { code, stdout } = await runCli(['secret', 'rotate'], env)
  expect([code, stdout]).toEqual([0, expect.stringContaining('Re-encrypted ')])
  expect(stdout).not.toContain('remain unchanged')
  expect(secrets()).toHaveLength(1)
  expect(secrets()).not.toContain(before)

  const runtime = await openRuntime({
    settings: readSettings({ folder: folder.path, env }),
    logger: silentLogger,
  })
  const log = await runtime.database.run("select actor from audit_log where action = 'secret.rotated'")
  await runtime.close()
  // The completed rotation has an entry in the audit log.
  expect(log.rows).toEqual([{ actor: 'command-line' }])

  const server = await startTestServer({ dataFolder: folder.path })
  try {
    const { mchNo, apiKey, programNo } = server.demo
    const body = { mchNo, apiKey, programNo, page: 1 }
    const answer = await ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body })
    expect(answer.body.code).toBe(80000000)
  } finally {
    await server.stop()
  }
}, 360_000)

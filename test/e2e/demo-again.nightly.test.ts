import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { copyDemo } from '../support/demo-data.ts'
import { startTestServer } from '../support/server.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

const folder = temporaryFolder()
beforeAll(() => copyDemo(folder.path), demoTimeout)
afterAll(() => folder.remove())

test(
  'restarts the demo after one program was created inactive and another was deactivated and its people were deleted',
  async () => {
    const env = { LEDGER_URL: 'off' }
    const first = await startTestServer({ dataFolder: folder.path, env })
    const { mchNo, apiKey, programNo } = first.demo
    const cli = async (...args: string[]) => {
      const done = await runCli(['--json', ...args], { ...first.stores, ...env })
      expect(done, done.stderr).toMatchObject({ code: 0 })
      return JSON.parse(done.stdout) as { programNo?: string }
    }
    const usersOf = async (url: string, program: string) => {
      const body = { mchNo, apiKey, programNo: program, page: 1 }
      const answer = await ask(`${url}/zkseradmin/openapi/kyc/getUsersList`, { body })
      return (answer.body.data as { total: number }).total
    }
    const { programNo: own = '' } = await cli(
      'program',
      'create',
      'My own',
      '--merchant',
      mchNo,
      '--kind',
      'KYC',
    )
    await cli('program', 'activate', own)
    const { programNo: draft = '' } = await cli(
      'program',
      'create',
      'A draft',
      '--merchant',
      mchNo,
      '--kind',
      'MeID',
    )
    await cli('user', 'forget', first.wallets.get('KYC Passed') ?? '', '--yes')
    await cli('program', 'activate', programNo, '--off')
    const before = await usersOf(first.url, programNo)
    await first.stop()

    const again = await startTestServer({ dataFolder: folder.path, env })
    try {
      expect(again.demo).toMatchObject({ mchNo, programNo })
      expect(await usersOf(again.url, programNo)).toBe(before)
      expect([await usersOf(again.url, own), await usersOf(again.url, draft)]).toEqual([0, 0])
    } finally {
      await again.stop()
    }
  },
  demoTimeout,
)

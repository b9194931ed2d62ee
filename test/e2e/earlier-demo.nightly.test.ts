import { openServer } from '@touchstone/storage'
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { freshDatabase } from '../support/engines.ts'
import { startTestServer } from '../support/server.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

test(
  'a demo whose first KYC program is on chain keeps it, and gets no second one',
  async () => {
    const folder = temporaryFolder()
    const DATABASE_URL = await freshDatabase()
    const stores = { DATABASE_URL, LEDGER_URL: 'off' }
    const env = { ...stores, TOUCHSTONE_DATA: folder.path }
    await runCli(['migrate'], env)
    // As an earlier version left it, cut off after the first program.
    const made = await runCli(['merchant', 'create', 'Harbour Exchange (demo)', '--json'], env)
    const { mchNo } = JSON.parse(made.stdout) as { mchNo: string }
    const options = [
      '--kind',
      'KYC',
      '--mint-mode',
      'on-chain-mint',
      '--wallet-proof',
      'when-asked',
      '--active',
    ]
    const created = await runCli(
      ['program', 'create', 'Account opening', '--merchant', mchNo, ...options, '--json'],
      env,
    )
    const { programNo } = JSON.parse(created.stdout) as { programNo: string }
    const database = await openServer({ url: DATABASE_URL })
    await database.run('update merchant set demo = true')
    await database.close()

    const server = await startTestServer({
      dataFolder: folder.path,
      emptyDatabase: DATABASE_URL,
      env: stores,
    })
    const { demo } = server
    expect(demo).toMatchObject({ mchNo, programNo, onChainProgramNo: programNo })
    const body = { mchNo, apiKey: demo.apiKey, programNo, page: 2 }
    const users = await ask(`${server.url}/zkseradmin/openapi/kyc/getUsersList`, { body })
    expect(users.body.data).toMatchObject({ total: 72, totalPage: 2 })
    const programs = await runCli(['program', 'list', mchNo, '--json'], env)
    const kinds = (JSON.parse(programs.stdout) as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds).toEqual(['KYC', 'MeID', 'PoA', 'PoAI'])
    await server.stop()
    folder.remove()
  },
  demoTimeout,
)

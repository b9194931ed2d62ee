import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { installNode } from '../support/install-node.ts'
import { spawnServer, temporaryFolder } from '../support/spawn.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

// Downloads 50 MB, unless npm has cached the package.
test('starts, answers and stops on Node 24', async () => {
  const node = installNode('24')
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(/^v24\./)
  const server = await spawnServer({ dataFolder: folder.path, node })
  const { mchNo, apiKey } = server.demo
  const { body } = await ask(`${server.url}/kyc/v1/status?mch_no=${mchNo}&api_key=${apiKey}`)
  expect(body.data).toMatchObject({ kyc_participants: 72 })
  expect(await server.stop()).toMatchObject({ code: 0 })
}, 600_000)

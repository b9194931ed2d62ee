import { createVault } from '@touchstone/common'
import { expect, test } from 'vitest'
import { startExplorer } from '../../../../test/support/explorers/start-explorer.ts'
import { onOneLedger } from '../../../../test/support/ledger.ts'
import { addSources, listSources } from './change-sources.ts'

const key = 'SECRETKEY123'

onOneLedger('server', 'Nodes of other chains', (suite) => {
  test('refuses a node of another chain, and adds a node that does not respond yet', async () => {
    const vault = createVault('a master secret for tests, 32 characters and more')
    const { database, clock, random } = suite.ledger
    const context = { database, clock, random, vault }
    const explorer = await startExplorer({
      tooFast: { body: '' },
      answer: ({ body }) => ({
        body: (body as { id: number }[]).map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x89' })),
      }),
    })
    const add = (networks: string[]) =>
      addSources(context, { kind: 'evm-node', networks, url: `${explorer.url}/{key}`, key })
    const refused = add(['POLYGON', 'ETH'])
    await expect(refused).rejects.toMatchObject({ code: 'source.chain' })
    await expect(refused).rejects.toThrow('the chain with the id 137, and ETH has the id 1')
    expect(await listSources(context)).toEqual([])
    expect(await add(['POLYGON'])).toHaveLength(1)
    await explorer.stop()
    expect(await add(['ETH'])).toHaveLength(1)
  })
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@touchstone/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/server.ts'
import { runCli } from '../support/spawn.ts'
import { startTestNode, type TestNode } from '../support/test-node.ts'
import { demoTimeout } from '../support/timeouts.ts'

const header = 'coin,tx_hash,position,block,timestamp,from,to,amount'
const labelHeader = 'network,address,entity,label,category,incident,source,confidence'
const address = (digit: string) => `0x${digit.repeat(40)}`
const tx = (digit: string) => `0x${digit.repeat(64)}`

describe('imports while the server runs', () => {
  let server: TestServer
  let client: ReturnType<typeof createClient>
  beforeAll(async () => {
    server = await startTestServer({ engine: 'embedded' })
    client = createClient(server.demo)
  }, demoTimeout)
  afterAll(() => server.stop())

  const file = (name: string, lines: string[]) => {
    const path = join(server.dataFolder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  const cli = (...args: string[]) => runCli(['--json', ...args], { TOUCHSTONE_DATA: server.dataFolder })
  const query = { coin: 'ETH', address: address('a') }

  test('stores all transfers before the command ends, and stores each transfer only once even after repeated imports', async () => {
    const path = file('transfers.csv', [
      header,
      `ETH,${tx('1')},0,100,1700000000,,${address('a')},10`,
      `ETH,${tx('2')},0,101,1700000012,${address('a')},${address('b')},2.5`,
      `ETH,${tx('3')},0,102,1700000024,${address('c')},${address('a')},1.000000000000000001`,
    ])
    const first = await cli('import', 'transfers', path)
    expect(first).toMatchObject({ code: 0 })
    expect(JSON.parse(first.stdout)).toEqual({ rows: 3, fresh: 3, rejected: 0 })
    expect(first.stderr).toContain('reading')
    const second = await cli('import', 'transfers', path)
    expect(JSON.parse(second.stdout)).toEqual({ rows: 3, fresh: 0, rejected: 0 })
    expect(await client.getAddressOverview(query)).toEqual({
      balance: 8.5,
      txs_count: 3,
      first_seen: 1_700_000_000,
      last_seen: 1_700_000_024,
      total_received: 11,
      total_spent: 2.5,
      received_txs_count: 2,
      spent_txs_count: 1,
    })
  })

  test('applies a label to every response immediately, and replaces the label when a newer version is imported', async () => {
    const labels = (category: string, incident: string) =>
      file('labels.csv', [
        labelHeader,
        `ETH,${address('c')},Mallory,Mallory's wallet,${category},${incident},own,80`,
      ])
    expect(await cli('import', 'labels', labels('theft', 'The big one'))).toMatchObject({ code: 0 })
    expect(await client.getRiskScore(query)).toMatchObject({
      hacking_event: 'The big one',
      detail_list: ['Interact With Malicious Address'],
    })
    expect(await client.getAddressCounterparty(query)).toContainEqual(
      expect.objectContaining({ name: 'Mallory' }),
    )
    expect(await cli('import', 'labels', labels('exchange', ''))).toMatchObject({ code: 0 })
    expect(await client.getRiskScore(query)).toMatchObject({ score: 3, hacking_event: '', risk_detail: [] })
    expect(await client.getAddressLabels({ coin: 'ETH', address: address('c') })).toEqual({
      label_list: ['Mallory', "Mallory's wallet"],
      label_type: 'exchange',
    })
  })

  test('makes amounts of different coins comparable by price', async () => {
    const transfers = file('usdt.csv', [
      header,
      `USDT-ERC20,${tx('4')},1,103,1700000036,${address('d')},${address('a')},3000`,
    ])
    const labels = file('phisher.csv', [labelHeader, `ETH,${address('d')},Eve,Eve,phishing,,phish,90`])
    const prices = file('prices.csv', ['coin,date,usd', 'ETH,2023-11-14,2000.5', 'ETH,2026-12-01,9000'])
    for (const [kind, path] of [
      ['transfers', transfers],
      ['labels', labels],
      ['prices', prices],
    ] as const) {
      expect(await cli('import', kind, path), kind).toMatchObject({ code: 0 })
    }
    const { risk_detail } = await client.getRiskScore(query)
    // 3,000 as a share of the sum of 3,000 and 13.5 ETH, at that day's price of 2,000.5.
    expect(risk_detail).toEqual([
      { label: 'Eve', type: 'malicious', volume: 3000, address: address('d'), percent: 0.099977 },
    ])
  })

  test('rejects a file and reports the line of the invalid row, or imports the other rows with --rejects', async () => {
    const path = file('bad.csv', [
      header,
      `ETH,${tx('5')},0,104,1700000048,${address('e')},${address('f')},1`,
      `ETH,${tx('6')},0,104,1700000048,${address('e')},0x1234,1`,
      `ETH,${tx('7')},0,104,1700000048,${address('e')},${address('f')},-1`,
    ])
    const refused = await cli('import', 'transfers', path)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain("bad.csv, line 3: to is not a valid address on the coin's network")
    expect(refused.stderr).toContain('the first of 2 bad rows')
    expect(await client.getAddressOverview({ coin: 'ETH', address: address('f') })).toMatchObject({
      txs_count: 0,
    })

    const rejects = join(server.dataFolder, 'rejects.csv')
    const taken = await cli('import', 'transfers', path, '--rejects', rejects)
    expect(JSON.parse(taken.stdout)).toEqual({ rows: 3, fresh: 1, rejected: 2 })
    const lines = readFileSync(rejects, 'utf8').trim().split('\n')
    expect(lines[0]).toBe('file,line,problem,row')
    expect(lines[1]).toContain('bad.csv,3,')
    expect(lines[2]).toContain('amount is negative')
  })

  test('reports an invalid file with a one-line message', async () => {
    const missing = await cli('import', 'transfers', join(server.dataFolder, 'nothing.csv'))
    expect(missing.code).toBe(1)
    expect(missing.stderr).toMatch(/nothing\.csv cannot be opened\. Check the path/)
    const other = await cli('import', 'transfers', file('other.csv', ['a,b', '1,2']))
    expect(other.stderr).toContain(`other.csv, line 1: expected the header "${header}", found "a,b"`)
  })

  test('imports a sanctions list for screening and address labels with one command', async () => {
    const listed = address('7')
    const path = file('sdn.xml', [
      '<Sanctions><DateOfIssue><Year>2026</Year><Month>3</Month><Day>7</Day></DateOfIssue><ReferenceValueSets>',
      '<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Individual</PartySubType></PartySubTypeValues>',
      '<FeatureTypeValues><FeatureType ID="345">Digital Currency Address - ETH</FeatureType></FeatureTypeValues>',
      '</ReferenceValueSets><DistinctParties><DistinctParty FixedRef="11"><Profile ID="11" PartySubTypeID="4">',
      '<Identity Primary="true"><Alias Primary="true"><DocumentedName><DocumentedNamePart><NamePartValue>',
      'QUILLFEATHER Ardent</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>',
      `<Feature FeatureTypeID="345"><FeatureVersion><VersionDetail>${listed}</VersionDetail></FeatureVersion></Feature>`,
      '</Profile></DistinctParty></DistinctParties></Sanctions>',
    ])
    const imported = await cli('list', 'import', path, '--format', 'ofac-advanced-xml')
    expect(imported).toMatchObject({ code: 0 })
    const report = JSON.parse(imported.stdout)
    expect(report).toMatchObject({ list: 'ofac-sdn', version: '2026-03-07', entries: 1, unchanged: false })
    expect(report.labels).toBeGreaterThan(1)
    expect(await client.getAddressLabels({ coin: 'ETH', address: listed })).toMatchObject({
      label_list: ['QUILLFEATHER Ardent', 'OFAC SDN: QUILLFEATHER Ardent'],
    })

    const hit = JSON.parse((await cli('screen', 'Ardent Quilfeather')).stdout)
    expect(hit.hits).toMatchObject([{ list: 'ofac-sdn', version: '2026-03-07', entryId: '11' }])
    expect(JSON.parse((await cli('screen', 'Somebody Else')).stdout)).toMatchObject({ total: 0 })

    const cut = file('cut.xml', ['<Sanctions><DistinctParties><DistinctParty FixedRef="12">'])
    const refused = await cli('list', 'import', cut, '--format', 'ofac-advanced-xml')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('cut.xml: The list ends too early. Download the list again')
    const versions = JSON.parse((await cli('list', 'show', '--list', 'ofac-sdn')).stdout)
    expect(versions).toMatchObject([
      { state: 'refused', reason: 'list.cut-off' },
      { version: '2026-03-07', state: 'current' },
    ])
    const wrong = await cli('list', 'import', path, '--format', 'sdn')
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('ofac-advanced-xml, un-xml')])
  })

  test('follows a chain through its node while the server runs', async () => {
    const node: TestNode = await startTestNode()
    try {
      const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
      const to = address('9')
      await node.rpc('eth_sendTransaction', { from, to, value: `0x${(5n * 10n ** 18n).toString(16)}` })
      const block = Number(await node.rpc('eth_blockNumber'))
      const done = await cli(
        ...['import', 'follow', 'ETH', '--rpc', node.url],
        ...['--from', '0', '--until', String(block), '--confirmations', '0'],
      )
      expect(done).toMatchObject({ code: 0 })
      expect(JSON.parse(done.stdout)).toMatchObject({ blocks: block + 1, lastBlock: block })
      expect(await client.getAddressOverview({ coin: 'ETH', address: to })).toMatchObject({ balance: 5 })
    } finally {
      await node.stop()
    }
  })
})

import type { CaseGraph } from '@touchstone/contract'
import { beforeAll, expect, test } from 'vitest'
import { onOneEngine } from '../../../../test/support/engines.ts'
import {
  createKycWorld,
  createMerchantWithProgram,
  type KycWorld,
} from '../../../../test/support/kyc-world.ts'
import { readArchive } from '../../../../test/support/read-archive.ts'
import { addMember } from '../members/change-members.ts'
import { addCaseFile } from './case-files.ts'
import { commentOnCase } from './case-items.ts'
import { openCase, showCase } from './cases.ts'
import type { Acting } from './change-case.ts'
import { closeCase } from './close-case.ts'
import type { ExportedTransfer } from './draft-activity-report.ts'
import { exportCase } from './export-case.ts'

const transfer: ExportedTransfer = {
  ...{ reference: 'd-1', customer: '=cmd()', direction: 'deposit', coin: 'ETH', amount: '0.1', usd: '' },
  ...{ address: '0xabc', txid: '0xdef', time: '2026-11-18T10:00:00.000Z', decision: 'hold' },
  ...{ score: '', level: '', reasons: ['Stolen funds — 80% of the value'] },
}
const second: ExportedTransfer = {
  ...transfer,
  reference: 'd-2',
  amount: '0.2',
  score: '97',
  level: 'Severe',
}

const thief = { name: 'Example', category: 'theft', class: 'severe' } as const
const placed = { network: 'ETH', state: 'complete' } as const
const graph: CaseGraph = {
  ...{ title: 'Theft', size: [200, 44], focus: 'a', split: [] },
  nodes: [
    { id: 'a', title: '<script>&" exploiter', detail: 'theft · ETH', x: 0, y: 0, pinned: false },
    { id: 'b', title: '0xabc', detail: 'ETH', x: 350, y: 60, pinned: true },
  ],
  atoms: [
    { ...placed, kind: 'name', address: '', known: thief, node: 0 },
    { ...placed, kind: 'address', address: '0xabc', known: null, node: 1 },
  ],
  edges: [
    {
      ...{ from: 0, to: 1, transfer: { txid: '0x1', time: 86_400 } },
      flows: [{ coin: 'ETH', amount: '2.5', usd: null, count: 1, first: 86_400, last: 86_400 }],
    },
  ],
}

onOneEngine('embedded', 'the export of a case', (suite) => {
  let world: KycWorld
  let acting: Acting
  let number: number
  beforeAll(async () => {
    world = await createKycWorld(suite.database)
    const { mchNo } = await createMerchantWithProgram(world)
    const by = { actor: 'server', memberId: null, network: null } as const
    const { memberNo } = await addMember(world, { mchNo, email: 'ann@example.com', role: 'owner' }, by)
    acting = { mchNo, member: memberNo, by: { ...by, actor: 'member' } }
    const items = [
      { kind: 'address', ref: 'ETH:0xabc', label: '0xabc' },
      { kind: 'graph', ref: JSON.stringify(graph), label: 'Theft' },
    ] as const
    number = await openCase(world, acting, { title: '=2+2', items })
    await commentOnCase(world, { ...acting, number, text: '+1 asked\nthe customer' })
    for (const content of ['one', 'two'])
      await addCaseFile(world, { ...acting, number, name: 'note.txt', content: Buffer.from(content) })
  })

  const exported = async () => {
    const parts = {
      merchantName: 'Test merchant',
      transfers: [transfer, second],
      files: [{ name: 'report-3.json', content: '{}' }],
    }
    const pieces: Buffer[] = []
    for await (const piece of await exportCase(world, { ...acting, number }, async () => parts))
      pieces.push(piece)
    const files = readArchive(Buffer.concat(pieces))
    return new Map(files.map(({ name, content }) => [name, content.toString()]))
  }

  test('contains the case, tables, the draft and the files', async () => {
    const files = await exported()
    expect([...files.keys()]).toEqual([
      ...['case.json', 'items.csv', 'transfers.csv', 'time-line.csv'],
      ...['DRAFT-suspicious-activity-report.json', 'DRAFT-suspicious-activity-report.txt'],
      ...['graph-2.json', 'graph-2.svg', 'report-3.json', 'files/1-note.txt', 'files/2-note.txt'],
    ])
    expect(files.get('files/2-note.txt')).toBe('two')
    expect(JSON.parse(files.get('graph-2.json') ?? '')).toEqual(graph)
    const svg = files.get('graph-2.svg') ?? ''
    expect(svg).toContain('&lt;script&gt;&amp;&quot; exploiter')
    expect(svg).toContain('>2.5 ETH, 1970-01-02<')
    expect(svg).not.toMatch(/<script|href|\son/)
    expect(JSON.parse(files.get('case.json') ?? '')).toMatchObject({ number, title: '=2+2', status: 'open' })
    expect((await showCase(world, { ...acting, number })).entries.at(-1)).toMatchObject({ kind: 'exported' })
  })

  test('contains no cell that a spreadsheet would run', async () => {
    const files = await exported()
    expect(files.get('transfers.csv')).toContain(",'=cmd(),deposit,")
    expect(files.get('time-line.csv')).toContain('"\'+1 asked\nthe customer"')
    for (const [name, content] of files)
      if (name.endsWith('.csv')) expect(content, name).not.toMatch(/(^|[,"\n])[=+@]/)
  })

  test('marks the draft, adds up amounts exactly, and states only what is known', async () => {
    const before = await exported()
    const text = before.get('DRAFT-suspicious-activity-report.txt') ?? ''
    expect(text.split('\n').filter((line) => line.startsWith('DRAFT.'))).toHaveLength(2)
    expect(text).toContain('0.1 ETH (no price is known) were received from 0xabc in transaction 0xdef')
    expect(text).toContain('The risk of this address was not known.')
    expect(text).toContain('Its risk score was 97 (Severe).')
    expect(text).toContain('has not reached a conclusion')
    const fields = JSON.parse(before.get('DRAFT-suspicious-activity-report.json') ?? '')
    expect(fields).toMatchObject({
      status: expect.stringMatching(/^DRAFT/),
      activity: { totalsByCoin: [{ direction: 'deposit', coin: 'ETH', amount: '0.3' }] },
      grounds: ['Stolen funds — 80% of the value'],
      conclusion: null,
    })
    const { entries } = await showCase(world, { ...acting, number })
    const closing = { outcome: 'reported', reason: 'Proceeds of a theft.', seen: entries.length } as const
    await closeCase(world, { ...acting, number, ...closing })
    const after = (await exported()).get('DRAFT-suspicious-activity-report.txt')
    expect(after).toContain('ann@example.com closed the case: the case is reported to the authority.')
    expect(after).toContain('Reason: Proceeds of a theft.')
  })
})

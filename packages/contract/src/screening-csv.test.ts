import { expect, test } from 'vitest'
import type { BatchResult } from './operations/batch.ts'
import { readScreeningCsv, screeningHeader, screeningRow } from './screening-csv.ts'

test('reads quoted fields, other columns, blank lines and any kind of line ending', () => {
  const text = '\uFEFFAddress,note,COIN\r\n"0x1","a ""b"",\nc",ETH\n\n 0x2 ,,BTC\r\n0x3\n'
  expect(readScreeningCsv(text)).toEqual([
    { line: 2, coin: 'ETH', address: '0x1' },
    { line: 5, coin: 'BTC', address: '0x2' },
    { line: 6, coin: '', address: '0x3', problem: 'coin and address are required' },
  ])
  expect(readScreeningCsv('coin,address')).toEqual([])
  expect(readScreeningCsv('coin,address\nETH,')).toMatchObject([{ problem: 'coin and address are required' }])
  expect(readScreeningCsv(`coin,address\nETH,${'a'.repeat(257)}`)).toMatchObject([
    { problem: 'coin or address is too long' },
  ])
})

test.each([
  ['', 'the first line must name the columns coin and address'],
  ['coin;address\nETH;0x1', 'the first line must name the columns coin and address'],
  ['coin,address\nETH,"0x1', 'the quote that starts on line 2 is not closed'],
  ['coin,address\nETH,"0x1"2', 'unexpected text after a quote on line 2'],
])('rejects %j', (text, message) => {
  expect(() => readScreeningCsv(text)).toThrow(message)
})

test('writes results that spreadsheets show as text', () => {
  const risk = {
    score: 100,
    risk_level: 'Severe',
    hacking_event: '=HYPERLINK("http://example.com")',
    detail_list: ['Malicious Address', 'Mixer'],
    coverage: { state: 'complete' },
  } as BatchResult['risk']
  expect(screeningHeader()).toBe('coin,address,score,risk_level,coverage,incident,details,error\r\n')
  expect(screeningRow({ coin: 'ETH', address: '0x1', risk, error: null })).toBe(
    `ETH,0x1,100,Severe,complete,"'=HYPERLINK(""http://example.com"")",Malicious Address; Mixer,\r\n`,
  )
  const error = { code: 400, message: 'invalid address' }
  for (const start of ['=', '+', '-', '@', '\t']) {
    expect(screeningRow({ coin: 'ETH', address: `${start}1`, risk: null, error })).toBe(
      `ETH,"'${start}1",,,,,,invalid address\r\n`,
    )
  }
})

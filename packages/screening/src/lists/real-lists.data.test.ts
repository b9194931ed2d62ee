import { spawn } from 'node:child_process'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dataFolder } from '../../../../test/support/data-folder.ts'
import type { ListFormat } from './list-source.ts'
import { listSources } from './list-sources.ts'

const data = dataFolder()
const packed = `${data}sanctions/sdn_advanced.xml.bz2`

async function read(format: ListFormat, bytes: AsyncIterable<Uint8Array>) {
  const entries = []
  for await (const item of listSources[format].read(bytes)) if ('entry' in item) entries.push(item.entry)
  return entries
}

test('finds all OFAC parties, and the same digital currency addresses as an independent extraction', async () => {
  const entries = await read('ofac-advanced-xml', spawn('bzip2', ['-dc', packed]).stdout)
  // One of the 18,367 parties is an aircraft with a number as its only name.
  expect(entries.length).toBe(18_366)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const persons = entries.filter(({ kind }) => kind === 'person')
  expect(persons.filter(({ birthDates }) => birthDates.length > 0).length / persons.length).toBeGreaterThan(
    0.95,
  )
  expect(
    persons.filter(({ nationalities }) => nationalities.length > 0).length / persons.length,
  ).toBeGreaterThan(0.7)
  expect(entries.every(({ programs }) => programs.length > 0)).toBe(true)
  const folder = `${data}labels/ofac/`
  for (const file of readdirSync(folder)) {
    const currency = /^sanctioned_addresses_(\w+)\.txt$/.exec(file)?.[1]
    if (currency === undefined) continue
    const others = readFileSync(folder + file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    const ours = entries.flatMap(({ cryptoAddresses }) =>
      cryptoAddresses.filter((each) => each.currency === currency).map(({ address }) => address),
    )
    const missing = others.filter((address) => !ours.includes(address))
    expect(missing, currency).toEqual([])
  }
}, 120_000) // The list is a 100 MB file.

test('finds all persons on the UN list', async () => {
  const entries = await read('un-xml', createReadStream(`${data}sanctions/un_consolidated.xml`))
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length
  expect({ persons: count('person'), entities: count('organisation') }).toEqual({
    persons: 736,
    entities: 275,
  })
})

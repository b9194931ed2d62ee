import { expect } from 'vitest'
import { readPack, readWhole } from '../../packages/kyt/src/labels/tagpack/read.ts'

/** Reads a pack one item at a time. */
export async function readPackRows(file: string, list: 'tags' | 'actors' = 'tags') {
  const pack = await readPack({ file, list })
  const rows = []
  for await (const row of pack.rows()) rows.push(row)
  return { header: pack.header, rows }
}

/** Reads a pack both one item at a time and as a whole, and compares the headers and all items. */
export async function readAndCompare(file: string, list: 'tags' | 'actors' = 'tags') {
  const quick = await readPackRows(file, list)
  const whole = await readWhole({ file, list })
  expect(quick.header).toEqual(whole.header)
  expect(quick.rows.length).toBe(whole.items.length)
  for (const [index, row] of quick.rows.entries()) {
    const fields = 'fields' in row ? row.fields : row.problem
    const expected = onlyFields(whole.items[index])
    // Uses the equality matcher only if values differ, because comparing half a million entries with the
    // matcher takes longer than reading them.
    if (JSON.stringify(fields) !== JSON.stringify(expected)) expect(fields).toEqual(expected)
  }
  return quick
}

function onlyFields(item: unknown): unknown {
  const isText = (value: unknown) => typeof value === 'string'
  const isField = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))
  return Object.fromEntries(Object.entries(item as object).filter(([, value]) => isField(value)))
}

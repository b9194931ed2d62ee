import { expect, test } from 'vitest'
import { accessedRows } from './open-holder-store.ts'

/** A store that is there, and answers nothing. */
function factoryThat(opens: string[]): IDBFactory {
  const open = (name: string) => {
    opens.push(name)
    const request = { onerror: () => {}, error: null } as unknown as IDBOpenDBRequest
    queueMicrotask(() => request.onerror?.(new Event('error')))
    return request
  }
  return { open } as unknown as IDBFactory
}

const pageThat = (requestStorageAccess: unknown) => ({ requestStorageAccess }) as Document

test('what the person lets the page use is opened, and nothing else', async () => {
  const opens: string[] = []
  const asked: unknown[] = []
  const page = pageThat(async (types: unknown) => {
    asked.push(types)
    return { indexedDB: factoryThat(opens) }
  })
  await expect(accessedRows(page)).rejects.toMatchObject({ code: 'device.storage' })
  expect(asked).toEqual([{ indexedDB: true }])
  expect(opens).toEqual(['touchstone-holder'])
})

test('a browser that can’t ask, and a person who says no, leave the page without one', async () => {
  await expect(accessedRows(pageThat(undefined))).rejects.toMatchObject({ code: 'device.storage' })
  const refused = async () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await expect(accessedRows(pageThat(refused))).rejects.toMatchObject({ name: 'NotAllowedError' })
})

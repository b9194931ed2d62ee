import { expect, test } from 'vitest'
import { accessedRows } from './open-holder-store.ts'

/** Simulates a store that exists but never responds. */
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

test('opens only the store to which the person grants access', async () => {
  const opens: string[] = []
  const requested: unknown[] = []
  const page = pageThat(async (types: unknown) => {
    requested.push(types)
    return { indexedDB: factoryThat(opens) }
  })
  await expect(accessedRows(page)).rejects.toMatchObject({ code: 'device.storage' })
  expect(requested).toEqual([{ indexedDB: true }])
  expect(opens).toEqual(['touchstone-holder'])
})

test('fails if the browser cannot ask for permission or the person declines', async () => {
  await expect(accessedRows(pageThat(undefined))).rejects.toMatchObject({ code: 'device.storage' })
  const refused = async () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await expect(accessedRows(pageThat(refused))).rejects.toMatchObject({ name: 'NotAllowedError' })
})

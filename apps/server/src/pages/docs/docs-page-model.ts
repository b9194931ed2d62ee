import type { Operation } from '@touchstone/contract'
import type { SurfaceUrls } from '../../surface-urls.ts'
import type { ExampleCall } from '../example-call.ts'

export type DocumentedOperation = {
  /** The name that the typed client and `touchstone call` have for it. */
  name: string
  operation: Operation
  call: ExampleCall
}

/** What the pages of the reference are made from. Only what is served is in it. */
export type DocsModel = {
  version: string
  urls: SurfaceUrls
  frameUrl: string
  operations: readonly DocumentedOperation[]
  demo: { mchNo: string; apiKey: string; programNo: string } | undefined
}

export type DocsGroup = { name: string; path: string; operations: readonly DocumentedOperation[] }

export const docsPath = '/docs'
export const docsErrorsPath = `${docsPath}/errors`

/** In the order in which the groups first appear, each with a page of its own. */
export function docsGroups({ operations }: DocsModel): DocsGroup[] {
  const names = [...new Set(operations.map(({ operation }) => operation.group))]
  return names.map((name) => ({
    name,
    path: `${docsPath}/${name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operations.filter(({ operation }) => operation.group === name),
  }))
}

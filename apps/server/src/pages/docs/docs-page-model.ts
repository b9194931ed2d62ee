import type { Operation } from '@touchstone/contract'
import type { SurfaceUrls } from '../../surface-urls.ts'
import type { ExampleCall } from '../example-call.ts'

export type DocumentedOperation = {
  /** The operation's name in the typed client and in `touchstone call`. */
  name: string
  operation: Operation
  call: ExampleCall
}

/** The data for the reference pages. Contains only the operations that are served. */
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

/** Returns the groups in order of first appearance. Each group has its own page. */
export function docsGroups({ operations }: DocsModel): DocsGroup[] {
  const names = [...new Set(operations.map(({ operation }) => operation.group))]
  return names.map((name) => ({
    name,
    path: `${docsPath}/${name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operations.filter(({ operation }) => operation.group === name),
  }))
}

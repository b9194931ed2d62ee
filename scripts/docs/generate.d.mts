export type GeneratedDocument = { readonly path: string; readonly text: string }

export function generateDocs(input: {
  readonly operations: object
  readonly errorCatalogue: object
  readonly settingsTable: object
  readonly commandTable: readonly object[]
  /** The server's own function: what it routes is what is served. */
  readonly buildServer: unknown
  /** Reads a file by its path from the root of the project. */
  readonly read: (path: string) => string
}): Promise<GeneratedDocument[]>

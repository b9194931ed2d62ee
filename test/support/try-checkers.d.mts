/** See the script. */
export function tryCheckers(files: {
  picture: string
  embedding: string
  liveness: string
  pdf: string
}): Promise<unknown>

/** See the script. */
export function tryTrades(files: {
  picture: string
  embedding: string
  liveness: string
  pdf: string
}): Promise<unknown>

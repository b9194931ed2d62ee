/** One transfer on a path. The steps of a path are ordered from the queried address outwards. */
export type Step = {
  /** The sender (for `received`) or the recipient (for `sent`) of the transfer, in hex. */
  readonly address: string
  readonly tx: string
  readonly coin: number
  readonly time: number
  /** The service that passed the funds on within the transaction, in hex. Empty if there is none. */
  readonly through: string
  /** Whether the address exchanged one coin for another at a service and kept the funds. */
  readonly swap: boolean
}

/** A linked list that grows at its end. Paths with the same beginning share the items of that beginning. */
export type Path = { readonly step: Step; readonly before: Path | undefined }

export function stepsOf(path: Path | undefined): Step[] {
  const steps: Step[] = []
  for (let at = path; at !== undefined; at = at.before) steps.push(at.step)
  return steps.reverse()
}

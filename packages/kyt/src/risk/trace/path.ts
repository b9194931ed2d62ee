/** One step that money took, seen from the address asked about outwards. */
export type Step = {
  /** Where it was before (`received`) or after (`sent`), in hex. */
  readonly address: string
  readonly tx: string
  readonly coin: number
  readonly time: number
  /** The service that it went through within the transaction, in hex; empty for none. */
  readonly through: string
  /** The address swapped one coin for another with a service: the money stayed its own. */
  readonly swap: boolean
}

/** A way grows at its end and is shared by all that begin alike. */
export type Path = { readonly step: Step; readonly before: Path | undefined }

export function stepsOf(path: Path | undefined): Step[] {
  const steps: Step[] = []
  for (let at = path; at !== undefined; at = at.before) steps.push(at.step)
  return steps.reverse()
}

import type { KeyManifest } from '../keys/key-manifest.ts'
import type { CircuitTools } from '../setup/compile-circuit.ts'
import type { SetupProgress } from '../setup/setup-progress.ts'

/** What every step of a ceremony is given. */
export type Ceremony = {
  /** Where the steps' files and the transcript are kept; it goes from contributor to contributor. */
  folder: string
  tools: CircuitTools
  versions: KeyManifest['tools']
  /** The circuits' sources, their names, and the templates that they share. */
  sources: string
  circuits: readonly string[]
  shared: readonly string[]
  progress: SetupProgress
}

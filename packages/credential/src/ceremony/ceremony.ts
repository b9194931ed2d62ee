import type { KeyManifest } from '../keys/key-manifest.ts'
import type { CircuitTools } from '../setup/compile-circuit.ts'
import type { SetupProgress } from '../setup/setup-progress.ts'

/** The parameters of every step of a ceremony. */
export type Ceremony = {
  /**
   * The folder that contains the transcript and the keys of each step. It is passed from contributor to
   * contributor.
   */
  folder: string
  tools: CircuitTools
  versions: KeyManifest['tools']
  /** The names and sources of the circuits, and the shared templates. */
  sources: string
  circuits: readonly string[]
  shared: readonly string[]
  progress: SetupProgress
}

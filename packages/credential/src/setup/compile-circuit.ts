import { execFile } from 'node:child_process'
import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '@touchstone/common'

/** The paths of the compiler and its library. Both are installed only to create keys. */
export type CircuitTools = {
  /** The command-line script of the package `circom2`. */
  compiler: string
  /** The folder `circuits` in the package `circomlib`. */
  library: string
}

export type CompiledCircuit = { r1cs: string; wasm: string; symbols: string }

/** Compiles `<sources>/<name>.circom` to `<to>/<name>.r1cs`, `.wasm` and `.sym`. The output is reproducible. */
export async function compileCircuit(
  tools: CircuitTools,
  { sources, name, to }: { sources: string; name: string; to: string },
): Promise<CompiledCircuit> {
  // Copy the sources to a new folder, because the compiler is a WebAssembly module that does not follow
  // symbolic links and can access only its own folder.
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-circuit-'))
  try {
    await cp(sources, join(folder, 'sources'), { recursive: true })
    await cp(tools.library, join(folder, 'library'), { recursive: true, dereference: true })
    const args = [`sources/${name}.circom`, '--r1cs', '--wasm', '--sym', '--O2', '-o', '.', '-l', 'library']
    await promisify(execFile)(process.execPath, [tools.compiler, ...args], { cwd: folder }).catch(
      (cause: unknown) => {
        throw new OperatorError({
          code: 'circuit.not-compiled',
          message: `The circuit "${name}" can't be compiled.`,
          remedy: 'See the compiler’s output.',
          cause,
        })
      },
    )
    const made = {
      r1cs: join(to, `${name}.r1cs`),
      wasm: join(to, `${name}.wasm`),
      symbols: join(to, `${name}.sym`),
    }
    await copyFile(join(folder, `${name}.r1cs`), made.r1cs)
    await copyFile(join(folder, `${name}_js`, `${name}.wasm`), made.wasm)
    await copyFile(join(folder, `${name}.sym`), made.symbols)
    return made
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

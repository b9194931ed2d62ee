import { fieldModulus } from '../field.ts'

/** The compiled circuit's exports that are used here. */
type CircuitExports = {
  memory: WebAssembly.Memory
  init(sanityCheck: number): void
  getInputSize(): number
  getInputSignalSize(high: number, low: number): number
  setInputSignal(high: number, low: number, at: number): void
  getWitnessSize(): number
  getWitness(at: number): void
  getSharedRWMemoryStart(): number
}

/** Thrown if the circuit rejects the inputs: an assertion failed, or an input is unknown or missing. */
export class WitnessError extends Error {
  override readonly name = 'WitnessError'
}

const wordBytes = 32

/**
 * Calculates the witness: the values of all wires, as 32 little-endian bytes each. Calls the compiled module
 * directly, because snarkjs reserves two gigabytes and writes to the console on failure.
 */
export async function calculateWitness(
  module: WebAssembly.Module,
  inputs: Readonly<Record<string, bigint>>,
): Promise<Uint8Array> {
  const refuse = () => {
    throw new WitnessError('the circuit rejects these inputs')
  }
  const ignore = () => undefined
  const instance = await WebAssembly.instantiate(module, {
    runtime: {
      exceptionHandler: refuse,
      printErrorMessage: ignore,
      writeBufferMessage: ignore,
      showSharedRWMemory: ignore,
    },
  })
  const circuit = instance.exports as unknown as CircuitExports
  circuit.init(0)
  const shared = circuit.getSharedRWMemoryStart()
  const entries = Object.entries(inputs)
  if (entries.length !== circuit.getInputSize())
    throw new WitnessError('the circuit expects different inputs')
  for (const [name, value] of entries) {
    const hash = nameHash(name)
    const [high, low] = [Number(hash >> 32n), Number(hash & 0xffffffffn)]
    if (circuit.getInputSignalSize(high, low) !== 1)
      throw new WitnessError(`the circuit has no input "${name}"`)
    if (value < 0n || value >= fieldModulus) throw new WitnessError(`"${name}" is not a field element`)
    const words = new DataView(circuit.memory.buffer, shared, wordBytes)
    for (let i = 0; i < 4; i++)
      words.setBigUint64(8 * i, (value >> BigInt(64 * i)) & 0xffffffffffffffffn, true)
    circuit.setInputSignal(high, low, 0)
  }
  const wires = circuit.getWitnessSize()
  const witness = new Uint8Array(wires * wordBytes)
  for (let i = 0; i < wires; i++) {
    circuit.getWitness(i)
    witness.set(new Uint8Array(circuit.memory.buffer, shared, wordBytes), i * wordBytes)
  }
  return witness
}

/** Calculates the 64-bit FNV-1a hash by which the compiled circuit identifies inputs. */
function nameHash(name: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(name)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  }
  return hash
}

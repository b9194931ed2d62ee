import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { testAll } from '../../../../test/support/test-all.ts'
import { type CircuitName, circuitNames, sharedSources } from '../keys/circuit-names.ts'
import { developmentKeys } from '../keys/development-keys.ts'
import { keyFiles } from '../keys/key-manifest.ts'
import { readKeyFile } from '../keys/read-key-file.ts'
import { readKeyManifest } from '../keys/read-key-manifest.ts'
import { calculateWitness } from '../prove/calculate-witness.ts'
import { circuitInputs } from '../prove/circuit-inputs.ts'
import { kycQuestions } from '../questions/questions.ts'
import type { CompiledCircuit } from '../setup/compile-circuit.ts'
import { hashFile } from '../setup/hash-file.ts'
import { hashSources } from '../setup/hash-sources.ts'
import { readR1cs } from '../setup/read-r1cs.ts'
import { createWitnessCheck, wiresOf } from '../testing/check-witness.ts'
import { circuitSources, toolVersions } from '../testing/circuit-tools.ts'
import { compileOnce } from '../testing/compile-once.ts'
import { makeSampleRequest, sampleQuestions } from '../testing/sample.ts'

const manifest = await readKeyManifest(developmentKeys)

test('Development keys are marked as such', () => {
  expect(manifest).toMatchObject({ development: true, tools: toolVersions, ptau: { power: 13 } })
})

test.each(circuitNames)('the keys of the circuit "%s" match the manifest and sources', async (name) => {
  const { sources, constraints, files } = manifest.circuits[name]
  expect(await hashSources(circuitSources, name, sharedSources)).toBe(sources)
  for (const file of keyFiles) {
    expect((await readKeyFile(developmentKeys, manifest, name, file)).length).toBe(files[file].bytes)
  }
  // The powers of tau need one additional row for each public signal, plus one more.
  expect(constraints + 11).toBeLessThanOrEqual(2 ** manifest.ptau.power)
})

// Compiling takes 15 s per circuit, so not all circuits are compiled. For all circuits, the test above checks
// that the sources and keys match.
describe.each(testAll ? circuitNames : (['kyc'] as const))('Compiled circuit "%s"', (name) => {
  let compiled: CompiledCircuit
  // The compiler can take more than a minute on a slow machine.
  beforeAll(async () => {
    compiled = await compileOnce(name)
  }, 480_000)

  test('matches the keys', async () => {
    const { constraints, files } = manifest.circuits[name]
    expect(await hashFile(compiled.wasm)).toBe(files['circuit.wasm'].sha256)
    const r1cs = readR1cs(await readFile(compiled.r1cs))
    expect(r1cs).toMatchObject({ publicOutputs: 2, publicInputs: 8, constraintCount: constraints })
  })

  test('constrains every signal: a change to any single signal breaks a constraint', async () => {
    const r1cs = readR1cs(await readFile(compiled.r1cs))
    const wires = wiresOfSymbols(await readFile(compiled.symbols, 'utf8'))
    expect(wires.size).toBe(r1cs.wires - 1)
    const module = await WebAssembly.compile(await readFile(compiled.wasm))
    for (const request of requestsFor(name)) {
      const check = createWitnessCheck(r1cs, wiresOf(await calculateWitness(module, circuitInputs(request))))
      expect(check.holds()).toBe(true)
      const free = [...wires].filter(
        ([wire]) => ![1n, -1n, 2n ** 200n + 12345n].every((change) => check.notices(wire, change)),
      )
      expect(free).toEqual([])
    }
  })
})

/**
 * Maps each wire to the name of one of its signals. Signals that the compiler optimised away have no wire.
 */
function wiresOfSymbols(text: string): Map<number, string> {
  const wires = new Map<number, string>()
  for (const line of text.trim().split('\n')) {
    const [, wire, , signal] = line.split(',')
    if (Number(wire) > 0) wires.set(Number(wire), signal ?? '')
  }
  return wires
}

/** Returns inputs with all questions and, if the circuit allows it, inputs without any questions. */
function requestsFor(name: CircuitName) {
  const nothing = kycQuestions({ minimumAge: 0, citizenship: 'any', location: 'any', sanctionYears: 0 })
  return [
    makeSampleRequest(sampleQuestions[name]),
    ...(name === 'kyc'
      ? [makeSampleRequest(nothing, { attributes: { citizenship: '', location: '' } })]
      : []),
  ]
}

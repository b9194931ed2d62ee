import { parseArgs } from 'node:util'
import { build, checkNode, fail, say } from './prepare.mjs'

// Creates a small ONNX model with its description, to try out calibration and configuration. The model cannot
// distinguish people. The same seed gives the same file.

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: 'string', default: 'embedding' }, seed: { type: 'string', default: '1' } },
})
const [folder] = positionals
const { kind, seed } = values
if (folder === undefined || !['embedding', 'liveness'].includes(kind))
  fail('Missing folder. Usage: npm run face-model -- <folder> [--kind embedding | liveness] [--seed <text>]')

checkNode()
build()
const { writeMadeModel } = await import('../packages/biometrics/dist/testing/made-face-models.js')
say(`wrote ${writeMadeModel(folder, { kind, seed })} and its description`)

import { fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binary, build, checkNode, fail, install, root, run } from './prepare.mjs'

const names = readdirSync(join(root, 'eval')).filter((name) =>
  existsSync(join(root, 'eval', name, 'main.ts')),
)
const [name, ...flags] = process.argv.slice(2)
if (!names.includes(name)) fail(`Say what to evaluate: npm run eval -- ${names.join(' | ')}`)

checkNode()
install()
build()
run(process.execPath, [binary('typescript', 'tsc'), '-b', 'eval'], 'The evaluation could not be built.')

// In a process group of its own, as a benchmark is: Ctrl-C reaches only this script, and the evaluation closes its
// ledger and removes its folder before it ends.
const child = fork(join(root, 'eval', 'dist', 'eval', name, 'main.js'), flags, { cwd: root, detached: true })
const stop = () => child.connected && child.send('stop')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})

import { fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binary, build, checkNode, fail, install, root, run } from './prepare.mjs'

const names = readdirSync(join(root, 'bench')).filter((name) =>
  existsSync(join(root, 'bench', name, 'main.ts')),
)
const [name, ...flags] = process.argv.slice(2)
if (!names.includes(name)) fail(`Say which benchmark: npm run bench -- ${names.join(' | ')}`)

checkNode()
install()
build()
run(process.execPath, [binary('typescript', 'tsc'), '-b', 'bench'], 'The benchmark could not be built.')

// In a process group of its own: Ctrl-C reaches only this script, which asks the benchmark to stop, and that stops
// what it started in the right order. It notices by the channel when this script is gone.
const child = fork(join(root, 'bench', 'dist', 'bench', name, 'main.js'), flags, { detached: true })
const stop = () => child.connected && child.send('stop')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build, checkNode, install, root, run } from './prepare.mjs'

checkNode()
install()
build({ checkTypes: false })
run(
  process.execPath,
  [join(root, 'scripts/build-browser-parts.mjs')],
  'The browser parts could not be built.',
)

// Starts the server in a separate process, because the C library keeps memory that threads have freed unless
// these limits are set before the process starts. `production.md` recommends the same settings.
const memory = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '32768' }
let server = serve()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))

function serve() {
  // The default of 16 MiB would let each thread keep up to 48 MiB of short-lived objects.
  const nodeOptions = ['--max-semi-space-size=4']
  const program = join(root, 'apps/server/dist/main.js')
  const child = spawn(process.execPath, [...nodeOptions, program, ...process.argv.slice(2)], {
    // Uses a separate process group, so that Ctrl-C reaches the server only once. If this process is killed,
    // the server detects that the IPC channel has closed.
    detached: true,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...memory, ...process.env },
  })
  // The server asks for a restart after it has created the demo, because the embedded store keeps the memory
  // used for this until its process exits.
  let mustRestart = false
  child.once('message', (message) => {
    mustRestart = message === 'restart'
  })
  child.once('exit', (code) => {
    if (mustRestart) server = serve()
    else process.exit(code ?? 1)
  })
  return child
}

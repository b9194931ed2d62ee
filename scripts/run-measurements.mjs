import { fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { binary, build, checkNode, fail, install, root, run, say } from './prepare.mjs'

/**
 * Runs one program from the folder `bench` or `eval`, or all of them. With `all`, continues after a failure.
 */
export async function runMeasurements(folder) {
  const names = readdirSync(join(root, folder)).filter((name) =>
    existsSync(join(root, folder, name, 'main.ts')),
  )
  const [name, ...flags] = process.argv.slice(2)
  const chosen = name === 'all' ? names : names.filter((each) => each === name)
  if (chosen.length === 0)
    fail(`Missing or unknown program. Usage: npm run ${folder} -- ${names.join(' | ')} | all`)

  checkNode()
  install()
  build()
  // The types of the programs are checked together with the tests, because the tests share some of their
  // files.
  const args = [binary('typescript', 'tsc'), '-b', folder, '--noCheck']
  run(process.execPath, args, `The build of ${folder} failed.`)

  const failed = []
  for (const each of chosen) {
    if (chosen.length > 1) say(`${folder} ${each} ${flags.join(' ')}`)
    const startedAt = Date.now()
    const { code, stopped } = await runToEnd(join(root, folder, 'dist', folder, each, 'main.js'), flags)
    if (chosen.length > 1) say(`${folder} ${each} took ${Math.round((Date.now() - startedAt) / 1000)} s`)
    if (code !== 0) failed.push(each)
    if (stopped) break
  }
  if (failed.length > 0 && chosen.length > 1) say(`failed in ${folder}: ${failed.join(', ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

/**
 * Runs the program in a separate process group, so that Ctrl-C reaches only this script. The script then asks
 * the program to stop, and the program stops its child processes in order. The IPC channel notifies the
 * program if this script exits unexpectedly.
 */
function runToEnd(file, flags) {
  const child = fork(file, flags, { cwd: root, detached: true })
  let stopped = false
  const stop = () => {
    stopped = true
    if (child.connected) child.send('stop')
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve({ code: code ?? 1, stopped })
    })
  })
}

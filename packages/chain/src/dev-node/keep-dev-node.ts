import { type ChildProcess, spawn } from 'node:child_process'
import { anvilBinary } from './anvil-binary.ts'
import { callNode } from './call-node.ts'
import { findNode, removeNote, writeNote } from './node-note.ts'
import { openStateFile } from './state-file.ts'

/**
 * A process of its own between the service and the node: it notices by its closed input that the service is gone,
 * however that ended, writes the state a last time and ends the node. Its own state writing is not the node's
 * (`--state`), which would leave half a file when it is killed in the middle.
 */
async function keep(options: { folder: string; chainId: number; port: number }): Promise<void> {
  const { folder, chainId, port } = options
  const file = openStateFile(folder)
  // A node outlives its keeper when that was killed hard; what it knows is newer than the file.
  const orphan = await findNode(folder)
  if (orphan) {
    await file.write(await callNode<string>(orphan.url, 'anvil_dumpState'))
    process.kill(orphan.node, 'SIGKILL')
  }

  const node = spawn(
    anvilBinary(),
    ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId), '--accounts', '0'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  // Whatever ends this process: a node that nobody keeps must not stay.
  process.on('exit', () => node.kill('SIGKILL'))
  const url = await placeOf(node)
  await writeNote(folder, { keeper: process.pid, node: node.pid ?? 0, url })
  const state = await file.read()
  if (state !== undefined) await callNode(url, 'anvil_loadState', [state])
  // Before anybody knows the place: a block of theirs must not pass for one that the file has.
  let written = await callNode<string>(url, 'eth_blockNumber')
  process.stdout.write(`${url}\n`)
  const save = async () => {
    const height = await callNode<string>(url, 'eth_blockNumber')
    if (height === written) return
    await file.write(await callNode<string>(url, 'anvil_dumpState'))
    written = height
  }

  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await save().catch(() => {})
    const ended = new Promise((resolve) => node.once('exit', resolve))
    node.kill('SIGKILL')
    await ended
    await removeNote(folder)
    process.exit(0)
  }
  node.once('exit', () => {
    if (!ending) process.exit(1)
  })
  process.stdin.once('end', end).once('error', end).resume()
  // A terminal sends Ctrl-C to every process of its group: the service decides when its chain ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', end)

  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, saveEveryMs))
    if (!ending) await save().catch(() => {})
  }
}

/** Well under the second that a kill may cost. */
const saveEveryMs = 500

function placeOf(node: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    node.once('error', reject)
    node.once('exit', (code) => reject(new Error(`the node ended with ${code}: ${output.slice(-500)}`)))
    node.stdout?.on('data', (chunk) => {
      if (output.length > 100_000) return
      output += chunk
      const place = /Listening on (127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (place) resolve(`http://${place}`)
    })
  })
}

const [folder = '', chainId = '', port = '0'] = process.argv.slice(2)
try {
  await keep({ folder, chainId: Number(chainId), port: Number(port) })
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}

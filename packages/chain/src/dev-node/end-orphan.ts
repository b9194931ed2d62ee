import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callNode } from './call-node.ts'

type NodeNote = { pid: number; url: string }

const noteOf = (folder: string) => join(folder, 'node.json')

export async function noteNode(folder: string, note: NodeNote): Promise<void> {
  await writeFile(noteOf(folder), JSON.stringify(note), { mode: 0o600 })
}

export async function forgetNode(folder: string): Promise<void> {
  await rm(noteOf(folder), { force: true })
}

/**
 * A node outlives its keeper when that was killed hard. It is asked for its state, which is newer than the file's,
 * and ended. It is ours only if the noted place answers as such a node: a process number alone may be another's by now.
 */
export async function endOrphan(folder: string, save: (state: string) => Promise<void>): Promise<void> {
  let note: NodeNote
  try {
    note = JSON.parse(await readFile(noteOf(folder), 'utf8')) as NodeNote
    const client = await callNode<string>(note.url, 'web3_clientVersion', [], 2000)
    if (!client.startsWith('anvil')) return
  } catch {
    return
  }
  await save(await callNode<string>(note.url, 'anvil_dumpState'))
  process.kill(note.pid, 'SIGKILL')
  await forgetNode(folder)
}

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientVersion } from './answer-request.ts'
import { callNode } from './call-node.ts'

/** Which process runs the chain of a folder, which one started that, and where it answers. */
export type NodeNote = { node: number; starter: number; url: string }

const noteOf = (folder: string) => join(folder, 'node.json')

export async function writeNote(folder: string, note: NodeNote): Promise<void> {
  await writeFile(noteOf(folder), JSON.stringify(note), { mode: 0o600 })
}

export async function removeNote(folder: string): Promise<void> {
  await rm(noteOf(folder), { force: true })
}

/** The node that answers at the noted place. A process number alone may be another's by now. */
export async function findNode(folder: string): Promise<NodeNote | undefined> {
  try {
    const note = JSON.parse(await readFile(noteOf(folder), 'utf8')) as NodeNote
    const client = await callNode<string>(note.url, 'web3_clientVersion', [], 2000)
    return client === clientVersion ? note : undefined
  } catch {
    return undefined
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There, but another user's.
    return (error as { code?: string }).code === 'EPERM'
  }
}

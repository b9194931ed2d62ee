import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callNode } from './call-node.ts'
import { clientVersion } from './handle-request.ts'

/** Which process runs the chain of a folder, which one started that, and where it answers. */
export type NodeNote = { node: number; starter: number; url: string }

const noteOf = (folder: string) => join(folder, 'node.json')

export async function writeNote(folder: string, note: NodeNote): Promise<void> {
  await writeFile(noteOf(folder), JSON.stringify(note), { mode: 0o600 })
}

export async function removeNote(folder: string): Promise<void> {
  await rm(noteOf(folder), { force: true })
}

/**
 * The node that answers at the noted place. A process number alone may be another's by now. Who lets a question wait is
 * asked again: a node that is only slow must not be taken for gone, for two would write one journal.
 */
export async function findNode(
  folder: string,
  { askMs = 2000, tries = 10 } = {},
): Promise<NodeNote | undefined> {
  try {
    const note = JSON.parse(await readFile(noteOf(folder), 'utf8')) as NodeNote
    const client = await askPatiently(note.url, askMs, tries)
    return client === clientVersion ? note : undefined
  } catch {
    return undefined
  }
}

async function askPatiently(url: string, askMs: number, tries: number): Promise<string> {
  try {
    return await callNode<string>(url, 'web3_clientVersion', [], askMs)
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError' || tries <= 1) throw error
    return await askPatiently(url, askMs, tries - 1)
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

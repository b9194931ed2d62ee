import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callNode } from './call-node.ts'
import { clientVersion } from './handle-request.ts'

/** The process that runs a folder's chain, the process that started it, and the URL of the node. */
export type NodeNote = { node: number; starter: number; url: string }

const noteOf = (folder: string) => join(folder, 'node.json')

export async function writeNote(folder: string, note: NodeNote): Promise<void> {
  await writeFile(noteOf(folder), JSON.stringify(note), { mode: 0o600 })
}

export async function removeNote(folder: string): Promise<void> {
  await rm(noteOf(folder), { force: true })
}

/**
 * Returns the node that responds at the recorded URL. Does not rely on the process ID, which could have been
 * reassigned to another process. Retries after a timeout: if a slow node were considered dead, a second node
 * would be started and both would write the same journal.
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
    // The process exists but belongs to another user.
    return (error as { code?: string }).code === 'EPERM'
  }
}

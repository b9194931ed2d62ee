import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connectToHolder, DataFolderInUse, holdDataFolder } from './hold-data-folder.ts'

const folders: string[] = []
const fresh = (...deeper: string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-hold-'))
  folders.push(root)
  return join(root, ...deeper)
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('allows one holder at a time and unlocks the folder on release', async () => {
  const folder = fresh('made', 'on', 'demand')
  const held = await holdDataFolder(folder)
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  await held.release()
  await (await holdDataFolder(folder)).release()
})

test('locks the folder for exactly one of many processes that start concurrently', async () => {
  const folder = fresh()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => holdDataFolder(folder)))
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]?.value.release()
})

test('lets exactly one of many processes take over from a killed holder', async () => {
  const folder = fresh()
  // When a process that only listens on the socket is killed, it leaves behind the same socket file as a
  // killed holder would.
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.stdout.write('up'))`
  const holder = spawn(process.execPath, ['-e', script, join(folder, 'touchstone.sock')])
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  const exited = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await exited
  expect(statSync(join(folder, 'touchstone.sock')).isSocket()).toBe(true)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => holdDataFolder(folder)))
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]?.value.release()
})

test('makes the socket accessible only to its owner and queues early connections', async () => {
  const folder = fresh()
  expect(await connectToHolder(folder)).toBeUndefined()
  const held = await holdDataFolder(folder)
  expect(statSync(join(folder, 'touchstone.sock')).mode & 0o077).toBe(0)
  const client = await connectToHolder(folder)
  const received = new Promise<string>((resolve) => {
    held.onConnection((socket) => socket.on('data', (data) => resolve(data.toString())))
  })
  client?.write('hello')
  expect(await received).toBe('hello')
  client?.destroy()
  await held.release()
})

test('supports a folder whose path is too long for a socket', async () => {
  const folder = fresh(...Array.from({ length: 12 }, () => 'a-folder-name'))
  const held = await holdDataFolder(folder)
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  await held.release()
})

test('rejects a folder with an unknown version, leaves the folder unchanged and unlocks it', async () => {
  const folder = fresh()
  const version = join(folder, 'version')
  await (await holdDataFolder(folder)).release()
  expect(readFileSync(version, 'utf8')).toBe('1\n')
  writeFileSync(version, '7\n')
  for (let tries = 0; tries < 2; tries++)
    await expect(holdDataFolder(folder)).rejects.toMatchObject({
      code: 'data-folder.version',
      message: `The data folder ${folder} has the unknown version "7"; this program uses version 1.`,
    })
  expect(readFileSync(version, 'utf8')).toBe('7\n')
})

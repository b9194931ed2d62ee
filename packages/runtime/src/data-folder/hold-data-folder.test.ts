import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { DataFolderInUse, holdDataFolder, knock } from './hold-data-folder.ts'

const folders: string[] = []
const fresh = (...deeper: string[]) => {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-hold-'))
  folders.push(root)
  return join(root, ...deeper)
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('one holder at a time; free again after release', async () => {
  const folder = fresh('made', 'on', 'demand')
  const held = await holdDataFolder(folder)
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  await held.release()
  await (await holdDataFolder(folder)).release()
})

test('of many that start at once, exactly one gets it', async () => {
  const folder = fresh()
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => holdDataFolder(folder)))
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]?.value.release()
})

test('a holder that was killed leaves a folder that exactly one of many can take over', async () => {
  const folder = fresh()
  // A bare listening socket in another process is what a killed holder leaves behind.
  const script = `require('node:net').createServer().listen(process.argv[1], () => process.stdout.write('up'))`
  const holder = spawn(process.execPath, ['-e', script, join(folder, 'touchstone.sock')])
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  expect(statSync(join(folder, 'touchstone.sock')).isSocket()).toBe(true)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => holdDataFolder(folder)))
  const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]?.value.release()
})

test('only its owner may knock, and a knock before the door is attended waits', async () => {
  const folder = fresh()
  expect(await knock(folder)).toBeUndefined()
  const held = await holdDataFolder(folder)
  expect(statSync(join(folder, 'touchstone.sock')).mode & 0o077).toBe(0)
  const visitor = await knock(folder)
  const heard = new Promise<string>((resolve) => {
    held.onConnection((socket) => socket.on('data', (data) => resolve(data.toString())))
  })
  visitor?.write('hello')
  expect(await heard).toBe('hello')
  visitor?.destroy()
  await held.release()
})

test('a folder too deep for a socket path works too', async () => {
  const folder = fresh(...Array.from({ length: 12 }, () => 'a-folder-name'))
  const held = await holdDataFolder(folder)
  await expect(holdDataFolder(folder)).rejects.toThrow(DataFolderInUse)
  await held.release()
})

test('a folder of an unknown version is refused, left unchanged and free again', async () => {
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

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyCommand } from './key-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(name: string, body: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${body}\n`)
  chmodSync(path, 0o700)
  return path
}

const dataKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index))

/** "Wraps" a key by reversing its bytes, which is sufficient to check the command's input and output. */
const service = `case "$1" in
  wrap) echo "hsm/7 $(base64 -d | tac -rs . | base64 -w0)" ;;
  unwrap) [ "$2" = hsm/7 ] || exit 4; base64 -d | tac -rs . | base64 -w0 ;;
  newest) echo hsm/7 ;;
esac`

test('wraps and unwraps keys with the key service', async () => {
  const keys = createKeyCommand([script('service', service)])
  const wrapped = await keys.wrap(dataKey)
  expect(wrapped.wrappedBy).toBe('hsm/7')
  expect(Buffer.from(wrapped.wrapped)).not.toEqual(dataKey)
  expect(await keys.unwrap(wrapped)).toEqual(dataKey)
  expect(await keys.newest()).toBe('hsm/7')
})

test.each([
  ['refuses', 'echo "secret detail" >&2; exit 4', /exit code 4/],
  ['says nothing', 'exit 0', /unexpected format/],
  ['says too much', 'echo one two three', /unexpected format/],
  ['never stops talking', 'yes', /more than 64 kB/],
])('reports in one line, without the input, that a command %s', async (name, body, expected) => {
  const error = await createKeyCommand([script(name.replaceAll(' ', '-'), body)])
    .wrap(dataKey)
    .catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'faceprint.key-command', message: expect.stringMatching(expected) })
  expect(String(error)).not.toMatch(/secret detail/)
  expect(String(error)).not.toContain(dataKey.toString('base64'))
})

test('reports a missing command with the same error code as other command failures', async () => {
  await expect(createKeyCommand([join(folder, 'absent')]).newest()).rejects.toMatchObject({
    code: 'faceprint.key-command',
  })
})

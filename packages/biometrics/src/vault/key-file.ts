import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs'
import { OperatorError } from '@touchstone/common'
import { decrypt, encrypt } from './gcm.ts'
import type { KeySource, WrappedKey } from './key-source.ts'

const keyLength = 32

/**
 * Opens a key file as a key source. The file contains one key per line, as `<name> <base64>`. Data keys are
 * wrapped with the last key; the other keys are used only for unwrapping.
 */
export function openKeyFile(path: string): KeySource {
  // The file is read for each use, so that a new key takes effect without a restart. The file is rarely used.
  return {
    async wrap(dataKey) {
      const [name, key] = newestOf(readKeys(path), path)
      return { wrappedBy: name, wrapped: encrypt(key, dataKey, boundTo(name)) }
    },

    async unwrap({ wrappedBy, wrapped }: WrappedKey) {
      const key = readKeys(path).get(wrappedBy)
      if (key === undefined) throw missingKey(path, wrappedBy)
      try {
        return decrypt(key, wrapped, boundTo(wrappedBy))
      } catch (cause) {
        throw wrongKey(path, wrappedBy, cause)
      }
    },

    newest: async () => newestOf(readKeys(path), path)[0],
  }
}

/** Throws if the file is missing, is readable by others, contains no key or has an invalid line. */
export function checkKeyFile(path: string): void {
  newestOf(readKeys(path), path)
}

/**
 * Creates the file with a first key, or adds a newer key to an existing file. Only the owner can read the
 * file. Returns the name of the new key.
 */
export function addKeyToFile(path: string): string {
  const before = readIfThere(path)
  const name = `key-${randomBytes(4).toString('hex')}`
  const line = `${name} ${randomBytes(keyLength).toString('base64')}\n`
  // Replace the file atomically, because a crash must not leave a partial file: without the keys, the
  // faceprints are lost.
  const beside = `${path}.new`
  const file = openSync(beside, 'w', 0o600)
  try {
    writeSync(file, before === '' || before.endsWith('\n') ? before + line : `${before}\n${line}`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(beside, path)
  return name
}

function readKeys(path: string): Map<string, Buffer> {
  const keys = new Map<string, Buffer>()
  for (const [index, line] of readPrivate(path).split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [name = '', text = '', ...rest] = line.trim().split(/\s+/)
    const key = Buffer.from(text, 'base64')
    if (rest.length > 0 || key.length !== keyLength || key.toString('base64') !== text || keys.has(name)) {
      throw badLine(path, index + 1)
    }
    keys.set(name, key)
  }
  return keys
}

function readPrivate(path: string): string {
  let mode: number
  let text: string
  try {
    mode = statSync(path).mode
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new OperatorError({
      code: 'faceprint.key-file',
      message: `The faceprint key file (${path}) cannot be read.`,
      remedy:
        'Restore it from its backup: enrolled faces cannot be compared without it. If nobody is enrolled yet, create it with "touchstone init".',
      cause,
    })
  }
  if ((mode & 0o077) === 0) return text
  throw new OperatorError({
    code: 'faceprint.key-file',
    message: `The faceprint key file (${path}) is readable by other users.`,
    remedy: `Remove that permission: chmod 600 ${path}`,
  })
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function newestOf(keys: Map<string, Buffer>, path: string): [string, Buffer] {
  const newest = [...keys].at(-1)
  if (newest !== undefined) return newest
  throw new OperatorError({
    code: 'faceprint.key-file',
    message: `The faceprint key file (${path}) contains no key.`,
    remedy:
      'Restore it from its backup. If nobody is enrolled yet, delete it and create it with "touchstone init".',
  })
}

function boundTo(name: string): string {
  return `touchstone/faceprint-key/v1 ${name}`
}

function badLine(path: string, line: number): OperatorError {
  return new OperatorError({
    code: 'faceprint.key-file',
    message: `${path}, line ${line}: expected a new name and a key of 32 bytes in base64.`,
    remedy: 'Restore the original line. Only the key in that line can unwrap the data keys that it wrapped.',
  })
}

function missingKey(path: string, name: string): OperatorError {
  return new OperatorError({
    code: 'faceprint.key-missing',
    message: `The faceprint key file (${path}) no longer contains the key "${name}".`,
    remedy: 'Restore the line of this key, because faceprints in the store still need it.',
  })
}

function wrongKey(path: string, name: string, cause: unknown): OperatorError {
  return new OperatorError({
    code: 'faceprint.key-wrong',
    message: `The key "${name}" in ${path} cannot unwrap a data key that was wrapped under the same name.`,
    remedy: 'Restore the key file that belongs to this store.',
    cause,
  })
}

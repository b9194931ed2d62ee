import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { argv, env, exit, stderr, stdout } from 'node:process'

// A key service for tests and trials, and the commands that use it. The key never leaves the service: a client
// sends a secret and receives it encrypted, or sends the encrypted secret and receives it in plain text. Replace
// it by the key service of your platform in production.

const settings = env
const [task, path] = argv.slice(2)
const url = settings.KEY_SERVICE_URL ?? 'http://127.0.0.1:8900'

const tasks = { serve, wrap, unwrap }
const run = tasks[task]
if (run === undefined || path === undefined) {
  stderr.write('Usage: node key-service.mjs serve|wrap|unwrap <file>\n')
  exit(2)
}
await run()

/** Answers POST /wrap and POST /unwrap with the key in the file, which is created if it does not exist. */
async function serve() {
  if (!existsSync(path)) writeFileSync(path, randomBytes(32), { mode: 0o600 })
  const key = readFileSync(path)
  const answers = {
    '/wrap': (text) => {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    '/unwrap': (text) => {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
  const server = createServer(async (request, response) => {
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      response.end(answers[request.url](Buffer.concat(chunks).toString('utf8').trim()))
    } catch {
      response.writeHead(400).end()
    }
  })
  server.listen(Number(settings.PORT || 8900), '127.0.0.1', () =>
    stdout.write(`key service: http://127.0.0.1:${server.address().port}\n`),
  )
}

/** Encrypts the line on standard input and writes it to the file. */
async function wrap() {
  writeFileSync(path, `${await ask('/wrap', readFileSync(0, 'utf8').trim())}\n`, { mode: 0o600 })
}

/** Prints the secret in the file. This is the command for TOUCHSTONE_SECRET_COMMAND. */
async function unwrap() {
  stdout.write(`${await ask('/unwrap', readFileSync(path, 'utf8').trim())}\n`)
}

async function ask(at, body) {
  const response = await fetch(`${url}${at}`, { method: 'POST', body })
  if (!response.ok) throw new Error(`the key service answered ${response.status}`)
  return await response.text()
}

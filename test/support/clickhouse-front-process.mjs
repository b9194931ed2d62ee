import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const require = createRequire(new URL('../../packages/storage/package.json', import.meta.url))
const { Session } = require('chdb')

const [folder, port] = process.argv.slice(2)
const sessions = [new Session(folder), new Session(folder)]
let turn = 0

/** Splits what the client sends: the statement is in the URL when the body holds rows, otherwise it is the body. */
async function run(request, response) {
  const url = new URL(request.url, 'http://localhost')
  if (url.pathname === '/ping') return response.end('Ok.\n')
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const inUrl = url.searchParams.get('query')
  const asFile = inUrl === null ? undefined : layBodyAside(inUrl, body)
  const statement = asFile?.statement ?? (inUrl === null ? body.toString() : `${inUrl}\n${body}`)
  const parameters = {}
  for (const [key, value] of url.searchParams) {
    if (key.startsWith('param_')) parameters[key.slice('param_'.length)] = value
  }
  const session = sessions[turn++ % sessions.length]
  try {
    const bound = Object.keys(parameters).length > 0
    // Values come as ClickHouse's own text form; the engine's parameters take that form as it is.
    const settings = Object.entries(parameters).map(([key, value]) => `set param_${key} = '${quote(value)}'`)
    const text = bound ? `${settings.join('; ')}; ${statement}` : statement
    const answer = await session.queryAsync(text, { format: url.searchParams.get('default_format') ?? 'TSV' })
    response.setHeader('content-type', 'application/octet-stream')
    response.end(Buffer.from(answer.bytes()))
  } catch (error) {
    response.statusCode = 500
    response.setHeader('x-clickhouse-exception-code', String(error.clickhouseCode ?? 1000))
    response.end(error.message)
  } finally {
    if (asFile !== undefined) rmSync(asFile.path)
  }
}

/** Parquet is no text, and the engine takes only text after a statement: it is given the body as a file. */
function layBodyAside(statement, body) {
  if (!/\bformat Parquet\s*$/.test(statement)) return undefined
  const path = join(tmpdir(), `touchstone-body-${randomUUID()}.parquet`)
  writeFileSync(path, body)
  return {
    path,
    statement: statement
      .replace(/\bformat Parquet\s*$/, '')
      .replace(/\binput\('([^']*)'\)/, (_, structure) => `file('${path}', 'Parquet', '${structure}')`),
  }
}

const quote = (text) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")

const server = createServer((request, response) => {
  run(request, response).catch((error) => response.destroy(error))
})
server.listen(Number(port), 'localhost', () => process.stdout.write(`${server.address().port}\n`))
process.on('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => process.exit(0))
})
// The tests' process ended without saying so.
process.stdin.on('end', () => process.exit(0)).resume()

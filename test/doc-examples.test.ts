import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A folder inside the repository, so that the examples can resolve the packages. */
const folder = join(root, 'node_modules', '.cache', `doc-examples-${process.pid}`)

/** Returns the code of every `@example` in a package's comments. */
function examplesOf(name: string): { from: string; code: string }[] {
  const source = join(root, 'packages', name, 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  return files.flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/@example\n \* ```ts\n(.*?)\n \* ```/gs)].map(
      ([, code = '']) => ({ from: `${name}/${file}`, code: code.replaceAll(/^ \* ?/gm, '') }),
    ),
  )
}

test('compiles the examples in the comments of the client, the widget and the contract', async () => {
  const examples = ['client', 'widget', 'contract'].flatMap(examplesOf)
  expect(examples.map(({ from }) => from).sort()).toEqual(
    expect.arrayContaining([
      'client/create-client.ts',
      'client/touchstone-api-error.ts',
      'client/verify-webhook.ts',
      'contract/errors.ts',
      'widget/provider.ts',
      'widget/svc-widget.ts',
    ]),
  )
  mkdirSync(folder, { recursive: true })
  try {
    const config = {
      extends: join(root, 'tsconfig.test.json'),
      compilerOptions: { customConditions: ['@touchstone/source'], noUnusedLocals: false },
      include: ['*.ts'],
      references: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    examples.forEach(({ from, code }, index) => {
      writeFileSync(join(folder, `${index}-${from.replaceAll('/', '-')}`), `${code}\nexport {}\n`)
    })
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSsiWallet } from '@touchstone/credential/holder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDocumentPhoto } from '../support/camera/index.ts'
import { createFrameCaller } from '../support/journeys/frame-caller.ts'
import { authorizeByCalls, openByCalls } from '../support/journeys/walk-by-calls.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { runCli, temporaryFolder } from '../support/spawn.ts'
import { demoTimeout } from '../support/timeouts.ts'

let smtp: TestSmtp
let server: TestServer
const folder = temporaryFolder()
beforeAll(async () => {
  smtp = await startSmtp()
  server = await startTestServer({ env: { SMTP_URL: smtp.url, LEDGER_URL: 'off' } })
}, demoTimeout)
afterAll(async () => {
  await server?.stop()
  await smtp?.stop()
  folder.remove()
})

/** The timeout allows for reading four documents, including the printed text, on a busy machine. */
const long = { timeout: 480_000 }

test(
  'refers a document to an operator after three misreadings, and shows the operator its pictures',
  long,
  async () => {
    const caller = createFrameCaller(server.url)
    const { url, demo } = server
    await openByCalls(caller, { url, demo, programNo: demo.programNo })
    await authorizeByCalls(caller, await createSsiWallet(), `0x${'b7'.repeat(20)}`)
    await caller.post('/login/email', { email: 'misread@example.com' })
    await caller.post('/login/code', { code: await smtp.code('misread@example.com') })

    const today = new Date().toISOString().slice(0, 10)
    const fields = { surname: 'Quillfeather', givenNames: 'Ardent', nationality: 'FRA', issuingState: 'FRA' }
    const photo = await makeDocumentPhoto({
      today,
      isSmall: true,
      face: 'map-man',
      fields: { ...fields, birthDate: '1984-02-03' },
    })
    const give = async () => {
      const form = new FormData()
      form.set('kind', 'passport')
      form.set('country', 'FRA')
      form.append('picture', new Blob([new Uint8Array(photo.jpeg)], { type: 'image/jpeg' }), 'picture-1')
      await caller.post('/document', form)
    }
    for (let time = 0; time < 3; time++) {
      await give()
      expect(caller.step()).toMatchObject({ name: 'document-confirm', editable: ['surname', 'givenNames'] })
      await caller.post('/document/confirm', { corrections: { birthDate: '1974-02-03' } })
      expect(caller.step()).toMatchObject({ name: 'document-confirm', refused: ['birthDate'] })
      await caller.post('/document/retake')
    }
    expect(caller.step()).toEqual({ name: 'document-review', days: 7 })
    await caller.post('/document/review', { agreed: true })
    expect(caller.step()).toMatchObject({ name: 'document', keptDays: 7 })
    await give()
    expect(caller.step()).toMatchObject({ name: 'review', what: 'document' })

    const { stores: env } = server
    const operate = (...args: string[]) => runCli(['review', ...args], env)
    const list = JSON.parse((await operate('list', '--json')).stdout) as { id: number; kind: string }[]
    const { id } = list.find(({ kind }) => kind === 'document') ?? { id: 0 }
    const out = join(folder.path, 'pictures')
    const written = await operate('pictures', String(id), '--out', out, '--by', 'j.doe')
    expect(written).toMatchObject({ code: 0, stdout: expect.stringContaining('mode 0600') })
    const file = join(out, `review-${id}-1.jpg`)
    expect(written.stdout).toContain(file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(out).mode & 0o777).toBe(0o700)
    expect(readFileSync(file).equals(Buffer.from(photo.jpeg))).toBe(true)
    // An existing file must not be overwritten, because other users might be able to read it.
    const again = await operate('pictures', String(id), '--out', out, '--by', 'j.doe')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written') })
    writeFileSync(join(folder.path, 'taken'), '')
    expect(
      (await operate('pictures', String(id), '--out', join(folder.path, 'taken'), '--by', 'j.doe')).code,
    ).toBe(1)

    const show = await operate('show', String(id))
    expect(show.stdout).toContain('"operator": "j.doe"')
    expect(show.stdout).toContain('QUILLFEATHER')

    const made = await operate('clear', String(id), '--by', 'j.doe', '--field', 'birthDate=1974-02-04')
    expect(made).toMatchObject({ code: 1, stderr: expect.stringContaining('check.birthDate') })
    expect((await operate('clear', String(id), '--by', 'j.doe', '--field', 'birthDate')).code).toBe(2)
    const cleared = await operate('clear', String(id), '--by', 'j.doe', '--field', 'givenNames=Árdent')
    expect(cleared).toMatchObject({ code: 0, stdout: expect.stringContaining('goes on') })
    expect(await caller.look()).toEqual({ name: 'liveness', colourFree: { chosen: false, days: 7 } })
    await caller.post('/liveness/colours', { colours: false })
    expect(caller.step()).toEqual({ name: 'liveness', colourFree: { chosen: true, days: 7 } })
    const turn = await caller.post('/liveness')
    expect(turn).toMatchObject({ challenge: { flashes: [], steps: { length: 5 } } })
    expect(
      (await operate('pictures', String(id), '--out', join(folder.path, 'late'), '--by', 'j.doe')).stderr,
    ).toContain('are deleted')

    const logs = server.logs.join('')
    for (const secret of ['QUILLFEATHER', 'Quillfeather', '1984-02-03', photo.page.person.number, 'j.doe'])
      expect(logs).not.toContain(secret)
  },
)

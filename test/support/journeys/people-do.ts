import type { Visit } from './open-visit.ts'

type Mails = { code(to: string, count?: number): Promise<string> }

/** Presses the button on the site and completes the login steps. */
export async function signInByMail(visit: Visit, mails: Mails, email: string, count = 1): Promise<void> {
  await visit.page.getByRole('button', { name: /verify/i }).click()
  await visit.sees(/asks you to verify/)
  await visit.press('Agree and continue')
  await visit.sees('Sign in with your e-mail')
  await visit.frame.getByLabel('E-mail address').fill(email)
  await visit.press('Send code')
  await visit.sees('Enter the code from your e-mail')
  await visit.frame.getByLabel('6-digit code').fill(await mails.code(email, count))
  await pressIfThere(visit, 'Continue')
}

export async function signInByWallet(visit: Visit): Promise<void> {
  await visit.page.getByRole('button', { name: /verify/i }).click()
  await visit.sees(/asks you to verify/)
  await visit.press('Agree and continue')
  await visit.sees('Sign in with your wallet')
  await visit.press('Sign with your wallet')
}

export async function uploadDocument(visit: Visit, jpeg: Uint8Array, country?: string): Promise<void> {
  await chooseDocument(visit, jpeg, country)
  await visit.press('Use this photo')
}

/** Completes the document step, including the final confirmation. */
export async function chooseDocument(visit: Visit, jpeg: Uint8Array, country = 'FRA'): Promise<void> {
  await visit.sees('Take a photo of your document')
  const { frame } = visit
  await frame.getByLabel('Passport').check()
  await frame.getByLabel('Issuing country').selectOption(country)
  await frame
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'passport.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })
  await visit.frame.getByRole('button', { name: 'Use this photo' }).waitFor()
}

export async function confirmDocument(visit: Visit): Promise<void> {
  await visit.sees('Check what we read', 600_000)
  await visit.press('Everything is correct')
}

/** Starts the face capture. */
export async function showFace(visit: Visit): Promise<void> {
  await visit.sees('Show that it’s you')
  await visit.press('Start the camera')
}

/** Consents and waits for the last screen. */
export async function agreeAndFinish(visit: Visit): Promise<void> {
  await visit.sees(/Share the result with/, 900_000)
  await visit.press('Agree and share')
  await visit.sees('You are verified')
}

async function pressIfThere(visit: Visit, name: string): Promise<void> {
  const button = visit.frame.getByRole('button', { name, exact: true })
  if (await button.isVisible().catch(() => false)) await button.click().catch(() => {})
}

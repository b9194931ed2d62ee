import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { TestDashboard } from './dashboard.ts'

export type DashboardPage = { page: Page; problems: string[]; close(): Promise<void> }

/** Opens the dashboard in a new browser context. `problems` collects errors and requests to other hosts. */
export async function openDashboardPage(
  browser: Browser,
  { server }: TestDashboard,
  options: BrowserContextOptions = {},
): Promise<DashboardPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    // The page first checks whether a member is signed in, and receives 401 if not.
    if (message.type() === 'error' && !/status of 401/.test(message.text())) problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
      problems.push(request.url())
  })
  return { page, problems, close: () => context.close() }
}

/** Signs in like a member: enters the email address and the code from the mail. */
export async function signInByMail(
  page: Page,
  { server, smtp }: TestDashboard,
  email: string,
): Promise<void> {
  const mails = smtp.mails.filter(({ to }) => to.includes(email)).length
  await page.goto(`${server.url}/dashboard`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await page.getByLabel('Code from the e-mail').fill(await smtp.code(email, mails + 1))
  await page.getByRole('button', { name: 'Sign in' }).click()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const invitation = page.getByRole('button', { name: 'Accept' })
  await pages.or(invitation).waitFor()
  if (await invitation.isVisible()) await invitation.click()
  await pages.waitFor()
}

/** Signs in as the demo's owner through the link on the start page. */
export async function openDemo(page: Page, { server }: TestDashboard): Promise<void> {
  await page.goto(`${server.url}/`)
  await page.getByRole('link', { name: 'Open the dashboard' }).click()
  await page.getByRole('button', { name: 'Open the demo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
}

import type { Browser, Page } from 'playwright-core'
import { openMailTransport } from '#server/mail/post'
import { sendNextEmail } from '#server/mail/send'
import { STRONG_PASSWORD, startSignInApi } from '../http/browser.ts'
import { findFreePort, openBrowser } from './product.ts'

/** Starts the built pages with a server whose clock the test sets, and a mailbox for its emails. */
export const startPagesWithTestClock = async (
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  variables: NodeJS.ProcessEnv = {},
) => {
  const port = await findFreePort()
  const url = `http://${host}:${port}`
  const door = await startSignInApi({ PUBLIC_URL: url, REQUIRE_STEP_UP: 'on', ...variables })
  await door.app.listen({ host: '127.0.0.1', port })
  const { runtime, secrets, config } = door
  const post = openMailTransport(config)
  const browser: Browser = await openBrowser()

  /** Opens the site as a new visitor. */
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
    context.setDefaultTimeout(30_000)
    return context.newPage()
  }
  /** The text of the last email to an address, as the local mailbox shows it. */
  const lastLetter = async (to: string): Promise<string> => {
    while (await sendNextEmail({ runtime, secrets, publicUrl: config.publicUrl, post })) continue
    const page = await visitor()
    await page.goto('/dev/mail')
    await page.getByRole('row').filter({ hasText: to }).first().getByRole('link').click()
    const text = await page.locator('pre').textContent()
    await page.context().close()
    return text ?? ''
  }
  /** The code of eight digits in the last email to an address. */
  const codeIn = async (to: string): Promise<string> => /\b\d{8}\b/.exec(await lastLetter(to))?.[0] ?? ''

  const fillIn = async (page: Page, answers: Record<string, string>): Promise<void> => {
    for (const [label, answer] of Object.entries(answers))
      await page.getByRole('textbox', { name: label, exact: true }).fill(answer)
  }
  const signIn = async (page: Page, username: string, password: string): Promise<void> => {
    await page.goto('/login')
    await fillIn(page, { 'User name': username, Password: password })
    await page.keyboard.press('Enter')
  }
  /** Opens a page for a person who signs in with a password only; the page is still blank. */
  const signedIn = async (username: string): Promise<Page> => {
    const page = await visitor()
    const answer = await page.request.post('/api/auth/login', {
      data: { username, password: STRONG_PASSWORD },
    })
    if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`)
    return page
  }
  const close = async () => {
    await browser.close()
    post.close()
    await door.close()
  }
  return { ...door, url, visitor, lastLetter, codeIn, fillIn, signIn, signedIn, close }
}

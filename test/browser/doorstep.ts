import type { Browser, Page } from 'playwright-core'
import { openPost } from '#server/mail/post'
import { sendNext } from '#server/mail/send'
import { GOOD, startDoor } from '../http/browser.ts'
import { freePort, openBrowser } from './product.ts'

/** The built pages before a server whose clock the test sets, and a mailbox in which its letters arrive. */
export const openDoorstep = async (
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
  variables: NodeJS.ProcessEnv = {},
) => {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const door = await startDoor({ PUBLIC_URL: url, REQUIRE_STEP_UP: 'on', ...variables })
  await door.app.listen({ host: '127.0.0.1', port })
  const { runtime, secrets, config } = door
  const post = openPost(config)
  const browser: Browser = await openBrowser()

  /** Somebody who comes to the site for the first time. */
  const visitor = async (): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
    context.setDefaultTimeout(30_000)
    return context.newPage()
  }
  /** What the last letter to an address says, as the local mailbox shows it. */
  const lastLetter = async (to: string): Promise<string> => {
    while (await sendNext({ runtime, secrets, publicUrl: config.publicUrl, post })) continue
    const page = await visitor()
    await page.goto('/dev/mail')
    await page.getByRole('row').filter({ hasText: to }).first().getByRole('link').click()
    const text = await page.locator('pre').textContent()
    await page.context().close()
    return text ?? ''
  }
  /** The code of eight digits in the last letter to an address. */
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
  /** A page of somebody who needs no more than a password, and stands nowhere yet. */
  const signedIn = async (username: string): Promise<Page> => {
    const page = await visitor()
    const answer = await page.request.post('/api/auth/login', { data: { username, password: GOOD } })
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

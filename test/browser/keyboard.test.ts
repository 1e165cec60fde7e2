import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOOD } from '../http/browser.ts'
import { openDoorstep } from './doorstep.ts'

let door: Awaited<ReturnType<typeof openDoorstep>>
beforeAll(async () => {
  door = await openDoorstep()
})
afterAll(() => door?.close())

const MOST_STOPS = 80

/** Presses Tab until this has the focus, as somebody without a pointer does. */
const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await wanted.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted.toString()}`)
}

const writeInto = async (page: Page, answers: Record<string, string>): Promise<void> => {
  for (const [label, answer] of Object.entries(answers)) {
    await tabTo(page, page.getByRole('textbox', { name: label, exact: true }))
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(answer)
  }
}

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

test('an account is opened, used and left with the keyboard alone', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign up' }))
  await page.keyboard.press('Enter')
  await at(page, '/signUp')
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.getByRole('radio', { name: /^Participant/ }).waitFor()
  await writeInto(page, {
    Organisation: 'Otter Brook',
    'Your name': 'Olu Otter',
    Email: 'olu@otter.example',
    Phone: '+447700900124',
    Password: GOOD,
    'Confirm password': GOOD,
  })
  await page.keyboard.press('Enter')
  await at(page, '/confirmSignUp')
  await writeInto(page, { Code: await door.codeIn('olu@otter.example') })
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await writeInto(page, { Password: GOOD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()

  await tabTo(page, page.getByRole('button', { name: 'Olu Otter' }))
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Profile' }).waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Profile' }))
  await page.keyboard.press('Enter')
  await at(page, '/profile')
  await tabTo(page, page.getByRole('button', { name: 'Set it up' }))
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Password', exact: true }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Olu Otter' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await at(page, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.context().close()
})

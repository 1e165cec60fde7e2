import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTHER_STRONG_PASSWORD, STRONG_PASSWORD } from '../http/browser.ts'
import { findAxeViolations } from './axe.ts'
import { withoutPreloadedData } from './asking.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { chooseFromList } from './keys.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
})
afterAll(() => door?.close())

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const alertOf = async (page: Page): Promise<string> => (await page.getByRole('alert').innerText()).trim()

/** Sets up a second factor on the profile page; returns the authenticator’s secret. */
const setUpSecondFactor = async (page: Page, password: string): Promise<string> => {
  await press(page, 'Set it up')
  await door.fillIn(page, { Password: password })
  await press(page, 'Continue')
  const secret = ((await page.locator('.secret-text').textContent()) ?? '').replaceAll(' ', '')
  expect(await page.getByRole('img', { name: 'The secret as a QR code' }).count()).toBe(1)
  expect(await findAxeViolations(page)).toEqual([])
  await door.fillIn(page, { Code: door.codeOf(secret) })
  await press(page, 'Turn it on')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'I have saved them')
  await page.getByText('On: you sign in').waitFor()
  return secret
}

test('an organisation signs up, confirms with the emailed code, signs in and sets up a second factor', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('radio', { name: /^Participant/ }).check()
  await door.fillIn(page, {
    Organisation: 'Heron Meadows',
    'Your name': 'Hera Heron',
    Email: 'hera@heron.example',
    Phone: '+44 7700 900123',
    Password: STRONG_PASSWORD,
    'Confirm password': OTHER_STRONG_PASSWORD,
  })
  const save = page.getByRole('button', { name: 'Sign up' })
  await save.focus()
  await page.getByText('Passwords do not match').waitFor()
  await page.getByText('Correct the errors before you can save').waitFor()
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await door.fillIn(page, { 'Confirm password': STRONG_PASSWORD })
  await save.press('Enter')
  await at(page, '/confirmSignUp')
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe('hera@heron.example')
  await door.fillIn(page, { Code: '00000000' })
  await press(page, 'Confirm')
  expect(await alertOf(page)).toBe('The code is wrong or no longer valid')
  await door.fillIn(page, { Code: await door.codeIn('hera@heron.example') })
  await press(page, 'Confirm')
  await at(page, '/login')
  expect(await page.getByLabel('User name').inputValue()).toBe('hera@heron.example')
  await door.fillIn(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()

  await press(page, 'Hera Heron')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await at(page, '/profile')
  const secret = await setUpSecondFactor(page, STRONG_PASSWORD)
  await press(page, 'Hera Heron')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await at(page, '/login')

  door.forward(1)
  await page.goto('/profile')
  await at(page, '/login')
  await door.fillIn(page, { 'User name': 'hera@heron.example', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/checkTOTP')
  await page.getByRole('textbox', { name: 'Code' }).focus()
  // Some authenticators copy the digits in two groups.
  await page.keyboard.insertText(door.codeOf(secret).replace(/^(...)/, '$1 '))
  await page.keyboard.press('Enter')
  await at(page, '/profile')
  await page.context().close()
})

test('a forgotten password is replaced with the emailed code', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
  await door.fillIn(page, { 'User name': 'fay' })
  await press(page, 'Send the code')
  await at(page, '/updatePassword')
  expect(await page.getByLabel('User name').inputValue()).toBe('fay')
  await door.fillIn(page, {
    Code: await door.codeIn('fay@x.example'),
    'New password': OTHER_STRONG_PASSWORD,
    'Confirm password': OTHER_STRONG_PASSWORD,
  })
  await press(page, 'Change password')
  await at(page, '/login')
  await door.fillIn(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  expect(await alertOf(page)).toBe('The user name or password is wrong')
  await door.fillIn(page, { Password: OTHER_STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.context().close()
})

test('an invitation is completed through its emailed link, which works once', async () => {
  const colleague = await door.visitor()
  await door.signIn(colleague, 'eve', STRONG_PASSWORD)
  await at(colleague, '/')
  await colleague.goto('/participants/estate?action=InviteUser')
  await door.fillIn(colleague, { Email: 'finn@farm.example' })
  await press(colleague, 'Send the invitation')
  await colleague.getByText('Your invitation has been sent').waitFor()
  await colleague.context().close()

  const link = /http\S+\/invitation#\S+/.exec(await door.lastLetter('finn@farm.example'))?.[0] ?? ''
  const page = await door.visitor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join The estate' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Accept the invitation' }).click()
  await at(page, '/completeInvitation')
  await door.fillIn(page, {
    'Your name': 'Finn Fen',
    Password: STRONG_PASSWORD,
    'Confirm password': STRONG_PASSWORD,
  })
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'Join and sign in')
  await at(page, '/')
  await page.getByRole('button', { name: 'Finn Fen' }).waitFor()
  await page.goto(link)
  expect(await alertOf(page)).toContain('This invitation is not valid or has expired')
  await page.context().close()
})

test('sign-in is blocked after ten wrong guesses, and the right password works after the delay', async () => {
  const page = await door.visitor()
  await page.goto('/login')
  await door.fillIn(page, { 'User name': 'eve' })
  for (let guess = 0; guess < 10; guess += 1) {
    await door.fillIn(page, { Password: `wrong guess ${guess}` })
    const answered = page.waitForResponse(answer => answer.url().endsWith('/api/auth/login'))
    await page.keyboard.press('Enter')
    expect((await answered).status()).toBe(401)
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  }
  await door.fillIn(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await page.getByText('Too many attempts: try again in 30 seconds').waitFor()
  door.forward(1)
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.context().close()
})

test('each sign-in challenge leads to its page', async () => {
  const { db } = door.store
  const page = await door.visitor()
  for (const id of ['bob', 'amy']) await door.givePassword(id)
  await db.updateTable('credential').set({ mustChange: true }).where('userId', '=', 'bob').execute()
  await db.updateTable('user').set({ mustResetPassword: true }).where('id', '=', 'amy').execute()

  await door.signIn(page, 'bob', STRONG_PASSWORD)
  await at(page, '/newPassword')
  await door.fillIn(page, {
    'New password': OTHER_STRONG_PASSWORD,
    'Confirm password': OTHER_STRONG_PASSWORD,
  })
  await press(page, 'Save and sign in')
  await at(page, '/')
  await page.context().clearCookies()

  await door.signIn(page, 'amy', STRONG_PASSWORD)
  await at(page, '/updatePassword')
  expect(await page.getByLabel('User name').inputValue()).toBe('amy')
  expect(await door.codeIn('amy@x.example')).toMatch(/^\d{8}$/)

  const signingUp = await door.browser().post('sign-up', {
    displayName: 'Lena Lapwing',
    email: 'lena@council.example',
    phone: '+447700900456',
    organisationName: 'Lapwing Council',
    organisationType: 'LPA',
    password: STRONG_PASSWORD,
    confirmPassword: STRONG_PASSWORD,
  })
  expect(signingUp.statusCode).toBe(204)
  await door.signIn(page, 'lena@council.example', STRONG_PASSWORD)
  await at(page, '/confirmSignUp')
  door.forward(1)
  await press(page, 'Send another code')
  await page.getByText('we have sent another email').waitFor()
  await door.fillIn(page, { Code: await door.codeIn('lena@council.example') })
  await press(page, 'Confirm')
  await at(page, '/login')

  await page.route('**/api/auth/login', route => route.fulfill({ json: { challenge: 'SMS_MFA' } }))
  await door.signIn(page, 'dan', STRONG_PASSWORD)
  await page.getByText('Login failed: SMS_MFA').waitFor()
  await page.context().close()
})

test('staff set up a second factor first, and give a fresh code before they change permissions', async () => {
  const waiting = await door.visitor()
  await door.signIn(waiting, 'lena@council.example', STRONG_PASSWORD)
  await waiting.getByRole('heading', { name: 'Nearly there' }).waitFor()
  expect(await findAxeViolations(waiting)).toEqual([])

  const page = await door.visitor()
  await door.signIn(page, 'olga', STRONG_PASSWORD)
  await at(page, '/profile')
  const secret = await setUpSecondFactor(page, STRONG_PASSWORD)
  door.forward(6)
  const { organisationId } = await door.store.db
    .selectFrom('user')
    .select('organisationId')
    .where('username', '=', 'lena@council.example')
    .executeTakeFirstOrThrow()
  await page.goto(`/lpas/${organisationId}`)
  await page.getByRole('link', { name: 'Admit planning authority' }).click()
  const panel = page.getByRole('dialog')
  const area = panel.getByRole('button', { name: /^(?!Help).*Local planning authority area/ })
  await chooseFromList(page, area, 'Dor')
  await panel.locator('button[type=submit]').click()
  await panel.getByText('Enter a new code to confirm that it is you.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await panel.innerText()).toContain('Dorset')
  await panel.getByRole('textbox', { name: 'Code' }).fill(door.codeOf(secret))
  await page.keyboard.press('Enter')
  await panel.getByText('The planning authority has been admitted').waitFor()

  // A change of rights signs people out at once.
  await door.signIn(waiting, 'lena@council.example', STRONG_PASSWORD)
  await waiting.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).waitFor()
  await Promise.all([page, waiting].map(one => one.context().close()))
})

test('signing in works before the page has learned that no one is signed in', async () => {
  const page = await door.visitor()
  await door.givePassword('fay')
  await withoutPreloadedData(page)
  let first: (() => Promise<void>) | undefined
  await page.route('**/api/auth/user', async route => {
    if (first) return route.continue()
    const response = await route.fetch()
    first = () => route.fulfill({ response })
  })
  await page.route('**/api/auth/login', async route => {
    await route.fulfill({ response: await route.fetch() })
    await first?.().catch(() => undefined)
  })
  const home = page.waitForResponse(answer => new URL(answer.url()).pathname === '/api/home')
  await door.signIn(page, 'fay', STRONG_PASSWORD)
  expect((await home).status()).toBe(200)
  await page.context().close()
})

test('signing out on a slow machine ends at a sign-in page without a return address', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/profile')
  await page.waitForLoadState('networkidle')
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await press(page, 'Person eve')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe('/login')
  await page.context().close()
})

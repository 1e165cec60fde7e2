import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRONG_PASSWORD } from '../http/browser.ts'
import { findAxeViolations } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  // Browsers make passkeys only for names.
  door = await startPagesWithTestClock('localhost')
})
afterAll(() => door?.close())

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Gives the browser a virtual authenticator, which verifies its user or does not. */
const addAuthenticator = async (page: Page, { isUserVerified }: { isUserVerified: boolean }) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
}

const signOut = async (page: Page) => {
  await press(page, 'Person olga')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await at(page, '/login')
}

test('staff add a passkey, sign in with it alone or after the password, and use it in place of a new code', async () => {
  const page = await door.visitor()
  await addAuthenticator(page, { isUserVerified: true })
  await door.signIn(page, 'olga', STRONG_PASSWORD)
  await at(page, '/profile')
  await press(page, 'Add a passkey')
  await door.fillIn(page, { 'Passkey name': 'My phone', Password: STRONG_PASSWORD })
  expect(await findAxeViolations(page)).toEqual([])
  await press(page, 'Add the passkey')
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await press(page, 'I have saved them')
  await page.getByRole('list', { name: 'Passkeys' }).getByText('My phone').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await signOut(page)

  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter')
  await at(page, '/')
  await signOut(page)

  await door.signIn(page, 'olga', STRONG_PASSWORD)
  await at(page, '/checkTOTP')
  await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await at(page, '/')

  door.forward(6)
  await door.store.db.updateTable('user').set({ groups: [] }).where('id', '=', 'fay').execute()
  await page.goto('/users/fay')
  await page.getByRole('link', { name: 'Change groups' }).click()
  const panel = page.getByRole('dialog')
  // This organisation’s people can only be in that group, so there is nothing to choose.
  await panel.getByText('Participant', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Use your passkey or a new code').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByText('Active', { exact: true }).waitFor()

  door.forward(6)
  await page.goto('/profile')
  await press(page, 'Remove My phone')
  await press(page, 'Remove it')
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.getByText('Staff of the market operator must have a second factor').waitFor()
  await page.context().close()
})

test('a browser without a passkey says so, and the password still works', async () => {
  const page = await door.visitor()
  await addAuthenticator(page, { isUserVerified: false })
  await page.goto('/login')
  await press(page, 'Sign in with a passkey')
  await page.getByText('No passkey was used: you cancelled, or it took too long').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await door.fillIn(page, { 'User name': 'eve', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await at(page, '/')
  await page.context().close()
})

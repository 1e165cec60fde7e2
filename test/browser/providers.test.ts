import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProvider } from '../builders/provider.ts'
import { STRONG_PASSWORD } from '../http/browser.ts'
import { findAxeViolations } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'

const folder = mkdtempSync(join(tmpdir(), 'credit-market-providers-'))
let provider: Awaited<ReturnType<typeof startProvider>>
let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  provider = await startProvider()
  const SIGN_IN_PROVIDERS = join(folder, 'providers.json')
  const { issuer, clientId, secret: clientSecret } = provider
  const council = { id: 'council', name: 'Somerset Council', organisation: 'somerset' }
  const emailDomains = ['x.example']
  writeFileSync(
    SIGN_IN_PROVIDERS,
    JSON.stringify([{ ...council, issuer, clientId, clientSecret, emailDomains }]),
  )
  door = await startPagesWithTestClock('127.0.0.1', { SIGN_IN_PROVIDERS })
})
afterAll(async () => {
  await door?.close()
  await provider?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = (page: Page, path: string) => page.waitForURL(address => address.pathname === path)

test('a person links their account with the council’s provider, and signs in there from then on', async () => {
  const page = await door.visitor()
  provider.atOnce.claims = { sub: 'sue-1', email: 'sue@x.example', email_verified: true }
  await page.goto('/login?redirect=%2Fprojects')
  const elsewhere = page.getByRole('link', { name: 'Sign in with Somerset Council' })
  await elsewhere.click()
  await at(page, '/login')
  await page.getByRole('alert').getByText('There is already an account with your email address').waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await door.givePassword('sue')
  await door.signIn(page, 'sue', STRONG_PASSWORD)
  await at(page, '/')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Link to Somerset Council' }).click()
  await door.fillIn(page, { Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await page.getByText('Your account is linked to Somerset Council').waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await page.context().clearCookies()
  await page.goto('/login?redirect=%2Fprojects')
  await elsewhere.click()
  await at(page, '/projects')
  await page.getByRole('button', { name: 'Person sue' }).waitFor()

  // Our own second factor is required afterwards.
  await door.enrolled('sue')
  await page.context().clearCookies()
  await page.goto('/login?redirect=%2Fprojects')
  await elsewhere.click()
  await at(page, '/checkTOTP')
  expect(new URL(page.url()).search).toBe('?redirect=%2Fprojects')
  await page.context().close()
})

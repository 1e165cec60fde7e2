import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendNextWebhookMessage } from '#server/webhooks/send'
import { startReceiver } from '../http/webhook-receiver.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { themesForWidth, PAGE_WIDTHS, findPageProblems } from './pages.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  door = await startPagesWithTestClock('127.0.0.1', { DEMO: 'on' })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver?.close()
  await door?.close()
})

test('a key is made, shown once, used by a program, and refused as soon as it is revoked', async () => {
  const page = await door.signedIn('fay')
  await page.goto('/programs')
  await page.getByText('No API keys').waitFor()
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const form = page.getByRole('form', { name: 'Create an API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Farm ledger')
  await form.getByLabel('take part in rounds').check()
  await form.getByRole('button', { name: 'Create the key' }).click()
  const once = page.getByRole('status').filter({ hasText: 'will not show it again' })
  const key = (await once.locator('.secret-text').textContent()) ?? ''
  await expect.poll(() => once.evaluate(node => node === document.activeElement)).toBe(true)
  const asks = () => fetch(`${door.url}/api/key`, { headers: { authorization: `Bearer ${key}` } })
  expect(await (await asks()).json()).toMatchObject({ name: 'Farm ledger', scopes: ['read', 'register'] })
  await once.getByRole('button', { name: 'I have saved it' }).click()
  await once.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(key)
  await page.getByRole('button', { name: 'Revoke Farm ledger' }).click()
  await page.getByRole('button', { name: 'Revoke it now' }).click()
  await page.getByText('Revoked', { exact: true }).waitFor()
  expect((await asks()).status).toBe(401)
  await page.context().close()
})

test('a webhook is added, tested, sent again from its log, and removed, with no axe violations on its pages', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/programs')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('form', { name: 'Add a webhook' })
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await form.getByRole('searchbox').fill('project:')
  await form.getByRole('checkbox', { name: 'Project: changed' }).check()
  await form.getByRole('button', { name: 'Add the webhook' }).click()
  expect(await page.locator('.secret-text').textContent()).toMatch(/^whsec_/)
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByText('Nothing has been sent yet').waitFor()
  receiver.answers.status = 500
  receiver.answers.body = 'The barn is locked'
  const sends = () => sendNextWebhookMessage({ runtime: door.runtime, secrets: door.secrets, anywhere: true })
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('row', { name: /webhook\.test/ }).waitFor()
  expect(await sends()).toBe(true)
  await page.reload()
  await page.getByRole('row', { name: /webhook\.test.*Waiting.*500/ }).waitFor()
  await page.getByText('1 so far').click()
  await page.getByText('The barn is locked').waitFor()
  for (const width of PAGE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findPageProblems(page, '/programs/webhooks', themesForWidth(width))).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  receiver.answers.status = 204
  await page.getByRole('button', { name: /^Send again/ }).click()
  await page.getByText('Message sent again').waitFor()
  expect(await sends()).toBe(true)
  await page.getByRole('row', { name: /webhook\.test.*Delivered.*204/ }).waitFor()
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await page.getByRole('button', { name: 'Remove the webhook' }).click()
  await page.getByRole('button', { name: 'Remove the webhook and its log' }).click()
  await page.getByText('No webhooks').waitFor()
  await page.context().close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRONG_PASSWORD } from '../http/browser.ts'
import { findAxeViolations } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { openForm, advanceClockUntil } from './open-forms.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
})
afterAll(() => door?.close())

const draftsOf = (subjectId: string) =>
  door.store.db.selectFrom('formDraft').selectAll().where('subjectId', '=', subjectId).execute()

test('an untouched form shows no errors; pressing Save lists them, and each line leads to its question', async () => {
  const page = await door.signedIn('eve')
  const empty = await openForm(page, '/projects/moss?action=SetLandholderInfo')
  const save = empty.getByRole('button', { name: 'Save' })
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  const ERRORS = '.field-message, .error-summary, .panel-foot-note, [aria-invalid=true]'
  expect(await empty.locator(ERRORS).count()).toBe(0)
  await save.press('Enter')
  await empty.getByText('Correct the errors before you can save').waitFor()
  await empty.getByRole('region', { name: 'There is 1 error' }).waitFor()

  const form = await openForm(page, '/projects/moss?action=Update')
  await form.getByRole('textbox', { name: 'Name' }).fill('')
  await form.getByRole('textbox', { name: 'Name' }).blur()
  await form.getByText('Correct the errors before you can save').waitFor()
  expect(await form.locator('.field-message, .error-summary, [aria-invalid=true]').count()).toBe(0)
  await form.getByRole('button', { name: 'Show the missing answer' }).click()
  const summary = form.getByRole('region', { name: 'There is 1 error' })
  await expect.poll(() => summary.evaluate(node => node === document.activeElement)).toBe(true)
  await summary.getByRole('button', { name: 'Name: Field required' }).click()
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect.poll(() => name.evaluate(node => node === document.activeElement)).toBe(true)
  expect(await findAxeViolations(page)).toEqual([])
  await name.pressSequentially('Mo')
  await summary.waitFor({ state: 'detached' })
  await form.getByText(/^Draft saved/).waitFor()
  await form.getByRole('button', { name: 'Discard the draft' }).click()
  await expect.poll(() => name.inputValue()).toBe('Moss')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await draftsOf('moss')).toEqual([])
  await page.context().close()
})

test('a form with a saved draft closes without a question, and one that would lose a file asks', async () => {
  const page = await door.signedIn('eve')
  const form = await openForm(page, '/projects/moss?action=Update')
  await form.getByRole('textbox', { name: 'Name' }).fill('Moss and mere')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('Your answers are saved as a draft').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await openForm(page, '/projects/moss?action=Update')
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Moss and mere')
  await form.getByRole('textbox', { name: 'Name' }).fill('')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await form.waitFor({ state: 'detached' })
  await openForm(page, '/projects/moss?action=Update')
  // A form that opens with an unfinished draft says at once why it cannot be saved.
  await form.getByRole('button', { name: 'Show the missing answer' }).waitFor()
  await form.getByRole('button', { name: 'Discard the draft' }).click()
  await form.getByText('only you can see them').waitFor({ state: 'detached' })

  const info = await openForm(page, '/projects/moss?action=SetLandholderInfo')
  await info.locator('input[type=file]').setInputFiles({
    name: 'info.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await info.getByText('info.pdf').first().waitFor()
  await info.getByRole('button', { name: 'Cancel' }).click()
  const guard = page.getByRole('alertdialog', { name: 'Draft saved' })
  await guard.getByText('you will have to choose info.pdf again.').waitFor()
  const close = guard.getByRole('button', { name: 'Close and keep the draft' })
  await expect.poll(() => close.evaluate(node => node === document.activeElement)).toBe(true)
  await guard.getByRole('button', { name: 'Discard the draft' }).click()
  await info.waitFor({ state: 'detached' })
  await page.goto('/')
  await expect.poll(() => draftsOf('moss')).toEqual([])
  await page.context().close()
})

test('input is saved as a draft at once: it survives a reload, another device and closing, and goes when discarded', async () => {
  const page = await door.signedIn('eve')
  const address = '/projects/reed?action=SetOffer'
  const offer = await openForm(page, address)
  const amount = offer.getByRole('textbox', { name: 'Offer' })
  await amount.fill('')
  await amount.pressSequentially('638000')
  expect(await amount.inputValue()).toBe('638,000')
  await offer.getByText(/^Draft saved, \d\d:\d\d$/).waitFor()
  await page.reload()
  await offer.getByText('Nothing has been sent, and only you can see them.').waitFor()
  expect(await amount.inputValue()).toBe('638,000')

  const elsewhere = await door.signedIn('eve')
  const same = await openForm(elsewhere, address)
  const there = same.getByRole('textbox', { name: 'Offer' })
  expect(await there.inputValue()).toBe('638,000')
  await there.pressSequentially('0')
  // The message about a saved draft is already there for the earlier draft, so the draft itself is read.
  await expect.poll(async () => JSON.stringify(await draftsOf('reed'))).toContain('6380000')
  await amount.pressSequentially('1')
  await offer.getByRole('alert').filter({ hasText: 'changed this form in another window' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await offer.getByRole('button', { name: 'Use the other answers' }).click()
  await expect.poll(() => amount.inputValue()).toBe('6,380,000')

  await amount.pressSequentially('.5')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await offer.waitFor({ state: 'detached' })
  await openForm(page, address)
  expect(await amount.inputValue()).toBe('6,380,000.5')
  await offer.getByRole('button', { name: 'Discard the draft' }).click()
  await offer.getByText('only you can see them').waitFor({ state: 'detached' })
  expect(await amount.inputValue()).toBe('77,000')
  expect(await draftsOf('reed')).toEqual([])
  await page.context().close()
  await elsewhere.context().close()
})

test('an ended session loses nothing: signing in again returns the same person to the form with every answer', async () => {
  const page = await door.signedIn('eve')
  const address = '/projects/moss?action=Update'
  const form = await openForm(page, address)
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Moss and f')
  await form.getByText(/^Draft saved/).waitFor()
  await door.store.db.deleteFrom('session').execute()
  await name.pressSequentially('en')
  await page.waitForURL(/\/login\?redirect=/)
  await door.fillIn(page, { 'User name': 'eve', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await form.getByText('only you can see them').waitFor()
  expect(await name.inputValue()).toBe('Moss and fen')
  await form.getByText(/^Draft saved/).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await door.store.read.one('project', 'moss')).toMatchObject({ name: 'Moss and fen' })
  expect(await draftsOf('moss')).toEqual([])
  await page.context().close()
})

test('a warning comes two minutes before a session ends, and any key extends it; nothing is lost at the end', async () => {
  const page = await door.signedIn('eve')
  await page.clock.install()
  const form = await openForm(page, '/projects/moss?action=Update')
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Moss meadow')
  const kept = form.getByText(/^Draft saved/)
  await advanceClockUntil(page, () => kept.isVisible())

  door.forward(28.5)
  await page.clock.runFor(30_000)
  const warning = page.getByRole('alert').filter({ hasText: 'so you will be signed out in a minute' })
  await warning.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await name.press('Shift')
  await warning.waitFor({ state: 'detached' })

  door.forward(31)
  await page.clock.runFor(28 * 60_000)
  await page.waitForURL(/\/login\?redirect=/)
  await page.getByText('Your answers in the form are saved as a draft.').waitFor()
  await door.fillIn(page, { 'User name': 'eve', Password: STRONG_PASSWORD })
  await page.keyboard.press('Enter')
  await form.getByText('only you can see them').waitFor()
  expect(await name.inputValue()).toBe('Moss meadow')
  await form.getByRole('button', { name: 'Discard the draft' }).click()
  await form.getByText('only you can see them').waitFor({ state: 'detached' })
  await page.context().close()
})

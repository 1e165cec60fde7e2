import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { STRONG_PASSWORD } from '../http/browser.ts'
import { withoutPreloadedData } from './asking.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import { openForm, advanceClockUntil } from './open-forms.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
})
afterAll(() => door?.close())

test('a button changes state at once, without an intermediate colour, for people who prefer reduced motion', async () => {
  const page = await door.signedIn('eve')
  const offer = await openForm(page, '/projects/reed?action=SetOffer')
  const save = offer.getByRole('button', { name: 'Make this offer' })
  const seen = await save.evaluate(async button => {
    const colour = () => getComputedStyle(button).backgroundColor
    button.setAttribute('aria-disabled', 'true')
    const barred = colour()
    button.setAttribute('aria-disabled', 'false')
    const atOnce = colour()
    while (document.getAnimations().length > 0) await new Promise(requestAnimationFrame)
    return { barred, atOnce, after: colour() }
  })
  expect(seen.atOnce).toBe(seen.after)
  expect(seen.atOnce).not.toBe(seen.barred)
})

test('an amount that is not a number is empty, a phone number keeps its dial code, a file can be changed', async () => {
  const page = await door.signedIn('eve')
  const offer = await openForm(page, '/projects/reed?action=SetOffer')
  const amount = offer.getByRole('textbox', { name: 'Offer' })
  await offer.getByText('£', { exact: true }).waitFor()
  await amount.fill('a lot')
  await offer.getByRole('button', { name: /^Show/ }).click()
  const save = offer.getByRole('button', { name: 'Make this offer' })
  await offer.getByText('Correct the errors before you can save').waitFor()
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await offer.getByText('Field required').first().waitFor()
  await amount.fill('65000.5')
  await amount.blur()
  await expect.poll(() => amount.inputValue()).toBe('65,000.5')
  await offer.getByRole('button', { name: 'Cancel' }).click()
  await offer.waitFor({ state: 'detached' })

  const details = await openForm(page, '/participants/estate?action=Update')
  const phone = details.getByRole('textbox', { name: 'Phone' })
  await phone.fill('')
  expect((await phone.inputValue()).trim()).toBe('+44')
  expect(await details.getByLabel('Country code: Phone').inputValue()).toBe('gb')
  // The number is typed and then pasted as it is dialled within the country.
  await phone.pressSequentially('07700900123')
  expect(await phone.inputValue()).toBe('+44 7700 900123')
  for (const pasted of ['7700 900123', '07700 900123', '+44 (0)7700 900123']) {
    await phone.fill('')
    await phone.fill(pasted)
    await expect.poll(() => phone.inputValue()).toBe('+44 7700 900123')
  }
  const sent = page.waitForRequest(
    request => request.method() === 'POST' && request.url().includes('/action/'),
  )
  await details.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ values: { phone: '+447700900123' } })
  await details.waitFor({ state: 'detached' })

  const info = await openForm(page, '/projects/moss?action=SetLandholderInfo')
  const picked = info.locator('input[type=file]')
  await info.getByRole('button', { name: /^Choose/ }).waitFor()
  expect(await picked.getAttribute('multiple')).toBe(null)
  await picked.setInputFiles({
    name: 'info.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await info.getByRole('button', { name: /^Change/ }).waitFor()
  await page.context().close()
})

test('a refused form gives the reason at its top and can be sent again; a saved one closes after 250 ms with a message of 5 s', async () => {
  const page = await door.signedIn('eve')
  await page.clock.install()
  const dialog = await openForm(page, '/projects/moss?action=Update')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Moss and mire')
  const save = dialog.getByRole('button', { name: 'Save' })
  const path = '**/api/project/moss/action/Update'
  for (const [answer, words] of [
    [{ status: 422, json: { cause: 'The gate is shut' } }, 'The gate is shut'],
    [{ status: 500, json: { error: 'The bridge is out' } }, 'The bridge is out'],
    [null, 'Network error'],
  ] as const) {
    await page.route(path, route => (answer ? route.fulfill(answer) : route.abort()), { times: 1 })
    await save.click()
    const banner = dialog.getByRole('alert').filter({ hasText: words })
    await banner.waitFor()
    const [above, below] = [await banner.boundingBox(), await save.boundingBox()]
    expect(above!.y).toBeLessThan(below!.y)
    expect(await save.getAttribute('aria-disabled')).toBe('false')
  }

  await page.clock.pauseAt(new Date(Date.now() + 2_000))
  await save.click()
  const saved = page.getByText('Your changes have been saved')
  await advanceClockUntil(page, () => saved.isVisible())
  await page.clock.runFor(220)
  expect(await dialog.isVisible()).toBe(true)
  await advanceClockUntil(page, async () => !(await dialog.isVisible()))
  await page.clock.runFor(4_900 - 250)
  expect(await saved.isVisible()).toBe(true)
  await page.clock.runFor(250)
  expect(await saved.isVisible()).toBe(false)
  await page.context().close()
})

test('an import shows errors in its file, then a preview, and only then imports', async () => {
  const page = await door.visitor()
  const { user } = await door.enrolled('olga')
  const value = user.jar.cookie?.replace('session=', '') ?? ''
  await page.context().addCookies([{ name: 'session', value, domain: '127.0.0.1', path: '/' }])
  await page.clock.install()
  await page.goto('/markets/levels/round/draft?action=ImportData')
  const dialog = page.getByRole('dialog')
  const check = dialog.getByRole('button', { name: 'Continue' })
  const pick = async (content: string) => {
    const file = { name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await dialog.locator('input[type=file]').first().setInputFiles(file)
    await check.click()
  }
  await check.waitFor()
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await pick('csvId,nmae\nNEW1,Fen Farm\n')
  await dialog
    .getByRole('button', { name: 'Suppliers: Row 1, column nmae: there is no such column' })
    .waitFor()
  await dialog.getByRole('alert').filter({ hasText: 'Correct the answers below' }).waitFor()
  await pick(
    'csvId,name,contact,email,phone,mailingAddress\nNEW1,Fen Farm,Fay,fay@fen.example,+441632960777,The Fen\n',
  )
  const added = dialog.getByText('1 organisation will be added: Fen Farm (NEW1)')
  await advanceClockUntil(page, () => added.isVisible())
  // A section that has just appeared cannot be submitted before it is seen, and is not validated again.
  const send = dialog.locator('button[type=submit]')
  const said = async () => [await send.textContent(), await send.getAttribute('aria-disabled')]
  expect(await said()).toEqual(['Import the data', 'true'])
  await page.clock.runFor(500)
  expect(await said()).toEqual(['Import the data', 'false'])
  expect(await door.store.read.list('organisation', { csvId: 'NEW1' })).toEqual([])
  await dialog.getByRole('button', { name: 'Import the data' }).click()
  await page.getByText('The data has been imported').waitFor()
  expect(await door.store.read.list('organisation', { csvId: 'NEW1' })).toMatchObject([{ name: 'Fen Farm' }])
  await page.context().close()
})

test('pressing the button before the preview is ready requests it at once, and the button says that it waits', async () => {
  const page = await door.signedIn('fay')
  await page.clock.install()
  const dialog = await openForm(page, '/projects/sedge?action=SetOffer')
  const send = dialog.locator('button[type=submit]')
  let answer = () => {}
  const isLetGo = new Promise<void>(resolve => {
    answer = resolve
  })
  const hold = async (route: Route) => {
    const response = await route.fetch()
    isAnswered = true
    await isLetGo
    await route.fulfill({ response })
  }
  let isAnswered = false
  await page.route('**/api/project/sedge/action/SetOffer', hold, { times: 1 })
  await page.clock.pauseAt(new Date(Date.now() + 2_000))
  // The clock stands still: nothing is requested by a timer.
  await dialog.getByRole('textbox', { name: 'Offer' }).fill('64000')
  await page.keyboard.press('Enter')
  await expect.poll(() => isAnswered).toBe(true)
  const isBarred = () => send.getAttribute('aria-disabled')
  expect([await send.textContent(), await isBarred()]).toEqual(['One moment', 'true'])
  answer()
  await dialog.getByText('£64,000', { exact: true }).first().waitFor()
  expect([await send.textContent(), await isBarred()]).toEqual(['One moment', 'true'])
  await page.clock.runFor(500)
  await expect.poll(isBarred).toBe('false')
  expect(await send.textContent()).toBe('Make this offer')
  const offer = async () => (await door.store.read.one('project', 'sedge'))?.offer
  expect(await offer()).toBe(6_500_050)
  await page.keyboard.press('Enter')
  await expect.poll(offer).toBe(6_400_000)
  await page.context().close()
})

test('the choices of a form are cached for 60 seconds', async () => {
  const page = await door.signedIn('eve')
  await page.clock.install()
  let asked = 0
  page.on('request', request => {
    if (request.url().includes('/api/organisations?type=AGENT')) asked += 1
  })
  const edit = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByText('Provide agent authority').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save' }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const cancel = () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/participants/estate')
  await edit()
  expect(asked).toBe(1)
  await cancel()
  await page.clock.fastForward(30_000)
  await edit()
  expect(asked).toBe(1)
  await cancel()
  await page.clock.fastForward(31_000)
  await edit()
  expect(asked).toBe(2)
  await page.context().close()
})

test('an unknown sign-in challenge is reported, and a page that breaks says how', async () => {
  const page = await door.visitor()
  await page.route('**/api/auth/login', route => route.fulfill({ json: { challenge: 'SMS_MFA' } }), {
    times: 1,
  })
  await door.signIn(page, 'eve', STRONG_PASSWORD)
  await page.getByText('Login failed: SMS_MFA').waitFor()
  await page.getByText('© 2025 Credit market').waitFor()
  await door.signIn(page, 'eve', STRONG_PASSWORD)
  await page.waitForURL(address => address.pathname === '/')
  await withoutPreloadedData(page)
  await page.route('**/api/project/moss', route => route.fulfill({ json: { id: 'moss' } }))
  await page.goto('/projects/moss')
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await page.context().close()
})

test('a file is checked before upload, its progress is shown, and cancelling leaves nothing behind', async () => {
  const page = await door.signedIn('eve')
  const dialog = await openForm(page, '/projects/moss?action=SetLandholderInfo')
  // Made in the browser, because uploading a large file to it would take long.
  const pick = (name: string, bytes: number) =>
    dialog.locator('input[type=file]').evaluate(
      (input: HTMLInputElement, of: { name: string; bytes: number }) => {
        const files = new DataTransfer()
        files.items.add(new File(['%PDF-1.7\n', ' '.repeat(of.bytes)], of.name, { type: 'application/pdf' }))
        input.files = files.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { name, bytes },
    )
  await pick('huge.pdf', MAX_UPLOAD_BYTES)
  await dialog.getByText('huge.pdf was not accepted: it is larger than 25 Mb.').waitFor()
  await dialog.getByRole('button', { name: /^Choose/ }).waitFor()

  // Slow enough to see the upload before it ends.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  const slowly = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    })
  await slowly(200_000)
  await pick('plan.pdf', 5_000_000)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('progressbar', { name: 'Sending files' }).waitFor()
  await dialog.getByText(/^\d+% sent$/).waitFor()
  await dialog.getByRole('button', { name: 'Stop sending' }).click()
  await dialog.getByRole('button', { name: 'Save' }).waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByText('plan.pdf').waitFor()

  await slowly(-1)
  const answered = page.waitForResponse(
    answer => answer.request().method() === 'POST' && answer.url().includes('/action/'),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await answered).status()).toBe(200)
  await dialog.waitFor({ state: 'detached' })
  await page.context().close()
})

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { like } from '../http/world.ts'
import { GOOD } from '../http/browser.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openDoorstep } from './doorstep.ts'

let door: Awaited<ReturnType<typeof openDoorstep>>
beforeAll(async () => {
  door = await openDoorstep()
  const days = { Start: '2000-01-01', End: '2099-12-31' }
  const windows = Object.fromEntries(
    ['suppliers', 'buyers', 'projects', 'requirements'].flatMap(kind =>
      Object.entries(days).map(([end, day]) => [kind + end, day]),
    ),
  )
  const round = { roundId: 'open', status: 'Registered', organisationId: 'estate' } as const
  await door.runtime.store.transaction(tx =>
    tx.apply(
      [
        like('round', {
          ...{ id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['NutrientMitigationPhosphorous'],
          bidderType: 'Buyers',
          lpaIds: ['Somerset'],
          subcatchmentIds: ['Parrett'],
          ...windows,
        }),
        like('participation', { ...round, id: 'estate-sells', capacity: 'Supplier' }),
        like('participation', { ...round, id: 'estate-buys', capacity: 'Buyer' }),
        like('declaration', { id: 'MarketRules' }),
        like('roundDeclaration', {
          id: 'control',
          roundId: 'open',
          name: 'Control of the land',
          category: 'MarketRoundProject_Register',
          isForParticipants: true,
          retired: false,
        }),
      ],
      { now: door.runtime.now(), newId: door.runtime.newId },
    ),
  )
})
afterAll(() => door?.close())

const signedIn = async (): Promise<Page> => {
  const page = await door.visitor()
  await door.signIn(page, 'eve', GOOD)
  await page.waitForURL(address => address.pathname === '/')
  return page
}

const MOST_STOPS = 60

const tabTo = async (page: Page, wanted: Locator): Promise<void> => {
  await wanted.waitFor()
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await wanted.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted.toString()}`)
}

const press = async (page: Page, wanted: Locator, key = 'Enter') => {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

const choose = async (page: Page, list: Locator, typed: string) => {
  await press(page, list)
  await page.getByRole('listbox').waitFor()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
}

const taskStates = (page: Page): Promise<string[]> => page.locator('.task-state').allTextContents()

test('a new project is led by keyboard to its registration, over a reload, to a page that stays', async () => {
  const page = await signedIn()
  await page.goto('/participants/estate?action=RegisterNewProject')
  const dialog = page.getByRole('dialog', { name: 'Register new project' })
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Heron pools')
  await press(page, dialog.getByRole('radio', { name: 'Yes' }), 'ArrowDown')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/\/projects\/\w+\?.*action=SetLocation/)
  const { pathname } = new URL(page.url())

  await page.reload()
  // It may be answered already, where there is nothing else to choose.
  const credits = dialog.getByRole('checkbox').first()
  await tabTo(page, credits)
  if (!(await credits.isChecked())) await page.keyboard.press('Space')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Subcatchment/ }), 'Par')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Local planning authority/ }), 'Som')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/action=SetLandholderInfo/)
  await dialog.getByRole('button', { name: /^Choose/ }).waitFor()

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => taskStates(page)).toEqual(['Done', 'Done', 'To do', 'Cannot start yet'])
  await page.getByText('No landholder information is given').waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page)).toEqual([])
  }
  const template = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: /^Template: Landholder information/ }))
  expect((await template).suggestedFilename()).toBe('landholder-information.docx')

  await press(page, page.getByRole('link', { name: 'Landholder information', exact: true }))
  const info = page.getByRole('dialog')
  const file = { name: 'info.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await info.locator('input[type=file]').setInputFiles(file)
  await press(page, info.getByRole('button', { name: 'Save', exact: true }))
  await info.waitFor({ state: 'detached' })
  await expect.poll(() => taskStates(page)).toEqual(['Done', 'Done', 'Done', 'To do'])

  await press(page, page.getByRole('link', { name: 'Check your answers and register' }))
  await page.waitForURL(address => address.pathname === `${pathname}/check`)
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  for (const answer of ['Heron pools', 'Somerset', 'info.pdf'])
    expect(await page.getByText(answer, { exact: true }).count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  await press(page, page.getByRole('link', { name: 'Change Name' }))
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Heron meadow')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Heron meadow', { exact: true }).first().waitFor()
  await press(page, page.getByRole('checkbox', { name: /Control of the land/ }), 'Space')
  await expect.poll(() => register.getAttribute('aria-disabled')).toBe('false')
  await press(page, register)

  await page.waitForURL(address => address.pathname === `${pathname}/registered`)
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor()
  const reference = await page.locator('.confirmation-reference').textContent()
  expect(reference).toMatch(/^\d+$/)
  await page.reload()
  await expect.poll(() => page.locator('.confirmation-reference').textContent()).toBe(reference)
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page)).toEqual([])
  }
  // What has been registered is not checked again.
  await page.goto(`${pathname}/check`)
  await page.waitForURL(address => address.pathname === `${pathname}/registered`)
  await page.context().close()
})

test('the wizard of a requirement goes on upon its own page after a reload, and ends there when it is closed', async () => {
  const page = await signedIn()
  await page.goto('/participants/estate?action=RegisterNewCreditRequirement')
  const dialog = page.getByRole('dialog', { name: 'Register new credit requirement' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Copper Wharf')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Type/ }), 'Buyer')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/credit-requirements\/\w+\?.*action=SetBuyerCredits/)
  const { pathname } = new URL(page.url())
  await page.reload()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(pathname)
  await expect.poll(() => taskStates(page)).toEqual(['Done', 'To do', 'Cannot start yet', 'Cannot start yet'])
  await page.getByText('Set the credits first').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRow } from '../http/world.ts'
import { findAxeViolations, setTheme } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import {
  SLOW_TIMEOUT,
  chooseFromList,
  waitForFocus,
  openAction,
  pickFile,
  pressElement,
  searchAndChoose,
  tabToElement,
  tickAll,
  replaceText,
  typeDate,
} from './keys.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
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
        sampleRow('round', {
          ...{ id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['NutrientMitigationPhosphorous'],
          bidderType: 'Buyers',
          lpaIds: ['Somerset'],
          subcatchmentIds: ['Parrett'],
          ...windows,
        }),
        sampleRow('participation', { ...round, id: 'estate-sells', capacity: 'Supplier' }),
        sampleRow('participation', { ...round, id: 'estate-buys', capacity: 'Buyer' }),
        sampleRow('declaration', { id: 'MarketRules' }),
        sampleRow('roundDeclaration', {
          id: 'control',
          roundId: 'open',
          name: 'Control of the land',
          category: 'MarketRoundProject_Register',
          isForParticipants: true,
          retired: false,
        }),
        sampleRow('round', {
          ...{ id: 'wide', name: 'Round 4', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['NutrientMitigationPhosphorous', 'Biodiversity'],
          lpaIds: ['Somerset'],
          ncaIds: ['NCA142'],
          subcatchmentIds: ['Parrett'],
          projectTypeIds: ['WetlandCreation'],
          ...windows,
        }),
        sampleRow('project', {
          ...{ id: 'heath', name: 'Heath', supplierId: 'estate', roundId: 'wide', typeId: 'WetlandCreation' },
          ...{
            status: 'Registered',
            offer: null,
            offeredAt: null,
            agentId: null,
            groupId: null,
            endedAs: null,
          },
          ...{ unchangedSinceRoundId: null, isFixedTerm: false },
        }),
      ],
      { now: door.runtime.now(), newId: door.runtime.newId },
    ),
  )
})
afterAll(() => door?.close())

const taskStates = (page: Page): Promise<string[]> => page.locator('.task-state').allTextContents()

test('journey 4, a project: keyboard only, to its registration, across a reload, to a page that stays', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewProject')
  const dialog = page.getByRole('dialog', { name: 'Register new project' })
  await tabToElement(page, dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Heron pools')
  await pressElement(page, dialog.getByRole('radio', { name: 'Yes' }), 'ArrowDown')
  await pressElement(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/\/projects\/\w+\?.*action=SetLocation/)
  const { pathname } = new URL(page.url())

  await page.reload()
  // The only choice is preselected and cannot be changed.
  for (const [field, only] of [
    ['creditTypes', 'Phosphorous credits'],
    ['subcatchment', 'Parrett'],
    ['lpa', 'Somerset'],
  ] as const)
    await dialog.locator(`[data-field=${field}][data-readonly]`).getByText(only).waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  await pressElement(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/action=SetLandholderInfo/)
  await dialog.getByRole('button', { name: /^Choose/ }).waitFor()

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => taskStates(page))
    .toEqual(['Done', 'Done', 'To do', 'Optional', 'Optional', 'Cannot start yet'])
  await page.getByText('No landholder information is given').waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
  const template = page.waitForEvent('download')
  await pressElement(page, page.getByRole('link', { name: /^Template: Landholder information/ }))
  expect((await template).suggestedFilename()).toBe('landholder-information.docx')

  await pressElement(page, page.getByRole('link', { name: 'Landholder information', exact: true }))
  const info = page.getByRole('dialog')
  await pickFile(page, info.getByRole('button', { name: /^Choose/ }), 'info.pdf')
  await pressElement(page, info.getByRole('button', { name: 'Save', exact: true }))
  await info.waitFor({ state: 'detached' })
  await expect.poll(() => taskStates(page)).toEqual(['Done', 'Done', 'Done', 'Optional', 'Optional', 'To do'])

  await pressElement(page, page.getByRole('link', { name: 'Check your answers and register' }).first())
  await page.waitForURL(address => address.pathname === `${pathname}/check`)
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  for (const answer of ['Heron pools', 'Somerset', 'info.pdf'])
    expect(await page.getByText(answer, { exact: true }).count()).toBeGreaterThan(0)
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, page.getByRole('link', { name: 'Change Name' }))
  await replaceText(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Heron meadow')
  await pressElement(page, page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Heron meadow', { exact: true }).first().waitFor()
  await pressElement(page, page.getByRole('checkbox', { name: /Control of the land/ }), 'Space')
  await tabToElement(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  await page.keyboard.press('Enter')

  await page.waitForURL(address => address.pathname === `${pathname}/registered`)
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor()
  const reference = await page.locator('.confirmation-reference').textContent()
  expect(reference).toMatch(/^\d+$/)
  await page.reload()
  await expect.poll(() => page.locator('.confirmation-reference').textContent()).toBe(reference)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
  // A registered item is not checked again.
  await page.goto(`${pathname}/check`)
  await page.waitForURL(address => address.pathname === `${pathname}/registered`)
  await page.context().close()
})

test('the wizard of a requirement continues on its own page after a reload, and closes there', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewCreditRequirement')
  const dialog = page.getByRole('dialog', { name: 'Register new credit requirement' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Copper Wharf')
  await dialog.locator('[data-field=type]').getByText('Buyer').waitFor()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/credit-requirements\/\w+\?.*action=SetBuyerCredits/)
  const { pathname } = new URL(page.url())
  await page.reload()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(pathname)
  await expect
    .poll(() => taskStates(page))
    .toEqual(['Done', 'To do', 'Cannot start yet', 'Optional', 'Optional', 'Cannot start yet'])
  await page.getByText('Set the credits first').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

/** Opens a page for a person of the operator with a second factor. */
const operator = async (): Promise<Page> => {
  const page = await door.visitor()
  const { user } = await door.enrolled('olga')
  const value = user.jar.cookie?.replace('session=', '') ?? ''
  await page.context().addCookies([{ name: 'session', value, domain: '127.0.0.1', path: '/' }])
  return page
}

test('journeys 5 and 6, services: a habitat with the gains of thirty years, then a nutrient', async () => {
  const page = await operator()
  await page.goto('/projects/heath')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const saved = async () => {
    expect(await findAxeViolations(page)).toEqual([])
    await pressElement(page, save)
    await dialog.waitFor({ state: 'detached' })
    await waitForFocus(page.locator(':focus:not(body)'))
  }
  await openAction(page, 'Add biodiversity service')
  await chooseFromList(page, dialog.getByRole('button', { name: /^(?!Help).*Broad habitat/ }), 'Grass')
  await searchAndChoose(page, dialog.getByRole('combobox', { name: /Habitat type/ }), 'meadow')
  // The value follows from the habitat.
  await dialog.locator('[data-field=distinctiveness]').getByText('Very high').waitFor()
  await chooseFromList(
    page,
    dialog.getByRole('button', { name: /^(?!Help).*Predicted habitat condition/ }),
    'Good',
  )
  await replaceText(page, dialog.getByRole('textbox', { name: 'Size' }), '12')
  await typeDate(page, dialog, 'Mitigation begins', '01042027')
  await saved()

  await openAction(page, 'Set biodiversity supply')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Baseline units lost' }), '1')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Years to target condition' }), '30')
  const gains = dialog.getByRole('textbox', { name: /Units gained/ })
  await expect.poll(() => gains.count()).toBe(31)
  for (const [year, gain] of [0, ...Array.from({ length: 30 }, () => 0.5)].entries())
    await replaceText(page, gains.nth(year), String(gain))
  expect(await gains.last().inputValue()).toBe('0.5')
  await saved()

  await openAction(page, 'Add nutrient service')
  await typeDate(page, dialog, 'Mitigation begins', '01042027')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Area' }), '8')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Supplied credits' }), '40')
  await saved()
  const services = await door.store.read.list('service', { projectId: 'heath' })
  expect(services.map(({ type }) => type)).toEqual(['Biodiversity', 'NutrientMitigationPhosphorous'])
  expect(services[0]?.gainsPerYear).toHaveLength(31)
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

test('journey 7, a credit requirement: keyboard only, through its wizard to its registration', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewCreditRequirement')
  const dialog = page.getByRole('dialog', { name: 'Register new credit requirement' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const list = (name: string) => dialog.getByRole('button', { name: new RegExp(`^(?!Help).*${name}`) })
  await replaceText(page, dialog.getByRole('textbox', { name: 'Name' }), 'Tin Wharf')
  await dialog.locator('[data-field=type]').getByText('Buyer').waitFor()
  await pressElement(page, save)
  await page.waitForURL(/action=SetBuyerCredits/)
  await chooseFromList(page, list('Units needed'), 'Ong')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Ongoing units' }), '12')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'budget.pdf')
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, save)
  await page.waitForURL(/action=SetBuyerDevelopment/)
  await replaceText(page, dialog.getByRole('textbox', { name: 'Address' }), '1 Tin Wharf, Bridgwater')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Planning reference' }), '24/00123/OUT')
  for (const [field, only] of [
    ['lpaId', 'Somerset'],
    ['subcatchmentId', 'Parrett'],
  ] as const)
    await dialog.locator(`[data-field=${field}][data-readonly]`).getByText(only).waitFor()
  await typeDate(page, dialog, 'Redemption date', '01062028')
  expect(await findAxeViolations(page)).toEqual([])
  await pressElement(page, save)
  await page.waitForURL(address => address.pathname.endsWith('/check'))
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await tickAll(page, page.getByRole('main'))
  await tabToElement(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.context().close()
})

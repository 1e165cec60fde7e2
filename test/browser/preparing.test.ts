import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { like } from '../http/world.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openDoorstep } from './doorstep.ts'
import {
  PATIENCE,
  choose,
  isBackAt,
  openAct,
  pickFile,
  press,
  searchIn,
  tabTo,
  tickAll,
  write,
  writeDay,
} from './keys.ts'

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
        like('round', {
          ...{ id: 'wide', name: 'Round 4', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['NutrientMitigationPhosphorous', 'Biodiversity'],
          lpaIds: ['Somerset'],
          ncaIds: ['NCA142'],
          subcatchmentIds: ['Parrett'],
          projectTypeIds: ['WetlandCreation'],
          ...windows,
        }),
        like('project', {
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

test('journey 4, a project: led by keyboard to its registration, over a reload, to a page that stays', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewProject')
  const dialog = page.getByRole('dialog', { name: 'Register new project' })
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Heron pools')
  await press(page, dialog.getByRole('radio', { name: 'Yes' }), 'ArrowDown')
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/\/projects\/\w+\?.*action=SetLocation/)
  const { pathname } = new URL(page.url())

  await page.reload()
  // It is answered, since there is nothing else to choose, and cannot be changed.
  for (const [field, only] of [
    ['creditTypes', 'Phosphorous credits'],
    ['subcatchment', 'Parrett'],
    ['lpa', 'Somerset'],
  ] as const)
    await dialog.locator(`[data-field=${field}][data-readonly]`).getByText(only).waitFor()
  expect(await dialog.getByRole('checkbox').count()).toBe(0)
  await press(page, dialog.getByRole('button', { name: 'Save', exact: true }))
  await page.waitForURL(/action=SetLandholderInfo/)
  await dialog.getByRole('button', { name: /^Choose/ }).waitFor()

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => taskStates(page))
    .toEqual(['Done', 'Done', 'To do', 'Optional', 'Optional', 'Cannot start yet'])
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
  await pickFile(page, info.getByRole('button', { name: /^Choose/ }), 'info.pdf')
  await press(page, info.getByRole('button', { name: 'Save', exact: true }))
  await info.waitFor({ state: 'detached' })
  await expect.poll(() => taskStates(page)).toEqual(['Done', 'Done', 'Done', 'Optional', 'Optional', 'To do'])

  await press(page, page.getByRole('link', { name: 'Check your answers and register' }).first())
  await page.waitForURL(address => address.pathname === `${pathname}/check`)
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  for (const answer of ['Heron pools', 'Somerset', 'info.pdf'])
    expect(await page.getByText(answer, { exact: true }).count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  await press(page, page.getByRole('link', { name: 'Change Name' }))
  await write(page, page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Heron meadow')
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Heron meadow', { exact: true }).first().waitFor()
  await press(page, page.getByRole('checkbox', { name: /Control of the land/ }), 'Space')
  await tabTo(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  await page.keyboard.press('Enter')

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
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

/** The page of somebody of the operator's, who has a second factor. */
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
    expect(await faultsOf(page)).toEqual([])
    await press(page, save)
    await dialog.waitFor({ state: 'detached' })
    await isBackAt(page.locator(':focus:not(body)'))
  }
  await openAct(page, 'Add biodiversity service')
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Broad habitat/ }), 'Grass')
  await searchIn(page, dialog.getByRole('combobox', { name: /Habitat type/ }), 'meadow')
  // It follows from the habitat.
  await dialog.locator('[data-field=distinctiveness]').getByText('Very high').waitFor()
  await choose(page, dialog.getByRole('button', { name: /^(?!Help).*Predicted habitat condition/ }), 'Good')
  await write(page, dialog.getByRole('textbox', { name: 'Size' }), '12')
  await writeDay(page, dialog, 'Mitigation begins', '01042027')
  await saved()

  await openAct(page, 'Set biodiversity supply')
  await write(page, dialog.getByRole('textbox', { name: 'Baseline units lost' }), '1')
  await write(page, dialog.getByRole('textbox', { name: 'Years to target condition' }), '30')
  const gains = dialog.getByRole('textbox', { name: /Units gained/ })
  await expect.poll(() => gains.count()).toBe(31)
  for (const [year, gain] of [0, ...Array.from({ length: 30 }, () => 0.5)].entries())
    await write(page, gains.nth(year), String(gain))
  expect(await gains.last().inputValue()).toBe('0.5')
  await saved()

  await openAct(page, 'Add nutrient service')
  await writeDay(page, dialog, 'Mitigation begins', '01042027')
  await write(page, dialog.getByRole('textbox', { name: 'Area' }), '8')
  await write(page, dialog.getByRole('textbox', { name: 'Supplied credits' }), '40')
  await saved()
  const services = await door.store.read.list('service', { projectId: 'heath' })
  expect(services.map(({ type }) => type)).toEqual(['Biodiversity', 'NutrientMitigationPhosphorous'])
  expect(services[0]?.gainsPerYear).toHaveLength(31)
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

test('journey 7, a credit requirement: led by keyboard through its wizard to its registration', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewCreditRequirement')
  const dialog = page.getByRole('dialog', { name: 'Register new credit requirement' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  const list = (name: string) => dialog.getByRole('button', { name: new RegExp(`^(?!Help).*${name}`) })
  await write(page, dialog.getByRole('textbox', { name: 'Name' }), 'Tin Wharf')
  await dialog.locator('[data-field=type]').getByText('Buyer').waitFor()
  await press(page, save)
  await page.waitForURL(/action=SetBuyerCredits/)
  await choose(page, list('Units needed'), 'Ong')
  await write(page, dialog.getByRole('textbox', { name: 'Ongoing units' }), '12')
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'budget.pdf')
  expect(await faultsOf(page)).toEqual([])
  await press(page, save)
  await page.waitForURL(/action=SetBuyerDevelopment/)
  await write(page, dialog.getByRole('textbox', { name: 'Address' }), '1 Tin Wharf, Bridgwater')
  await write(page, dialog.getByRole('textbox', { name: 'Planning reference' }), '24/00123/OUT')
  for (const [field, only] of [
    ['lpaId', 'Somerset'],
    ['subcatchmentId', 'Parrett'],
  ] as const)
    await dialog.locator(`[data-field=${field}][data-readonly]`).getByText(only).waitFor()
  await writeDay(page, dialog, 'Redemption date', '01062028')
  expect(await faultsOf(page)).toEqual([])
  await press(page, save)
  await page.waitForURL(address => address.pathname.endsWith('/check'))
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await tickAll(page, page.getByRole('main'))
  await tabTo(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.context().close()
})

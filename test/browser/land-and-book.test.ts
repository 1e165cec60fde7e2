import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filledMetric } from '../books/fill.ts'
import { like } from '../http/world.ts'
import { faultsOf, inTheme } from './axe.ts'
import { openDoorstep } from './doorstep.ts'
import { PATIENCE, isBackAt, pickFile, press, tabTo, tickAll, write } from './keys.ts'

let door: Awaited<ReturnType<typeof openDoorstep>>
beforeAll(async () => {
  door = await openDoorstep()
  await door.runtime.store.transaction(tx =>
    tx.apply(
      [
        like('lpa', { id: 'Bristol', name: 'Bristol' }),
        like('lpa', { id: 'SouthGloucestershire', name: 'South Gloucestershire' }),
        like('round', {
          ...{ id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['Biodiversity'],
          lpaIds: ['Somerset', 'Bristol', 'SouthGloucestershire'],
          ncaIds: ['NCA142'],
          projectTypeIds: ['WetlandCreation'],
          ...{ suppliersStart: '2000-01-01', suppliersEnd: '2099-12-31' },
          ...{ projectsStart: '2000-01-01', projectsEnd: '2099-12-31' },
        }),
        like('participation', {
          ...{ id: 'estate-sells', roundId: 'open', status: 'Registered', organisationId: 'estate' },
          capacity: 'Supplier',
        }),
        like('declaration', { id: 'MarketRules' }),
      ],
      { now: door.runtime.now(), newId: door.runtime.newId },
    ),
  )
})
afterAll(() => door?.close())

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url))

/** A workbook with a meadow that becomes a reedbed. */
const book = () =>
  filledMetric({
    'A-1 On-Site Habitat Baseline': {
      ...{ E11: 'Grassland', F11: 'Modified grassland', H11: 4.2, K11: 'Moderate', T11: 1.5 },
      ...{ M11: 'Area/compensation not in local strategy/ no local strategy' },
      ...{ Q11: 16.8, V11: 6, X11: 10.8 },
    },
    'A-2 On-Site Habitat Creation': {
      ...{ D11: 'Wetland', E11: 'Reedbeds', G11: 2.6, J11: 'Moderate', P11: 1, S11: 6, Y11: 18.7311 },
    },
  })

test('a project with its land and its workbook: by keyboard from its name to its registration', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewProject')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  // The next one is the main button of the page as well.
  const task = (name: string) => press(page, page.getByRole('link', { name, exact: true }).first())
  const isBack = async () => {
    await dialog.waitFor({ state: 'detached' })
    await isBackAt(page.locator(':focus:not(body)'))
  }
  await write(page, dialog.getByRole('textbox', { name: 'Name' }), 'Heron pools')
  await press(page, dialog.getByRole('radio', { name: 'Yes' }), 'ArrowDown')
  await press(page, save)

  await page.waitForURL(/\/projects\/\w+\?.*action=SetLocation/)
  const { pathname } = new URL(page.url())
  await tickAll(page, dialog)
  await write(page, dialog.getByRole('textbox', { name: 'Grid reference' }), 'ST 6057 7565')
  await press(page, dialog.getByRole('button', { name: 'Use Bristol' }))
  // The button is gone, and the focus is where it has filled something in.
  await isBackAt(dialog.getByRole('button', { name: /Bristol.*Local planning authority/ }))
  await press(page, save)
  await page.waitForURL(/action=SetLandholderInfo/)
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'info.pdf')
  await press(page, save)
  await page.waitForURL(address => address.pathname === `${pathname}/check`)

  await page.goto(pathname)
  await task('Site boundary')
  await press(page, dialog.getByRole('radio', { name: /^From a file/ }), 'Space')
  const drawn = dialog.getByRole('region', { name: 'What will be saved' })
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'in-scotland-27700.geojson', {
    mimeType: 'application/geo+json',
    buffer: file('../boundaries/in-scotland-27700.geojson'),
  })
  await drawn.getByText(/^This boundary is [\d.]+ km away from ST 6057 7565/).waitFor(PATIENCE)
  await drawn.getByText(/outside England by simplified outlines/).waitFor()
  await pickFile(page, dialog.getByRole('button', { name: /^Change/ }), 'shape-27700.zip', {
    mimeType: 'application/zip',
    buffer: file('../boundaries/shape-27700.zip'),
  })
  await drawn.getByText('ST 6057 7565, within the boundary').waitFor(PATIENCE)
  await drawn.getByText('Bristol (its own): 0.3702 ha').waitFor()
  await drawn.getByRole('img', { name: /^Map of the boundary, north at the top/ }).waitFor()
  await drawn.getByText(/^\d+ m$/).waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  for (const theme of ['light', 'dark'] as const) {
    await inTheme(page, theme)
    expect(await faultsOf(page)).toEqual([])
  }
  await press(page, save)
  await isBack()
  await page.getByText('0.3702 ha').waitFor()

  await task('Site boundary')
  await tabTo(page, dialog.getByRole('radio', { name: /^From a file/ }))
  await page.keyboard.press('ArrowDown')
  await write(page, dialog.getByRole('textbox', { name: 'Corner 1' }), 'ST 60600 75700')
  await dialog.getByText('Area: 0.2631 ha').waitFor()
  await drawn.getByText('0.2631 ha', { exact: true }).waitFor(PATIENCE)
  expect(await faultsOf(page)).toEqual([])
  await expect.poll(() => save.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  await press(page, save)
  await isBack()
  await page.getByText('0.2631 ha').waitFor()

  await task('Workbook')
  await pickFile(page, dialog.getByRole('button', { name: 'Choose: Biodiversity metric' }), 'metric.xlsm', {
    mimeType: 'application/vnd.ms-excel.sheet.macroEnabled.12',
    buffer: book(),
  })
  const send = dialog.locator('button[type=submit]')
  await press(page, send)
  await dialog.getByText('Biodiversity metric 4.1: 2 rows with figures').waitFor(PATIENCE)
  expect(await faultsOf(page)).toEqual([])
  await tabTo(page, send)
  await expect.poll(() => send.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  await page.keyboard.press('Enter')
  await dialog.getByText('The workbook was read and filed').waitFor(PATIENCE)
  await page.keyboard.press('Escape')
  await isBack()
  await page.getByRole('cell', { name: 'Wetland - Reedbeds, 2.60 ha' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await inTheme(page, 'dark')
  expect(await faultsOf(page)).toEqual([])

  await task('Check your answers and register')
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await tickAll(page, page.getByRole('main'))
  await tabTo(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), PATIENCE).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor(PATIENCE)
  await page.context().close()
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillMetricWorkbook } from '../books/fill.ts'
import { sampleRow } from '../http/world.ts'
import { findAxeViolations, setTheme } from './axe.ts'
import { startPagesWithTestClock } from './doorstep.ts'
import {
  SLOW_TIMEOUT,
  waitForFocus,
  pickFile,
  pressElement,
  tabToElement,
  tickAll,
  replaceText,
} from './keys.ts'

let door: Awaited<ReturnType<typeof startPagesWithTestClock>>
beforeAll(async () => {
  door = await startPagesWithTestClock()
  await door.runtime.store.transaction(tx =>
    tx.apply(
      [
        sampleRow('lpa', { id: 'Bristol', name: 'Bristol' }),
        sampleRow('lpa', { id: 'SouthGloucestershire', name: 'South Gloucestershire' }),
        sampleRow('round', {
          ...{ id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null },
          services: ['Biodiversity'],
          lpaIds: ['Somerset', 'Bristol', 'SouthGloucestershire'],
          ncaIds: ['NCA142'],
          projectTypeIds: ['WetlandCreation'],
          ...{ suppliersStart: '2000-01-01', suppliersEnd: '2099-12-31' },
          ...{ projectsStart: '2000-01-01', projectsEnd: '2099-12-31' },
        }),
        sampleRow('participation', {
          ...{ id: 'estate-sells', roundId: 'open', status: 'Registered', organisationId: 'estate' },
          capacity: 'Supplier',
        }),
        sampleRow('declaration', { id: 'MarketRules' }),
      ],
      { now: door.runtime.now(), newId: door.runtime.newId },
    ),
  )
})
afterAll(() => door?.close())

const file = (path: string): Buffer => readFileSync(new URL(path, import.meta.url))

/** A workbook with a meadow that becomes a reedbed. */
const book = () =>
  fillMetricWorkbook({
    'A-1 On-Site Habitat Baseline': {
      ...{ E11: 'Grassland', F11: 'Modified grassland', H11: 4.2, K11: 'Moderate', T11: 1.5 },
      ...{ M11: 'Area/compensation not in local strategy/ no local strategy' },
      ...{ Q11: 16.8, V11: 6, X11: 10.8 },
    },
    'A-2 On-Site Habitat Creation': {
      ...{ D11: 'Wetland', E11: 'Reedbeds', G11: 2.6, J11: 'Moderate', P11: 1, S11: 6, Y11: 18.7311 },
    },
  })

test('a project with its land and its workbook: keyboard only, from its name to its registration', async () => {
  const page = await door.signedIn('eve')
  await page.goto('/participants/estate?action=RegisterNewProject')
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  // The next task is also the main button of the page.
  const task = (name: string) => pressElement(page, page.getByRole('link', { name, exact: true }).first())
  const isBack = async () => {
    await dialog.waitFor({ state: 'detached' })
    await waitForFocus(page.locator(':focus:not(body)'))
  }
  await replaceText(page, dialog.getByRole('textbox', { name: 'Name' }), 'Heron pools')
  await pressElement(page, dialog.getByRole('radio', { name: 'Yes' }), 'ArrowDown')
  await pressElement(page, save)

  await page.waitForURL(/\/projects\/\w+\?.*action=SetLocation/)
  const { pathname } = new URL(page.url())
  await tickAll(page, dialog)
  await replaceText(page, dialog.getByRole('textbox', { name: 'Grid reference' }), 'ST 6057 7565')
  await pressElement(page, dialog.getByRole('button', { name: 'Use Bristol' }))
  // The button is gone, and the focus is on the field that it filled.
  await waitForFocus(dialog.getByRole('button', { name: /Bristol.*Local planning authority/ }))
  await pressElement(page, save)
  await page.waitForURL(/action=SetLandholderInfo/)
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'info.pdf')
  await pressElement(page, save)
  await page.waitForURL(address => address.pathname === `${pathname}/check`)

  await page.goto(pathname)
  await task('Site boundary')
  await pressElement(page, dialog.getByRole('radio', { name: /^Upload a file/ }), 'Space')
  const drawn = dialog.getByRole('region', { name: 'What will be saved' })
  await pickFile(page, dialog.getByRole('button', { name: /^Choose/ }), 'in-scotland-27700.geojson', {
    mimeType: 'application/geo+json',
    buffer: file('../boundaries/in-scotland-27700.geojson'),
  })
  await drawn.getByText(/^This boundary is [\d.]+ km from ST 6057 7565/).waitFor(SLOW_TIMEOUT)
  await drawn.getByText(/outside England \(in Wales/).waitFor()
  await pickFile(page, dialog.getByRole('button', { name: /^Change/ }), 'shape-27700.zip', {
    mimeType: 'application/zip',
    buffer: file('../boundaries/shape-27700.zip'),
  })
  await drawn.getByText('ST 6057 7565, inside the boundary').waitFor(SLOW_TIMEOUT)
  await drawn.getByText('Bristol (as entered): 0.3702 ha').waitFor()
  await drawn.getByRole('img', { name: /^Map of the boundary/ }).waitFor()
  await drawn.getByText(/^\d+ m$/).waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findAxeViolations(page)).toEqual([])
  }
  await pressElement(page, save)
  await isBack()
  await page.getByText('0.3702 ha').first().waitFor()

  await task('Site boundary')
  await tabToElement(page, dialog.getByRole('radio', { name: /^Upload a file/ }))
  await page.keyboard.press('ArrowDown')
  await replaceText(page, dialog.getByRole('textbox', { name: 'Corner 1' }), 'ST 60600 75700')
  await dialog.getByText('Area: 0.2631 ha').waitFor()
  await drawn.getByText('0.2631 ha', { exact: true }).waitFor(SLOW_TIMEOUT)
  expect(await findAxeViolations(page)).toEqual([])
  await expect.poll(() => save.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  await pressElement(page, save)
  await isBack()
  await page.getByText('0.2631 ha').first().waitFor()

  await task('Workbook')
  await pickFile(page, dialog.getByRole('button', { name: 'Choose: Biodiversity metric' }), 'metric.xlsm', {
    mimeType: 'application/vnd.ms-excel.sheet.macroEnabled.12',
    buffer: book(),
  })
  const send = dialog.locator('button[type=submit]')
  await pressElement(page, send)
  await dialog.getByText('Biodiversity metric 4.1. Rows with figures: 2').waitFor(SLOW_TIMEOUT)
  expect(await findAxeViolations(page)).toEqual([])
  await tabToElement(page, send)
  await expect.poll(() => send.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  await page.keyboard.press('Enter')
  await dialog.getByText('Your workbook has been filed').waitFor(SLOW_TIMEOUT)
  await page.keyboard.press('Escape')
  await isBack()
  await page.getByRole('cell', { name: 'Wetland - Reedbeds, 2.60 ha' }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await setTheme(page, 'dark')
  expect(await findAxeViolations(page)).toEqual([])

  await task('Check your answers and register')
  const register = page.getByRole('main').locator('button[type=submit]')
  await register.waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await tickAll(page, page.getByRole('main'))
  await tabToElement(page, register)
  await expect.poll(() => register.getAttribute('aria-disabled'), SLOW_TIMEOUT).toBe('false')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Registration received' }).waitFor(SLOW_TIMEOUT)
  await page.context().close()
})

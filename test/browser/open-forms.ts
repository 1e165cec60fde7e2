import type { Page } from 'playwright-core'

/** Opens a page with a form; returns its dialog once it can be filled in. */
export const openForm = async (page: Page, path: string) => {
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  return dialog
}

/** Runs the page’s clock in steps of a hundredth of a second until a condition holds. */
export const advanceClockUntil = async (page: Page, isSo: () => Promise<boolean>): Promise<void> => {
  for (let hundredths = 0; hundredths < 1_000; hundredths += 1) {
    if (await isSo()) return
    await page.clock.runFor(10)
  }
  throw new Error('The condition did not hold within ten seconds of page time')
}

import type { Page } from 'playwright-core'

/** Goes to a page with an open form; its dialog, once it can be filled in. */
export const opened = async (page: Page, path: string) => {
  await page.goto(path)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
  return dialog
}

/** The clock of the page runs on until something is there, a hundredth of a second at a time. */
export const runUntil = async (page: Page, isSo: () => Promise<boolean>): Promise<void> => {
  for (let hundredths = 0; hundredths < 1_000; hundredths += 1) {
    if (await isSo()) return
    await page.clock.runFor(10)
  }
  throw new Error('It did not come about in ten seconds of the page')
}

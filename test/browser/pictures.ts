import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectRoot } from '#server/places'
import { inTheme } from './axe.ts'

const KEPT = join(projectRoot, 'test/browser/pictures')
/** With this set the pictures are taken anew, instead of being compared with. */
const isRenewing = process.env.PICTURES === 'renew'

const THEMES = ['light', 'dark'] as const
/** How large a window is whose picture is taken. */
export const SIZE = { width: 1440, height: 900 }
/** A picture is kept by blocks of so many pixels, each of its mean colour: letters drawn a little otherwise make no difference. */
const BLOCK = 10
/** How far a block's colour may be from what it was, of 255, and how many of a hundred blocks may be further. */
const MOST_APART = 9
const MOST_PERCENT = 0.8

/** What stands on the page in blocks, as a picture in base 64. */
const inBlocks = async (page: Page, studio: Page): Promise<string> => {
  const picture = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
  return studio.evaluate(
    async ([data, width, height]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('There is nothing to draw on')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [picture, SIZE.width / BLOCK, SIZE.height / BLOCK] as const,
  )
}

/** How many of a hundred blocks of two pictures differ. */
const percentApart = (studio: Page, pictures: readonly [string, string]): Promise<number> =>
  studio.evaluate(
    async ({ both, most }) => {
      const read = async (data: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        const { width, height } = image
        const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
        context?.drawImage(image, 0, 0)
        return context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
      }
      const [before, now] = await Promise.all([read(both[0]), read(both[1])])
      let apart = 0
      for (let at = 0; at < before.length; at += 4)
        if ([0, 1, 2].some(part => Math.abs((before[at + part] ?? 0) - (now[at + part] ?? 0)) > most))
          apart += 1
      return before.length === now.length ? (400 * apart) / before.length : 100
    },
    { both: pictures, most: MOST_APART },
  )

const nameOf = (username: string, path: string, theme: string): string =>
  `${username}${path.replaceAll(/[^\w-]+/g, '_')}.${theme}.png`

/**
 * The themes in which a page is compared with its pictures: both every night and where they are taken anew, else one in
 * turn, which is the one that axe does not look at.
 */
const themesOf = (nth: number): readonly (typeof THEMES)[number][] =>
  isRenewing || process.env.SOAK_PAGES ? THEMES : [nth % 2 === 0 ? 'dark' : 'light']

/** In which themes a page no longer looks as it did; with `PICTURES=renew` it is kept as it looks now. */
export const unlikeKept = async (
  page: Page,
  studio: Page,
  { username, path, nth }: { username: string; path: string; nth: number },
): Promise<string[]> => {
  const faults: string[] = []
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const theme of themesOf(nth)) {
    await inTheme(page, theme)
    const now = await inBlocks(page, studio)
    const file = join(KEPT, nameOf(username, path, theme))
    if (isRenewing) {
      mkdirSync(KEPT, { recursive: true })
      writeFileSync(file, Buffer.from(now, 'base64'))
    } else if (existsSync(file)) {
      const percent = await percentApart(studio, [readFileSync(file).toString('base64'), now])
      if (percent > MOST_PERCENT)
        faults.push(`${path} (${theme}): ${percent.toFixed(1)} of 100 blocks differ`)
    } else faults.push(`${path} (${theme}): no picture; take it with npm run pictures`)
  }
  return faults
}

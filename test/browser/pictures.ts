import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { projectRoot } from '#server/process/places'
import { setTheme } from './axe.ts'

const KEPT = join(projectRoot, 'test/browser/pictures')
/** With this set, pictures are taken again instead of compared. */
export const isRenewingPictures = process.env.PICTURES === 'renew'

const THEMES = ['light', 'dark'] as const
/** The size of the window in pictures. */
export const WINDOW_SIZE = { width: 1440, height: 900 }
/**
 * A picture is stored as blocks of this many pixels, each with its mean colour, so that small differences in rendering
 * do not matter.
 */
const BLOCK = 10
/** The largest difference of a block’s colour, of 255. */
const MOST_APART = 9
/** The percentage of blocks that may exceed it. */
export const MOST_PERCENT = 0.8
/** Quality of the JPEG pictures in documents, of 100. */
const DOCUMENT_QUALITY = 70

/** Takes a picture of the window, as PNG or, for documents, as a smaller JPEG. */
export const takePicture = (page: Page, type: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    type,
    ...(type === 'jpeg' ? { quality: DOCUMENT_QUALITY } : {}),
  })

/** Reduces a picture of the window to blocks; returns a PNG in base64. */
const inBlocks = (picture: Buffer, studio: Page): Promise<string> =>
  studio.evaluate(
    async ([data, width, height]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('The canvas has no context')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, width, height)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    },
    [picture.toString('base64'), WINDOW_SIZE.width / BLOCK, WINDOW_SIZE.height / BLOCK] as const,
  )

/** The percentage of blocks in which two pictures differ. */
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
 * The themes in which a page is compared with its pictures: both in the nightly run and when the pictures are taken
 * again. Otherwise it is one theme, which alternates, and is the one that axe does not check.
 */
const themesOf = (nth: number): readonly (typeof THEMES)[number][] =>
  isRenewingPictures || process.env.SOAK_PAGES ? THEMES : [nth % 2 === 0 ? 'dark' : 'light']

/** The themes in which a page no longer matches its picture; `PICTURES=renew` stores it as it is now. */
export const findThemesUnlikePictures = async (
  page: Page,
  studio: Page,
  { username, path, nth }: { username: string; path: string; nth: number },
): Promise<string[]> => {
  const faults: string[] = []
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const theme of themesOf(nth)) {
    await setTheme(page, theme)
    const now = await inBlocks(await takePicture(page), studio)
    const file = join(KEPT, nameOf(username, path, theme))
    if (isRenewingPictures) {
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

/** The percentage of blocks in which two screenshots differ. */
export const percentOfDifferentBlocks = async (studio: Page, one: Buffer, other: Buffer): Promise<number> =>
  percentApart(studio, [await inBlocks(one, studio), await inBlocks(other, studio)])

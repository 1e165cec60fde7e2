import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '#server/places'
import { inTheme } from './axe.ts'
import { settled } from './pages.ts'
import { NOW } from '../builders/templates.ts'
import { openBrowser, openCopyOfThatDay, signedIn } from './product.ts'

const KEPT = join(projectRoot, 'test/browser/pictures')
/** With this set the pictures are taken anew, instead of being compared with. */
const isRenewing = process.env.PICTURES === 'renew'

const ROUND = '/markets/MK-SOM/round/RD-SOM-1'
const SETTLED = '/markets/MK-SOM/round/RD-SOM-0'

/** Who looks at what. A form or a confirmation is opened over its page. */
const VIEWS: Record<string, readonly string[]> = {
  operator: [
    ...['/', '/markets', '/markets/MK-SOM', '/markets/MK-SOL/round/RD-SOL-2'],
    ...[ROUND, SETTLED, `${SETTLED}/review`, `${SETTLED}?tab=reserve`],
    ...['participants', 'projects', 'requirements', 'groups', 'declarations', 'documents'].map(
      tab => `${ROUND}?tab=${tab}`,
    ),
    ...['Match', 'SetReserveInfo', 'Update'].map(action => `${ROUND}?action=${action}`),
    '/markets/MK-SOL/round/RD-SOL-2?action=RecordParticipant',
    ...[
      '/participants',
      '/participants/SU01',
      '/participants/SU01?tab=rounds',
      '/participants/SU01?tab=results',
    ],
    ...['/participants/SU01?action=Update', '/results/RD-SOM-0?for=SU01', '/agencies', '/agencies/AG01'],
    ...[
      '/lpas',
      '/operators',
      '/projects',
      '/projects/P001',
      '/projects/P101',
      '/projects/P101?action=Comment',
    ],
    ...['/credit-requirements', '/credit-requirements/R001', '/credit-requirements/R120'],
    ...['/project-group/PG01', '/credit-requirement-group/RG01', '/possible-doubles', '/search/meadow'],
    ...['/registry/projects', '/registry/credit-requirements', '/registry/credits', '/registry/reserve'],
    ...[
      '/settings',
      '/settings/refdata',
      '/settings/refdata/standards',
      '/settings/refdata/standards/BsiFlex704',
    ],
    '/settings/refdata/declarations?action=CreateDeclaration&subject=declarations',
  ],
  'sedgewhistle.su01': ['/', '/projects', '/projects/P101', ROUND, '/results/RD-SOM-0', '/profile'],
  'alba.bu01': ['/', '/credit-requirements', '/credit-requirements/R001', '/results/RD-SOM-0'],
  bram: ['/'],
  'lpa.somerset': ['/', '/projects'],
}

/** How many of them one page goes through, so that two pages share the work. */
const AT_A_TIME = 12
const WALKS = Object.entries(VIEWS).flatMap(([username, paths]) =>
  Array.from({ length: Math.ceil(paths.length / AT_A_TIME) }, (_, nth) => {
    const part = paths.slice(nth * AT_A_TIME, (nth + 1) * AT_A_TIME)
    return { username, first: part[0], paths: part }
  }),
)

const THEMES = ['light', 'dark'] as const
const SIZE = { width: 1440, height: 900 }
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

let market: Awaited<ReturnType<typeof openCopyOfThatDay>>
let browser: Browser
beforeAll(async () => {
  market = await openCopyOfThatDay()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

// Where no pictures have been taken there is nothing to compare with.
it.runIf(isRenewing || existsSync(KEPT)).concurrent.each(WALKS)(
  'what $username sees from $first on looks as it did, in both themes',
  async ({ username, paths }) => {
    const { page } = await signedIn(browser, market.url, username, { viewport: SIZE })
    await page.clock.setFixedTime(NOW)
    const studio = await browser.newPage()
    const faults: string[] = []
    mkdirSync(KEPT, { recursive: true })
    for (const path of paths) {
      await settled(page, path)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      for (const theme of THEMES) {
        await inTheme(page, theme)
        const now = await inBlocks(page, studio)
        const file = join(KEPT, nameOf(username, path, theme))
        if (isRenewing) writeFileSync(file, Buffer.from(now, 'base64'))
        else if (existsSync(file)) {
          const percent = await percentApart(studio, [readFileSync(file).toString('base64'), now])
          if (percent > MOST_PERCENT)
            faults.push(`${path} (${theme}): ${percent.toFixed(1)} of 100 blocks differ`)
        } else faults.push(`${path} (${theme}): no picture; take it with npm run pictures`)
      }
    }
    expect(faults).toEqual([])
    await studio.close()
    await page.context().close()
  },
)

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, openDemonstration, openSignedInPage } from './product.ts'

let market: Awaited<ReturnType<typeof openDemonstration>>
let browser: Browser
beforeAll(async () => {
  market = await openDemonstration()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await market?.close()
})

/** The files of the program, except those that run before a page is shown. */
const PROGRAM = /\/(?!first-)[^/]*\.js$/

const settled = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Holds back the program, except what runs before a page is shown, until the returned function is called. */
const holdScripts = async (page: Page): Promise<() => void> => {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(PROGRAM, async route => {
    await held
    await route.fallback()
  })
  return () => release()
}

describe('preloaded data', () => {
  const PAGES = {
    '/': '/api/home',
    '/markets/MK-SOM/round/RD-SOM-A': '/api/round/RD-SOM-A',
    '/markets/MK-SOM/round/RD-SOM-A/review': '/api/round/RD-SOM-A/match-review',
    '/registry/credits': '/api/credits?registry=true',
    '/queue': '/api/queue?limit=500',
  }

  it.each(Object.entries(PAGES))(
    'lets %s make no request twice, and none for what came with the page',
    async (path, read) => {
      const { page: before } = await openSignedInPage(browser, market.url, 'operator')
      // Opens the page in a session that has been signed in for long.
      const page = await before.context().newPage()
      // Preloaded data is requested again after five seconds, which a busy machine needs to run the program.
      await page.clock.setFixedTime(new Date())
      const asked: string[] = []
      page.on('request', request => void asked.push(request.url().slice(market.url.length)))
      // The stream of changes is the last request of a page.
      const followed = page.waitForRequest(request => request.url().endsWith('/api/events'))
      await settled(page, path)
      await followed
      const calls = asked.filter(one => one.startsWith('/api/'))
      expect(calls).toContain('/api/events')
      expect(calls).toEqual([...new Set(calls)])
      expect(calls).not.toContain('/api/auth/user')
      expect(calls).not.toContain(read)
      expect(asked.filter(one => PROGRAM.test(one) || one.endsWith('.css')).length).toBeLessThanOrEqual(8)
      await page.context().close()
    },
  )

  it('never shows a signed-in page after signing out, by opening it or going back', async () => {
    const { page } = await openSignedInPage(browser, market.url, 'operator')
    await settled(page, '/registry/credits')
    await settled(page, '/profile')
    await page.locator('.user-button').click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    for (const goes of [() => page.goBack(), () => page.goto('/registry/credits')]) {
      await goes()
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
      expect(await page.content()).not.toContain('Registry of credits')
    }
    await page.context().close()
  })

  it('is never cached, for any reader, and the page’s policy allows no inline script', async () => {
    const { page } = await openSignedInPage(browser, market.url, 'operator')
    const [{ name, value } = { name: '', value: '' }] = await page.context().cookies()
    await page.context().close()
    for (const cookie of ['', `${name}=${value}`])
      for (const path of ['/markets', '/registry/credits', '/settings']) {
        const answer = await fetch(`${market.url}${path}`, { headers: { cookie } })
        expect(answer.headers.get('cache-control')).toBe('private, no-store')
        expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
        const text = await answer.text()
        expect(text.includes('"/api/credits?registry=true":')).toBe(
          cookie !== '' && path === '/registry/credits',
        )
        expect(text.includes('"/api/auth/user":null')).toBe(cookie === '')
      }
  })
})

describe('a page without scripts', () => {
  const DRAWN = {
    '/': ['Welcome, Ada Fennimarsh', 'tasks are waiting for you'],
    '/markets': ['Markets', 'Somerset Levels Nature Market (demonstration)'],
    '/markets/MK-SOM/round/RD-SOM-A': ['Trial round: Tone and Brue', 'The accepted match'],
    '/markets/MK-SOM/round/RD-SOM-A/review': ['Review matches', 'Payments add up to zero'],
    '/projects': ['Projects', 'Units are biodiversity'],
    '/projects/P402': ['Bellfinch Water Meadow Wetland', 'Trial round'],
    '/credit-requirements/R401': ['Abbey Mead', 'Trial round'],
    '/registry/credits': ['Registry of credits', 'Every unit of the projects that won'],
    '/queue': ['Work queue', 'can be done now'],
  }

  it.each(Object.entries(DRAWN))(
    'shows %s, and the program takes it over unchanged, even on a device with a wrong clock',
    async (path, words) => {
      const { page: before } = await openSignedInPage(browser, market.url, 'operator')
      const page = await before.context().newPage()
      const errors: string[] = []
      page.on('pageerror', error => errors.push(error.message))
      await page.clock.setSystemTime(Date.now() + 400 * 24 * 60 * 60 * 1000)
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      const [title = '', sentence = ''] = words
      const heading = page.getByRole('heading', { level: 1, name: title })
      await heading.waitFor()
      const text = page.getByText(sentence).first()
      await text.waitFor()
      // A policy without inline styles would ignore these attributes.
      expect(await page.locator('#root [style]').count()).toBe(0)
      const [element, place] = [await heading.elementHandle(), await text.boundingBox()]
      release()
      await page.waitForLoadState('networkidle')
      expect(await text.boundingBox()).toEqual(place)
      expect(await element?.evaluate(one => one === document.querySelector('main h1'))).toBe(true)
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('is taken over unchanged when it is reloaded with what the browser’s history keeps', async () => {
    const { page, complaints } = await openSignedInPage(browser, market.url, 'harestow.su17')
    await page.goto('/markets')
    const notice = page.getByText('The page you asked for is only for the market operator’s staff')
    await notice.waitFor()
    const reloaded = page.waitForResponse(response => response.url() === `${market.url}/`)
    await page.reload()
    expect(await (await reloaded).text()).toContain('Welcome, ')
    await notice.waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  it('stays hidden until it has loaded completely, because a partial table has other column widths', async () => {
    const { page } = await openSignedInPage(browser, market.url, 'operator')
    await holdScripts(page)
    let isCut = true
    await page.route('/projects', async route => {
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({ response, body: isCut ? body.slice(0, body.indexOf('</tbody>')) : body })
    })
    await page.goto('/projects', { waitUntil: 'commit' })
    const rows = page.getByRole('row', { includeHidden: true })
    await rows.nth(5).waitFor({ state: 'attached' })
    expect(await rows.nth(5).isVisible()).toBe(false)
    isCut = false
    await page.goto('/projects', { waitUntil: 'commit' })
    await rows.nth(5).waitFor({ state: 'visible' })
    await page.context().close()
  })

  it('replays typing and key presses from before the program was ready', async () => {
    const { page: before } = await openSignedInPage(browser, market.url, 'operator')
    const page = await before.context().newPage()
    const release = await holdScripts(page)
    await page.goto('/projects', { waitUntil: 'commit' })
    await page.getByRole('searchbox').first().fill('Bellfinch')
    await page.keyboard.press('Enter')
    release()
    await page.waitForURL(/Bellfinch/)
    await page
      .getByRole('rowheader', { name: /Bellfinch/ })
      .first()
      .waitFor()
    await page.context().close()
  })

  it('never contains another reader’s simultaneous data', async () => {
    const [ours, theirs] = await Promise.all(
      ['operator', 'umbershaw.su14'].map(async name => {
        const { page } = await openSignedInPage(browser, market.url, name)
        const [{ name: cookie, value } = { name: '', value: '' }] = await page.context().cookies()
        await page.context().close()
        return `${cookie}=${value}`
      }),
    )
    const drawnFor = async (cookie = '') => {
      const text = await (await fetch(`${market.url}/`, { headers: { cookie } })).text()
      return text.slice(text.indexOf('id="root"'), text.indexOf('<noscript>'))
    }
    const pages = await Promise.all(
      Array.from({ length: 10 }, () => [drawnFor(ours), drawnFor(theirs)]).flat(),
    )
    for (const [at, page] of pages.entries()) {
      expect(page.includes('>Ada Fennimarsh<')).toBe(at % 2 === 0)
      expect(page.includes('>Umbershaw Farm')).toBe(at % 2 === 1)
    }
  })

  it('has the theme that its reader has chosen', async () => {
    const { page } = await openSignedInPage(browser, market.url, 'operator')
    await page.goto('/markets')
    await page.locator('.user-button').click()
    await page.getByRole('menuitem', { name: 'Dark theme' }).click()
    const context = page.context()
    await context.route(PROGRAM, route => route.abort())
    const still = await context.newPage()
    await still.goto('/', { waitUntil: 'commit' })
    await still.getByRole('heading', { level: 1 }).waitFor()
    expect(await still.locator('html').getAttribute('data-theme')).toBe('dark')
    await context.close()
  })
})

describe('precompressed files', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    fetch(`${market.url}${path}`, { method: 'HEAD', headers })

  it('have a tag and length per encoding, and hashed files are cached permanently', async () => {
    const page = await (await fetch(`${market.url}/login`)).text()
    const [script = ''] = /\/assets\/base-[^"]+\.js/.exec(page) ?? []
    const [style = ''] = /\/assets\/[^"]+\.css/.exec(page) ?? []
    for (const path of [script, style]) {
      const lengths: number[] = []
      const tags = new Set<string | null>()
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { status, headers } = await ask(path, { 'accept-encoding': encoding })
        expect([path, status]).toEqual([path, 200])
        expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
        expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        lengths.push(Number(headers.get('content-length')))
        tags.add(headers.get('etag'))
      }
      expect(lengths).toEqual(lengths.toSorted((one, other) => other - one))
      expect([tags.size, tags.has(null)]).toEqual([3, false])
    }
  })

  it('load styles before scripts, and the first two fonts after styles', async () => {
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', request => void asked.push(request.url()))
    await settled(page, `${market.url}/login`)
    const places = (ending: string) => asked.flatMap((url, at) => (url.endsWith(ending) ? [at] : []))
    const text = await (await fetch(`${market.url}/login`)).text()
    expect(text.indexOf('rel="stylesheet"')).toBeLessThan(text.indexOf('.js"'))
    expect(places('.woff2')).toHaveLength(2)
    expect(Math.min(...places('.woff2'))).toBeGreaterThan(places('.js')[0] ?? Infinity)
    await page.close()
  })

  it('give a first public page the fonts that its style sheet names, requested after it', async () => {
    const text = await (await fetch(`${market.url}/prices`)).text()
    const fonts = [...text.matchAll(/as="font"[^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(fonts).toHaveLength(2)
    const [, sheet] = /rel="stylesheet" href="([^"]+)"[^]*as="font"/.exec(text)!
    const styles = await (await fetch(`${market.url}${sheet}`)).text()
    for (const font of fonts) expect(styles).toContain(font)
  })

  it('show the text of a sign-in page before any script, in its final position', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const placeOf = async () => page.getByText('traded in market rounds').boundingBox()
    await settled(page, `${market.url}/login`)
    const drawn = await placeOf()
    await context.route('**/*.js', route => route.abort())
    await page.goto(`${market.url}/projects`, { waitUntil: 'commit' })
    await page.getByText('traded in market rounds').waitFor()
    expect(await placeOf()).toMatchObject({ x: drawn?.x, y: drawn?.y })
    await context.close()
  })

  it('show the page header before any script, in the reader’s theme', async () => {
    const { page } = await openSignedInPage(browser, market.url, 'operator')
    const context = page.context()
    await context.route('**/*.js', route => route.abort())
    const still = await context.newPage()
    await still.goto('/', { waitUntil: 'commit' })
    await still.locator('.brand-mark').waitFor()
    expect(await still.locator('html').getAttribute('data-theme')).toBe('light')
    await context.close()
  })
})

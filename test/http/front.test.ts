import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GLOSSARY_TERMS } from '#domain/text/terms'
import { RETENTION_RULES, retentionText } from '#domain/disclosure/retention'
import { keysOf } from '#domain/values/narrow'
import { type World, world } from '../builders/world.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

describe('the home address', () => {
  it('is the start page for visitors, complete without scripts and cookies', async () => {
    const answer = await market.stranger.send('/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('vary')).toContain('cookie')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = String(answer.body)
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page).toContain('<a class="nav-link" href="/login">Sign in</a>')
  })

  it('shows a round as open only while an organisation can join it', async () => {
    const page = String((await market.stranger.send('/')).body)
    const [open = '', underWay = ''] = page.split('In progress, closed to new participants')
    // The demonstration has one round to join and one under way for bids, so that a newcomer and a program can act at once.
    expect(open).toContain('Somerset Levels Nature Market (demonstration), Round 2')
    expect(open).toContain('Open for registration')
    expect(open).not.toContain('Solent Nitrogen Market')
    expect(underWay).toContain('Solent Nitrogen Market (demonstration), Round 1')
    expect(underWay).not.toContain('Somerset Levels Nature Market (demonstration), Round 2')
  })

  it('is not sent again to a client that has it', async () => {
    const { headers } = await market.stranger.send('/')
    const again = await market.stranger.send('/', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

const textOf = async (path: string) => {
  const { status, body } = await market.stranger.send(path)
  expect(status, path).toBe(200)
  return String(body)
}

describe('the start page', () => {
  it('names every round that is open or upcoming, and no settled one', async () => {
    const page = await textOf('/')
    const { items } = await market.stranger.get<{ items: { id: string; status: string }[] }>(
      '/api/public/rounds',
    )
    expect(items.some(({ status }) => status === 'Settled')).toBe(true)
    for (const { id, status } of items)
      expect(page.includes(`href="/rounds/${id}"`), id).toBe(status !== 'Settled')
  })

  it('guides each of four kinds of readers, and shows results so far', async () => {
    const page = await textOf('/')
    for (const who of ['I have land', 'I need credits', 'I advise clients', 'I work in planning'])
      expect(page).toContain(who)
    expect(page).toContain('<a href="/signUp">Sign up</a>')
    const { rounds } = await market.stranger.get<{ rounds: { projects: number }[] }>('/api/public/statistics')
    const projects = rounds.reduce((sum, round) => sum + round.projects, 0)
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`<dt>projects funded</dt> <dd>${projects}</dd>`)
  })
})

describe('pages about the market', () => {
  it('the glossary gives every term its own address', async () => {
    const page = await textOf('/glossary')
    for (const word of keysOf(GLOSSARY_TERMS)) expect(page).toContain(`<dt>${word}</dt>`)
    expect(page).toContain('id="rights-created"')
  })

  it('privacy lists everything that is stored, with its retention', async () => {
    const page = await textOf('/privacy')
    for (const kind of keysOf(RETENTION_RULES))
      expect(page).toContain(retentionText(RETENTION_RULES[kind]).replaceAll("'", '&#39;'))
    expect(page.match(/<tr role="row">/g)).toHaveLength(keysOf(RETENTION_RULES).length + 1)
  })

  it.each(['/accessibility', '/terms', '/contact'])(
    '%s names the responsible organisation and its contact',
    async path => {
      const page = await textOf(path)
      expect(page).toContain('The operator’s legal name has not been entered')
      expect(page).toMatch(/href="mailto:[^"]+">/)
    },
  )
})

describe('addresses that programs look for', () => {
  it('security.txt has a contact and an expiry date', async () => {
    const text = await textOf('/.well-known/security.txt')
    expect(text).toMatch(/^Contact: mailto:\S+$/m)
    const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
    const days = (Date.parse(expires) - Date.parse(market.runtime.now())) / 86_400_000
    // RFC 9116: in the future, and less than a year away.
    expect(days).toBeGreaterThan(30)
    expect(days).toBeLessThan(366)
  })

  it('the site map lists existing pages, rounds and projects', async () => {
    const map = await textOf('/sitemap.xml')
    const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => new URL(at).pathname)
    expect(paths).toContain('/glossary')
    expect(paths.filter(path => path.startsWith('/rounds/')).length).toBeGreaterThan(1)
    expect(paths.filter(path => path.startsWith('/register/projects/')).length).toBeGreaterThan(1)
    expect(await textOf('/robots.txt')).toContain('/sitemap.xml')
  })

  it('link previews have a picture, and devices an icon', async () => {
    const page = await textOf('/')
    expect(page).toMatch(/<meta property="og:image" content="http[^"]+\/social\.png" \/>/)
    const manifest = await market.stranger.get<{ name: string }>('/site.webmanifest')
    expect(page).toContain(manifest.name)
  })
})

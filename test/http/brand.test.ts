import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEFAULT_BRAND, BRAND_ID } from '#domain/people/brand'
import { findPngRefusal } from '#server/files/png'
import { type World, world } from '../builders/world.ts'
import { createPngFromChunks, createGreyPng } from './png-of.ts'

let market: World
beforeAll(async () => {
  market = await world()
})
afterAll(() => market.close())

const subject = { kind: 'brand', id: BRAND_ID } as const
const OTHER = {
  name: 'Levels <Exchange>',
  tagline: 'nature by the field',
  contact: 'office@levels.example',
  legalName: 'Levels Exchange Ltd',
  year: '2027',
  accentLight: '#1E3A5F',
  accentDark: '#9cc4ef',
  hasLogo: true,
}
const textOf = async (path: string) => String((await market.stranger.send(path)).body)

it('begins as the specification says, on public pages and in the product', async () => {
  expect(await textOf('/')).toContain(`© 2025 ${DEFAULT_BRAND.name}`)
  const page = await textOf('/login')
  expect(page).toContain(`<title>${DEFAULT_BRAND.name}</title>`)
  expect(page).not.toContain('/brand.css')
  expect((await market.stranger.send('/brand/logo.png')).status).toBe(404)
})

it('refuses an accent with too little contrast, and says the contrast and what to do', async () => {
  const values = { ...OTHER, hasLogo: false, accentLight: '#ffcc00' }
  const { status, body } = await market.as('operator').tries('ChangeBrand', subject, values)
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toMatch(
    /Choose a darker colour: .* is 1\.\d\d to 1, and must be at least 4\.5 to 1/,
  )
})

it('shows a change at once, everywhere', async () => {
  const logo = createGreyPng(64, 64)
  await market
    .as('operator')
    .does('ChangeBrand', subject, OTHER, { logo: { name: 'logo.png', content: logo } })

  const start = await textOf('/')
  expect(start).toContain('Levels &#60;Exchange&#62;')
  expect(start).toContain('© 2027 Levels Exchange Ltd')
  expect(start).toContain('href="mailto:office@levels.example">Contact us</a>')
  expect(start).not.toContain(DEFAULT_BRAND.name)
  const [sheet = ''] = /\/brand\.css[^"]*/.exec(start) ?? []
  expect(await textOf(sheet)).toContain('--accent:light-dark(#1e3a5f, #9cc4ef)')

  const page = await textOf('/login')
  expect(page).toContain('<title>Levels &#60;Exchange&#62;</title>')
  expect(page).toContain(sheet)
  expect(page).not.toContain(DEFAULT_BRAND.name)
  expect(await textOf('/api/public/rounds.ics')).toContain('PRODID:-//Levels <Exchange>//Rounds//EN')
  expect(await textOf('/.well-known/security.txt')).toContain('Contact: mailto:office@levels.example')
  expect(await textOf('/privacy')).toContain('Levels Exchange Ltd is responsible for this market')

  const [at = ''] = /\/brand\/logo\.png[^"]*/.exec(start) ?? []
  const shown = await fetch(`${market.url}${at}`)
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(logo)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('content-security-policy')).toContain('sandbox')
})

it('accepts only a picture as a logo', () => {
  expect(findPngRefusal(createGreyPng(1000, 20))).toBeUndefined()
  expect(findPngRefusal(createGreyPng(1001, 20))).toContain('1001 by 20 pixels')
  expect(findPngRefusal(createGreyPng(0, 20))).toContain('broken')
  expect(findPngRefusal(Buffer.concat([createGreyPng(2, 2), Buffer.from('<script>')]))).toContain('two types')
  expect(findPngRefusal(createGreyPng(2, 2).subarray(0, -4))).toContain('broken')
  expect(findPngRefusal(createGreyPng(2, 2, [['tEXt', Buffer.from('Author\0Ada')]]))).toContain(
    'more than a picture (tEXt)',
  )
  // A length that points beyond the file.
  const lying = createPngFromChunks([['IHDR', Buffer.alloc(13, 1)]])
  lying.writeUInt32BE(0xfffffff0, 8)
  expect(findPngRefusal(lying)).toContain('broken')
  expect(findPngRefusal(createPngFromChunks([['IDAT', deflateSync(Buffer.alloc(9))]]))).toContain('broken')
})

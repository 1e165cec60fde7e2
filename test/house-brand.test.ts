import { expect, it } from 'vitest'
import { BRAND, LOOKS, tonesOf } from '#domain/brand'
import { below, read } from './source-files.ts'

const own = below('src')
  .filter(path => /\.(ts|tsx|html|css|sql|svg|webmanifest)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter(path => path !== 'src/domain/brand.ts')

it('name, tagline and contact of the brand stand in one file', () => {
  const words = [BRAND.name, BRAND.tagline, BRAND.contact].map(word => word.toLowerCase())
  const found = own.flatMap(path => {
    // An apostrophe may be written in three ways.
    const text = read(path)
      .text.toLowerCase()
      .replaceAll(/&apos;|&#39;|'/g, '’')
    return words
      .filter(word => new RegExp(`\\b${word.replaceAll('.', String.raw`\.`)}\\b`).test(text))
      .map(word => `${path} names “${word}”`)
  })
  expect(found).toEqual([])
})

it('the colours that contrast is worked out with are those of the sheet', () => {
  const sheet = read('src/web/styles/tokens.css').text
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet)?.slice(1)
  const { light, dark } = LOOKS
  expect(pair('accent')).toEqual([BRAND.accentLight, BRAND.accentDark])
  expect(pair('on-accent')).toEqual([light.on, dark.on])
  expect(pair('surface')).toEqual([light.surface, dark.surface])
  for (const [at, name] of ['ground', 'surface', 'sunken', 'hover'].entries())
    expect(pair(name), name).toEqual([light.grounds[at], dark.grounds[at]])
  expect(tonesOf(BRAND.accentLight, 'light').accent).toBe(BRAND.accentLight)
})

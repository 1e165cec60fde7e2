import { expect, it } from 'vitest'
import { DEFAULT_BRAND, ACCENT_THEME_COLOURS, deriveAccentTones } from '#domain/people/brand'
import { readSourceFile } from './source-file.ts'
import { listPathsBelow } from './source-files.ts'

const own = listPathsBelow('src')
  .filter(path => /\.(ts|tsx|html|css|sql|svg|webmanifest)$/.test(path) && !/\.test\.tsx?$/.test(path))
  .filter(path => path !== 'src/domain/people/brand.ts')

it('name, tagline and contact of the brand are defined in one file', () => {
  const words = [DEFAULT_BRAND.name, DEFAULT_BRAND.tagline, DEFAULT_BRAND.contact].map(word =>
    word.toLowerCase(),
  )
  const found = own.flatMap(path => {
    // An apostrophe can be written in three ways.
    const text = readSourceFile(path)
      .text.toLowerCase()
      .replaceAll(/&apos;|&#39;|'/g, '’')
    return words
      .filter(word => new RegExp(`\\b${word.replaceAll('.', String.raw`\.`)}\\b`).test(text))
      .map(word => `${path} names “${word}”`)
  })
  expect(found).toEqual([])
})

it('contrast is calculated from the colours of the style sheet', () => {
  const sheet = readSourceFile('src/look/tokens.css').text
  const pair = (name: string) =>
    new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(sheet)?.slice(1)
  const { light, dark } = ACCENT_THEME_COLOURS
  expect(pair('accent')).toEqual([DEFAULT_BRAND.accentLight, DEFAULT_BRAND.accentDark])
  expect(pair('on-accent')).toEqual([light.on, dark.on])
  expect(pair('surface')).toEqual([light.surface, dark.surface])
  for (const [at, name] of ['ground', 'surface', 'sunken', 'hover'].entries())
    expect(pair(name), name).toEqual([light.grounds[at], dark.grounds[at]])
  expect(deriveAccentTones(DEFAULT_BRAND.accentLight, 'light').accent).toBe(DEFAULT_BRAND.accentLight)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { chromiumPath } from '../tools/chromium.ts'

const folderWith = (...names: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of names) writeFileSync(join(folder, name), '')
  return folder
}

it.each(['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'])(
  'finds a browser that is called %s on the PATH',
  name => {
    const folder = folderWith(name)
    expect(chromiumPath({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(join(folder, name))
  },
)

it('prefers the headless shell, wherever on the PATH it is', () => {
  const [other, shell] = [folderWith('chromium'), folderWith('chromium-headless-shell')]
  const PATH = [other, shell].join(delimiter)
  expect(chromiumPath({ PATH })).toBe(join(shell, 'chromium-headless-shell'))
})

it('uses the browser that CHROMIUM names, and reports a path without one', () => {
  const named = join(folderWith('another'), 'another')
  expect(chromiumPath({ CHROMIUM: named, PATH: folderWith('chromium') })).toBe(named)
  expect(() => chromiumPath({ CHROMIUM: '/nowhere/chrome' })).toThrow(
    'CHROMIUM is /nowhere/chrome, but there is no browser',
  )
})

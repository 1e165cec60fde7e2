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

it.each(['chromium', 'chromium-browser', 'google-chrome'])(
  'finds a browser that is called %s on the PATH',
  name => {
    const folder = folderWith(name)
    expect(chromiumPath({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(join(folder, name))
  },
)

it('takes the browser that CHROMIUM names, and names a path where there is none', () => {
  const named = join(folderWith('another'), 'another')
  expect(chromiumPath({ CHROMIUM: named, PATH: folderWith('chromium') })).toBe(named)
  expect(() => chromiumPath({ CHROMIUM: '/nowhere/chrome' })).toThrow(
    'CHROMIUM names /nowhere/chrome, where there is no browser',
  )
})

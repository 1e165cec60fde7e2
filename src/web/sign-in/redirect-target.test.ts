import { expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const HERE = 'https://market.example.org'

const STARTS = [
  '//',
  '///',
  '/\\',
  '\\\\',
  '\\/',
  '/\t/',
  '\t//',
  '/\n/',
  'https:',
  'https://',
  'https:\\\\',
  'http://',
]
const HOSTS = [
  'evil.example',
  'market.example.org@evil.example',
  'evil.example\\@market.example.org',
  'evil。example',
  '[::1]',
]
const OTHERS = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'JAVASCRIPT://market.example.org/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/1',
  'mailto:x@evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  './/evil.example',
  '/%2e//evil.example',
  '//evil.example/%2f..',
  '//evil.example:443',
  '//market.example.org.evil.example',
  'https://market.example.org.evil.example/',
  'https://market.example.org:8443/',
  'http://market.example.org/',
  '//user:pass@evil.example',
]
const attempts = [...STARTS.flatMap(start => HOSTS.map(host => `${start}${host}`)), ...OTHERS]

it('a redirect after signing in leads only to targets of the same origin', () => {
  expect(attempts.length).toBeGreaterThanOrEqual(80)
  for (const asked of attempts) {
    // As in the address, decoded, decoded twice, and with a path behind it.
    for (const form of [asked, encodeURI(asked), `${asked}/path?x=1#y`, ` ${asked} `]) {
      const target = redirectTarget(form, HERE)
      expect([form, new URL(target, HERE).origin, /^\/(?![/\\])/.test(target)]).toEqual([form, HERE, true])
    }
  }
})

it('a redirect after signing in returns to the requested page, with its search and position', () => {
  for (const path of ['/projects/17', '/search/mill%20farm?x=1', '/markets/1/round/2#offers', '/'])
    expect(redirectTarget(path, HERE)).toBe(path)
  expect(redirectTarget(`${HERE}/projects/17`, HERE)).toBe('/projects/17')
  expect(redirectTarget('/login?redirect=/', HERE)).toBe('/')
  expect(redirectTarget(null, HERE)).toBe('/')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'credit-market-providers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const RIGHT = {
  id: 'council',
  name: 'The council',
  issuer: 'https://login.council.example',
  clientId: 'market',
  clientSecret: 'not to be shown',
  organisation: 'somerset',
  emailDomains: ['council.example'],
}

const SIGN_IN_PROVIDERS = join(folder, 'providers.json')

const complaintOf = (text: string): string => {
  writeFileSync(SIGN_IN_PROVIDERS, text)
  try {
    readConfig({ SIGN_IN_PROVIDERS })
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

it('providers are read from the configured file, and there are none without one', () => {
  expect(readConfig({}).providers).toEqual([])
  expect(complaintOf(JSON.stringify([RIGHT]))).toBe('')
  expect(readConfig({ SIGN_IN_PROVIDERS }).providers).toMatchObject([RIGHT])
})

it.each([
  ['no JSON', '{', 'it must contain JSON'],
  ['no list', '{}', 'the list must be'],
  [
    'an issuer without https',
    JSON.stringify([{ ...RIGHT, issuer: 'http://council.example' }]),
    '0.issuer must be',
  ],
  ['an unknown word', JSON.stringify([{ ...RIGHT, secret: 'x' }]), 'must be as described'],
  ['an id twice', JSON.stringify([RIGHT, RIGHT]), 'each id once'],
  [
    'an unknown group',
    JSON.stringify([{ ...RIGHT, groups: { claim: 'g', map: { a: ['root'] } } }]),
    '0.groups.map.a.0',
  ],
  ['no domain', JSON.stringify([{ ...RIGHT, emailDomains: [] }]), '0.emailDomains'],
])('a file with %s stops the start with one line that names the variable and no secret', (_, text, said) => {
  const complaint = complaintOf(text)
  expect(complaint).toContain(`SIGN_IN_PROVIDERS names ${SIGN_IN_PROVIDERS}: `)
  expect(complaint).toContain(said)
  expect(complaint).not.toMatch(/\n|not to be shown/)
})

import { expect, it } from 'vitest'
import { passkeySiteOf } from './passkey-site.ts'

it.each([
  ['https://market.example', { rpId: 'market.example', origin: 'https://market.example' }],
  ['https://market.example:8443', { rpId: 'market.example', origin: 'https://market.example:8443' }],
  ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
])('passkeys are available at %s', (publicUrl, site) => {
  expect(passkeySiteOf({ publicUrl })).toEqual(site)
})

it.each(['http://127.0.0.1:3000', 'http://market.example', 'https://192.0.2.7', 'https://[::1]:3000'])(
  'passkeys are unavailable at %s, with a reason',
  publicUrl => {
    expect(passkeySiteOf({ publicUrl })).toEqual({ why: expect.stringContaining(publicUrl) })
  },
)

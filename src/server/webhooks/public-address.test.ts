import { expect, it } from 'vitest'
import { isPublicAddress, lookupPublicAddress, NOT_PUBLIC_REASON } from './public-address.ts'
import { postWebhookMessage } from './post.ts'

const PRIVATE = [
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...[
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
  ],
  ...['2001:db8::1', '2002:7f00:1::', '2001::1', '100::1', 'localhost', ''],
]

it('an address is public only if no part is reserved for a special purpose', () => {
  expect(PRIVATE.filter(isPublicAddress)).toEqual([])
  const open = [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4009::200e',
  ]
  expect(open.filter(address => !isPublicAddress(address))).toEqual([])
})

it('nothing is sent to this machine under any of its names', async () => {
  const message = { headers: {}, body: '{}', anywhere: false }
  const hosts = [
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '017700000001',
    'localhost',
    '[::ffff:127.0.0.1]',
  ]
  const outcomes = await Promise.all(hosts.map(host => postWebhookMessage(`https://${host}:1/`, message)))
  expect(outcomes.map(({ problem }) => problem)).toEqual(hosts.map(() => NOT_PUBLIC_REASON))
})

it('names the problem of a host that does not resolve, whether one address is asked for or all of them', async () => {
  const message = { headers: {}, body: '{}', anywhere: false }
  expect(await postWebhookMessage('https://nobody.invalid/', message)).toEqual({
    status: null,
    answer: null,
    problem: expect.stringMatching(/nobody\.invalid/),
  })
  const errors = [true, false].map(
    all =>
      new Promise(resolve => {
        lookupPublicAddress('nobody.invalid', { all }, error => resolve(error))
      }),
  )
  expect(await Promise.all(errors)).toEqual([expect.any(Error), expect.any(Error)])
})

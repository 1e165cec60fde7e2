import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configForFounding, readConfig } from './config.ts'

const complaintsOf = (variables: NodeJS.ProcessEnv) => {
  try {
    readConfig(variables)
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}

describe('the configuration', () => {
  it('needs no variable', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      files: { kind: 'folder', folder: resolve('data/files') },
      mail: { kind: 'mailbox', folder: resolve('data/mail') },
      logLevel: 'info',
      demo: true,
    })
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(readConfig({}))
  })

  it('loads the demonstration market unasked only into the embedded database', () => {
    const DATABASE_URL = 'postgres://market@db.example.org/market'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
  })

  it('gives the public address as configured, without a slash at the end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://market.example.org/' }).publicUrl).toBe(
      'https://market.example.org',
    )
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://127.0.0.1:8080')
  })

  it('trusts the configured proxies, or by default only those on this machine', () => {
    const trusted = (TRUST_PROXY?: string) => readConfig({ TRUST_PROXY }).trustedProxies
    expect([trusted(), trusted('off')]).toEqual([['loopback'], ['loopback']])
    expect(trusted('loopback, 10.0.0.5,fd00::/8')).toEqual(['loopback', '10.0.0.5', 'fd00::/8'])
  })

  it('stores files in an object store when one is configured with its keys', () => {
    const S3 = {
      S3_URL: 'https://objects.example.org/bucket',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }
    expect(readConfig(S3).files).toMatchObject({ kind: 's3', url: S3.S3_URL, accessKeyId: 'id' })
  })

  it.each([
    [{ PORT: '80a' }, 'PORT is "80a": it must be a port number from 0 to 65535'],
    [{ PORT: '70000' }, 'PORT is "70000": it must be a port number from 0 to 65535'],
    ...['on', '1', 'example.org', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1/8/8', '10.0.0.1,,10.0.0.2'].map(
      (TRUST_PROXY): [NodeJS.ProcessEnv, string] => [
        { TRUST_PROXY },
        `TRUST_PROXY is "${TRUST_PROXY}": it must be off, or the addresses and networks of your proxies, like 10.0.0.5, 10.1.0.0/16`,
      ],
    ),
    [{ HOST: 'my host' }, 'HOST is "my host": it must be a host name or address like 127.0.0.1'],
    [
      { PUBLIC_URL: 'market' },
      'PUBLIC_URL is "market": it must be an address like https://market.example.org',
    ],
    [
      { DATABASE_URL: 'mysql://root:secret@db' },
      'DATABASE_URL has a wrong value: it must be an address like postgres://user:password@host:5432/database',
    ],
    ...['DATABASE_READ_URL', 'DATABASE_DIRECT_URL'].map((name): [NodeJS.ProcessEnv, string] => [
      { [name]: 'postgres://market@db.example.org/market' },
      `${name} has a wrong value: it must be left out without DATABASE_URL, because it is another way to the same database`,
    ]),
    [
      { S3_URL: 'https://objects.example.org/bucket', S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY is missing: it must be set, because S3_URL is set',
    ],
    [
      { SMTP_URL: 'mail.example.org' },
      'SMTP_URL has a wrong value: it must be an address like smtps://user:password@mail.example.org:465',
    ],
    [{ SIGN_UP_ENABLED: 'maybe' }, 'SIGN_UP_ENABLED is "maybe": it must be on or off'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL is "loud": it must be one of fatal, error, warn, info, debug, trace, silent',
    ],
    [{ RUNNING_COST: '2.5m' }, 'RUNNING_COST is "2.5m": it must be whole pounds a year like 250000'],
    [{ MIN_FREE_SPACE: '2 GB' }, 'MIN_FREE_SPACE is "2 GB": it must be whole megabytes like 512'],
    [{ DEMO: 'perhaps' }, 'DEMO is "perhaps": it must be on or off'],
    [
      { DEMO_PASSWORD: 'short' },
      'DEMO_PASSWORD has a wrong value: it must be a password of at least 15 characters',
    ],
  ])('says in one line what is wrong with %o', (variables, line) => {
    expect(complaintsOf(variables)).toEqual([line])
  })

  it('names every wrong value at once', () => {
    expect(complaintsOf({ PORT: 'x', DEMO: 'x' })).toHaveLength(2)
  })
})

describe('the configuration of a founded market', () => {
  const DATABASE_URL = 'postgres://market@db.example.org/market'

  it('follows the stored founding, and with it the requirements for users', () => {
    const asked = { requireSecondFactor: true, requireStepUp: true }
    expect(configForFounding({}, 'real')).toMatchObject({ demo: false, ...asked })
    expect(configForFounding({ PUBLIC_URL: 'https://market.example.org' }, 'real')).toMatchObject({
      demo: false,
    })
    expect(configForFounding({ DATABASE_URL }, 'demonstration')).toMatchObject({
      ...{ demo: true, requireSecondFactor: false, requireStepUp: false },
    })
    expect(configForFounding({}, undefined).demo).toBe(true)
    expect(configForFounding({ DATABASE_URL }, undefined)).toMatchObject({ demo: false, ...asked })
    expect(configForFounding({ HOST: '0.0.0.0', DEMO: 'on' }, undefined).demo).toBe(true)
    expect(configForFounding({ HOST: '0.0.0.0', DEMO: 'off' }, undefined).demo).toBe(false)
    expect(configForFounding({ HOST: '::1', PUBLIC_URL: 'http://localhost:4000' }, undefined).demo).toBe(true)
  })

  it.each([
    [{ DEMO: 'on' }, 'real', /^This market was founded as a real market .*: leave DEMO out, or .*$/],
    [{ DEMO: 'off' }, 'demonstration', /^This market was founded as a demonstration .*: leave DEMO out/],
    [
      { HOST: '0.0.0.0' },
      undefined,
      /^DEMO is missing: .* at 0\.0\.0\.0 only with DEMO=on; set DEMO=off to found a real market$/,
    ],
    [
      { PUBLIC_URL: 'https://a.example' },
      undefined,
      /^DEMO is missing: .* at a\.example only with DEMO=on; /,
    ],
    [{ PUBLIC_URL: 'https://a.example' }, 'demonstration', /^DEMO is missing: .* only with DEMO=on$/],
    [{ HOST: '192.168.1.4', DATABASE_URL }, 'demonstration', /^DEMO is missing: .* only with DEMO=on$/],
  ] as const)('refuses %o in a market founded as %s, with one line that says what to do', (...given) => {
    const [variables, founded, line] = given
    expect(() => configForFounding(variables, founded)).toThrow(line)
  })
})

import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabases, judgeDatabase } from '#server/doctor/database'
import { describeFindings, examineInstallation } from '#server/doctor/doctor'
import type { Finding } from '#server/doctor/finding'
import { checkNode } from '#server/doctor/machine'
import { checkRates } from '#server/doctor/rates'
import { readConfig } from '#server/process/config'
import { connectDatabase, migrate } from '#server/store/database'
import { connectionUrlOf, createFreshDatabase } from './postgres.ts'

let folder: string
let database: Awaited<ReturnType<typeof createFreshDatabase>>
let other: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-test-'))
  database = await createFreshDatabase()
  other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
})
afterAll(async () => {
  other.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const portOf = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port

/** Findings with these settings: `outcome: text` by subject. */
const examine = async (variables: NodeJS.ProcessEnv, sendTo?: string): Promise<Map<string, string>> => {
  const env = { PORT: '0', DATA_DIR: folder, ...variables }
  const findings = await examineInstallation(readConfig(env), { env, sendTo })
  return new Map(findings.map(({ about, outcome, text }) => [about, `${outcome}: ${text}`]))
}

describe('the doctor', () => {
  it('finds no fault in a demonstration, and leaves nothing behind', async () => {
    const found = await examine({})
    expect([...found.values()].filter(text => text.startsWith('fault'))).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })

  it('advises to add rates of interest that are missing, because interest waits for them', () => {
    expect(checkRates('2026-05-01T12:00:00.000Z')).toMatchObject([{ about: 'Rates', outcome: 'fine' }])
    expect(checkRates('2036-05-01T12:00:00.000Z')).toMatchObject([
      {
        outcome: 'advice',
        text: expect.stringContaining('add the row 2036-01-01 to refdata/late_interest_rates.csv') as string,
      },
    ])
  })

  it('accepts a database with the rights that the market needs, and its clock', async () => {
    const found = await examine({ DATABASE_URL: connectionUrlOf(database.connection) })
    expect(found.get('Database')).toMatch(/^fine: PostgreSQL \d+/)
    expect(found.get('Clock')).toMatch(/^fine/)
  })

  it('names the setting and a remedy for each service that cannot be reached', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const port = portOf(closed)
    closed.close()
    const found = await examine({
      DATABASE_URL: `postgres://someone@127.0.0.1:${port}/market`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      S3_URL: `http://127.0.0.1:${port}/documents`,
      ...{ S3_ACCESS_KEY_ID: 'one', S3_SECRET_ACCESS_KEY: 'two' },
      CLAMD_URL: `tcp://127.0.0.1:${port}`,
    })
    for (const [about, variable] of [
      ['Database', 'DATABASE_URL'],
      ['Mail', 'SMTP_URL'],
      ['Object store', 'S3_URL'],
      ['Virus scanner', 'CLAMD_URL'],
    ] as const)
      expect(found.get(about), about).toMatch(new RegExp(`^fault: .*host and port in ${variable}`))
  })

  it('names a file of certificate authorities that has none', async () => {
    const file = join(folder, 'authority.pem')
    writeFileSync(file, 'nothing')
    const faults = await Promise.all(
      [file, join(folder, 'missing.pem')].map(name => examine({ NODE_EXTRA_CA_CERTS: name })),
    )
    for (const found of faults)
      expect(found.get('Certificate authorities')).toMatch(/^fault: .*in NODE_EXTRA_CA_CERTS$/)
    rmSync(file)
  })

  it('names the organisation of a sign-in provider that the market does not have', async () => {
    const db = connectDatabase(database.connection)
    await migrate(db)
    await db.destroy()
    const file = join(folder, 'providers.json')
    const port = portOf(other)
    const provider = {
      id: 'council',
      name: 'Council',
      issuer: `http://127.0.0.1:${port}`,
      clientId: 'market',
    }
    const more = { clientSecret: 'secret', organisation: 'NONE', emailDomains: ['council.example'] }
    writeFileSync(file, JSON.stringify([{ ...provider, ...more }]), { mode: 0o600 })
    const env = { SIGN_IN_PROVIDERS: file, DATABASE_URL: connectionUrlOf(database.connection) }
    const config = readConfig({ PORT: '0', DATA_DIR: folder, ...env })
    expect(await checkDatabases(config)).toContainEqual({
      about: 'Sign-in provider council',
      outcome: 'fault',
      text: expect.stringMatching(/^the market has no organisation NONE\. Correct the id/) as string,
    })
    rmSync(file)
  })

  it('says that a host has no address, and that a port is taken', async () => {
    const found = await examine({
      DATABASE_URL: 'postgres://someone@database.invalid/market',
      PORT: String(portOf(other)),
    })
    expect(found.get('Database')).toMatch(/^fault: .*host cannot be found.*DATABASE_URL.*DNS/)
    expect(found.get('Port')).toMatch(/^fault: .*another port in PORT/)
  })

  it('asks for the space and the rights that a folder needs', async () => {
    expect((await examine({ MIN_FREE_SPACE: '999999999' })).get('Data folder')).toMatch(
      /^fault: only .*MIN_FREE_SPACE/,
    )
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    expect((await examine({ DATA_DIR: join(file, 'market') })).get('Data folder')).toMatch(
      /^fault: .*DATA_DIR/,
    )
  })

  it('stores a document and deletes it, and sends the email that it is asked to send', async () => {
    const objects = join(folder, 'objects')
    const store = new S3rver({
      ...{ address: '127.0.0.1', port: 0, silent: true, directory: objects },
      configureBuckets: [{ name: 'documents' }],
    })
    const { port: storePort } = await store.run()
    const received: string[] = []
    const mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        received.push(...session.envelope.rcptTo.map(({ address }) => address))
        stream.resume().on('end', () => done())
      },
    })
    const listening = mail.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const found = await examine(
      {
        S3_URL: `http://127.0.0.1:${storePort}/documents`,
        ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
        SMTP_URL: `smtp://127.0.0.1:${portOf(listening)}`,
      },
      'someone@market.example',
    )
    await store.close()
    await new Promise<void>(resolve => mail.close(() => resolve()))
    expect(found.get('Object store')).toMatch(/^fine/)
    expect(found.get('Mail')).toBe('fine: a test email was sent to someone@market.example')
    expect(received).toEqual(['someone@market.example'])
    expect(readdirSync(join(objects, 'documents'), { recursive: true })).toEqual([])
  })
})

describe('a database', () => {
  const good = {
    version: 170_004,
    encoding: 'UTF8',
    mayCreateTables: true,
    hasTrigrams: true,
    secondsAhead: 1,
  }
  const faults = (facts: Partial<typeof good>): string[] =>
    judgeDatabase({ ...good, ...facts }).flatMap(({ outcome, text }: Finding) =>
      outcome === 'fault' ? [text] : [],
    )

  it.each([
    [{ version: 140_011 }, 'PostgreSQL 15 or newer'],
    [{ encoding: 'LATIN1' }, 'UTF8'],
    [{ mayCreateTables: false }, 'grant CREATE'],
    [{ hasTrigrams: false }, 'create extension pg_trgm'],
    [{ secondsAhead: -120 }, '120 seconds behind the database'],
    [{ secondsAhead: 45 }, '45 seconds ahead of the database'],
  ])('with %o is refused with a remedy', (facts, remedy) => {
    expect(faults({})).toEqual([])
    expect(faults(facts)).toEqual([expect.stringContaining(remedy)])
  })
})

it('an older Node is a fault, and the last line counts faults', () => {
  expect(checkNode('22.4.0')).toMatchObject({
    outcome: 'fault',
    text: expect.stringContaining('Node 24') as string,
  })
  expect(checkNode('24.0.0').outcome).toBe('fine')
  expect(
    describeFindings([checkNode('22.4.0'), checkNode('24.0.0')])
      .split('\n')
      .at(-1),
  ).toBe('1 fault found')
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import { openBudget } from '#server/files/budget'
import { lookInto } from '#server/files/inspector'
import { HttpError } from '#server/runner/refusals'
import { documentFor } from '#server/demonstration/documents'
import { world, type World } from '../builders/world.ts'

const OWNER = 'umbershaw.su14'
const PATH = '/api/project/P122/action/SetLandholderInfo'
const MEGABYTE = 1024 * 1024

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

/** The status that is answered to the head of an upload, of which nothing more is ever sent. */
const statusOfHead = async (who: string, path: string, size: number): Promise<number> => {
  const { port } = new URL(market.url)
  const socket = connect(Number(port), '127.0.0.1')
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `cookie: ${await market.cookieOf(who)}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${size}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = await new Promise<string>((resolve, reject) => {
    socket.once('data', data => resolve(data.toString()))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('It was never answered')))
  })
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
}

describe('before a byte of an upload is read', () => {
  it.each([
    ['to a project that does not exist', OWNER, '/api/project/P999/action/SetLandholderInfo', 404],
    ['to what one may not see', 'harestow.su17', PATH, 404],
    ['to an action that does not exist', OWNER, '/api/project/P122/action/Nothing', 404],
    ['to an action of others', OWNER, '/api/project/P122/action/SetPreMarketReviewOutcome', 403],
    [
      'to an action that is not open now',
      'operator',
      '/api/project/P122/action/SetPreMarketReviewOutcome',
      409,
    ],
    ['to an action that asks for no file', OWNER, '/api/project/P122/action/Comment', 400],
  ])('an upload %s is refused', async (_, who, path, status) => {
    expect(await statusOfHead(who, path, 20 * MEGABYTE)).toBe(status)
  })

  it('an upload is refused that is larger than all that is asked for may be', async () => {
    expect(await statusOfHead(OWNER, PATH, 2 * LARGEST_UPLOAD)).toBe(413)
  })

  it('an upload is refused while its sender has too much on the way', async () => {
    const giveBack = market.files.budget.claim(OWNER, 100 * MEGABYTE)
    expect(await statusOfHead(OWNER, PATH, MEGABYTE)).toBe(429)
    giveBack()
    const sent = await market.as(OWNER).tries(
      'SetLandholderInfo',
      { kind: 'project', id: 'P122' },
      {},
      {
        landholderInfo: { name: 'a.pdf', content: documentFor('x').bytes },
      },
    )
    expect(sent.status).toBe(200)
    // All that was claimed has been given back.
    expect(() => market.files.budget.claim(OWNER, 100 * MEGABYTE)()).not.toThrow()
  })
})

const refusal = (work: () => unknown): [number, string] => {
  try {
    work()
  } catch (error) {
    if (error instanceof HttpError) return [error.status, (error.body as { error: string }).error]
    throw error
  }
  throw new Error('It was not refused')
}

describe('the budget of uploads', () => {
  it('the budget of uploads is one for each person and one for all, and what is given back is there again', () => {
    const { claim } = openBudget(10 * MEGABYTE, 15 * MEGABYTE)
    const giveBack = claim('ada', 8 * MEGABYTE)
    expect(refusal(() => claim('ada', 3 * MEGABYTE))).toEqual([
      429,
      'You are sending files of 8 Mb already; send this one when they have arrived',
    ])
    claim('ben', 7 * MEGABYTE)
    expect(refusal(() => claim('cas', 1))).toEqual([
      503,
      'Too many files are on their way to the market; send this one again in a minute',
    ])
    giveBack()
    giveBack()
    claim('cas', 8 * MEGABYTE)
    expect(refusal(() => claim('dee', 1))[0]).toBe(503)
  })
})

describe('after an upload has been refused', () => {
  it('after an upload that is too large the same connection answers the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { port } = new URL(market.url)
    const cookie = await market.cookieOf(OWNER)
    const ask = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
      new Promise<{ status?: number; said: string; from?: number }>((resolve, reject) => {
        const sent = request({
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { cookie, ...headers },
        })
        sent.on('error', reject)
        sent.on('response', answer => {
          const from = answer.socket.localPort
          text(answer).then(said => resolve({ status: answer.statusCode, said, from }), reject)
        })
        sent.end(body)
      })
    const part = (head: string) => Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`)
    const body = Buffer.concat([
      part('name="submission"'),
      Buffer.from('{"values":{}}\r\n'),
      part('name="landholderInfo"; filename="a.pdf"'),
      Buffer.alloc(LARGEST_UPLOAD + MEGABYTE, 'x'),
      Buffer.from('\r\n--x--\r\n'),
    ])
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const path of [PATH, PATH.replace('P122', 'P999')]) {
      const first = await ask('POST', path, type, body)
      expect(first.status).toBe(path === PATH ? 413 : 404)
      const next = await ask('GET', '/api/project/P122', {})
      expect([next.status, next.from]).toEqual([200, first.from])
    }
    agent.destroy()
  })
})

/** The limits of processor time, in seconds, of the processes that inspect files. */
const limitsOfInspectors = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('inspect-process')) return []
        return [Number(/^Max cpu time +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1])]
      } catch {
        // It has ended meanwhile.
        return []
      }
    })

describe('the process that looks into files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-look-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const looked = (content: Buffer | string) => {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return lookInto({ ask: 'kind', path, accept: ['pdf'] })
  }
  const good = documentFor('a').bytes
  /** Nobody ever writes into this pipe, so that reading it never ends. */
  const endless = join(folder, 'endless')
  const lookedEndlessly = () => lookInto({ ask: 'kind', path: endless, accept: ['pdf'] }, { patienceMs: 50 })
  beforeAll(() => void execFileSync('mkfifo', [endless]))

  it('the process that looks into files is ended when it takes too long, and the next file is looked into', async () => {
    expect(await lookedEndlessly()).toBeUndefined()
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
  })

  it('is not ended by the clock on the wall, as on a busy machine, but by the processor time it uses', async () => {
    const slow = join(folder, 'slow')
    execFileSync('mkfifo', [slow])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const reply = lookInto({ ask: 'kind', path: slow, accept: ['pdf'] })
      // Opened once the process reads it.
      const content = await open(slow, 'w')
      vi.advanceTimersByTime(60_000)
      expect(limitsOfInspectors()).toContain(40)
      await content.writeFile(good)
      await content.close()
      expect(await reply).toEqual({ type: 'application/pdf' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('the process that looks into files may crash without harm to any other file', async () => {
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
    // What is not there makes it fail as a fault in a parser would.
    expect(await lookInto({ ask: 'kind', path: join(folder, 'nothing'), accept: ['pdf'] })).toBeUndefined()
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
  })

  it('the process that looks into files is asked about many at once, each in its turn', async () => {
    const late = Array.from({ length: 3 }, lookedEndlessly)
    const fine = Array.from({ length: 6 }, () => looked(good))
    expect(await Promise.all(late)).toEqual(late.map(() => undefined))
    expect(await Promise.all(fine)).toEqual(fine.map(() => ({ type: 'application/pdf' })))
  })
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { openUploadBudget } from '#server/files/budget'
import { runInspection } from '#server/files/inspector'
import { HttpError } from '#server/runner/refusals'
import { demonstrationDocumentFor } from '#server/demonstration/documents'
import { world, type World } from '../builders/world.ts'

const OWNER = 'umbershaw.su14'
const PATH = '/api/project/P122/action/SetLandholderInfo'
const MEGABYTE = 1024 * 1024

let market: World
beforeAll(async () => {
  market = await world({ works: false })
})
afterAll(() => market.close())

/** The status of the answer to the head of an upload, whose body is never sent. */
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
    socket.once('close', () => reject(new Error('The request was never answered')))
  })
  socket.destroy()
  return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
}

describe('before an upload is read', () => {
  it.each([
    ['to a project that does not exist', OWNER, '/api/project/P999/action/SetLandholderInfo', 404],
    ['to a hidden subject', 'harestow.su17', PATH, 404],
    ['to an action that does not exist', OWNER, '/api/project/P122/action/Nothing', 404],
    ['to an action of another owner', OWNER, '/api/project/P122/action/SetPreMarketReviewOutcome', 403],
    ['to an unavailable action', 'operator', '/api/project/P122/action/SetPreMarketReviewOutcome', 409],
    ['to an action without a file question', OWNER, '/api/project/P122/action/Comment', 400],
  ])('an upload %s is refused', async (_, who, path, status) => {
    expect(await statusOfHead(who, path, 20 * MEGABYTE)).toBe(status)
  })

  it('an upload larger than all requested files is refused', async () => {
    expect(await statusOfHead(OWNER, PATH, 2 * MAX_UPLOAD_BYTES)).toBe(413)
  })

  it('an upload is refused while its sender has too much in progress', async () => {
    const giveBack = market.files.budget.claim(OWNER, 100 * MEGABYTE)
    expect(await statusOfHead(OWNER, PATH, MEGABYTE)).toBe(429)
    giveBack()
    const sent = await market.as(OWNER).tries(
      'SetLandholderInfo',
      { kind: 'project', id: 'P122' },
      {},
      {
        landholderInfo: { name: 'a.pdf', content: demonstrationDocumentFor('x').bytes },
      },
    )
    expect(sent.status).toBe(200)
    // All claimed budget has been returned.
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
  it('is limited per person and in total, and released after use', () => {
    const { claim } = openUploadBudget(10 * MEGABYTE, 15 * MEGABYTE)
    const giveBack = claim('ada', 8 * MEGABYTE)
    expect(refusal(() => claim('ada', 3 * MEGABYTE))).toEqual([
      429,
      'You are sending files of 8 Mb already; send this one when they have finished',
    ])
    claim('ben', 7 * MEGABYTE)
    expect(refusal(() => claim('cas', 1))).toEqual([
      503,
      'Too many files are being uploaded at the moment; send this one again in a minute',
    ])
    giveBack()
    giveBack()
    claim('cas', 8 * MEGABYTE)
    expect(refusal(() => claim('dee', 1))[0]).toBe(503)
  })
})

describe('a refused upload', () => {
  it('leaves the connection able to answer the next request when too large', async () => {
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
      Buffer.alloc(MAX_UPLOAD_BYTES + MEGABYTE, 'x'),
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

/** The processor time limits, in seconds, of the processes that inspect files. */
const limitsOfInspectors = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('inspect-process')) return []
        return [Number(/^Max cpu time +(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1])]
      } catch {
        // The process has already ended.
        return []
      }
    })

describe('the process that looks into files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'credit-market-look-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const looked = (content: Buffer | string) => {
    const path = join(folder, 'file')
    writeFileSync(path, content)
    return runInspection({ ask: 'kind', path, accept: ['pdf'] })
  }
  const good = demonstrationDocumentFor('a').bytes
  /** No one ever writes into this pipe, so reading it never ends. */
  const endless = join(folder, 'endless')
  const lookedEndlessly = () =>
    runInspection({ ask: 'kind', path: endless, accept: ['pdf'] }, { patienceMs: 50 })
  beforeAll(() => void execFileSync('mkfifo', [endless]))

  it('is ended when it takes too long, and the next file is inspected', async () => {
    expect(await lookedEndlessly()).toBeUndefined()
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
  })

  it('is limited by processor time, not by wall time on a busy machine', async () => {
    const slow = join(folder, 'slow')
    execFileSync('mkfifo', [slow])
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const reply = runInspection({ ask: 'kind', path: slow, accept: ['pdf'] })
      // Opens once the process reads it.
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

  it('can crash without affecting other files', async () => {
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
    // A missing file makes it fail as an error in a parser would.
    expect(
      await runInspection({ ask: 'kind', path: join(folder, 'nothing'), accept: ['pdf'] }),
    ).toBeUndefined()
    expect(await looked(good)).toEqual({ type: 'application/pdf' })
  })

  it('handles many simultaneous requests in order', async () => {
    const late = Array.from({ length: 3 }, lookedEndlessly)
    const fine = Array.from({ length: 6 }, () => looked(good))
    expect(await Promise.all(late)).toEqual(late.map(() => undefined))
    expect(await Promise.all(fine)).toEqual(fine.map(() => ({ type: 'application/pdf' })))
  })
})

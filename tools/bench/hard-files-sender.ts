import { parentPort, workerData } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import type { Goal } from './hard-files.ts'

const MEGABYTE = 1024 * 1024

const again = (word: string): Buffer<ArrayBuffer> =>
  Buffer.from(`%PDF-1.7\n${word.repeat((24 * MEGABYTE) / word.length)}`, 'latin1')

const packed = deflateSync(Buffer.alloc(MEGABYTE)).toString('latin1')

/** Files that once blocked the server: one repeated word, and repeatedly compressed objects. */
const HARD = [
  again('stream\n'),
  again('/ObjStm#41 '),
  again(`1 0 obj\n<< /Type /ObjStm >>\nstream\n${packed}\nendstream\n`),
]

const { url, field, cookie } = workerData as Goal
const stops = new AbortController()
let sent = 0

const send = async (content: Buffer<ArrayBuffer>): Promise<void> => {
  const body = new FormData()
  body.append('submission', JSON.stringify({ values: {} }))
  body.append(field, new Blob([content]), 'hard.pdf')
  const answer = await fetch(url, { method: 'POST', headers: { cookie }, body })
  const said = await answer.text()
  if (answer.status !== 200 && answer.status !== 415) throw new Error(`${answer.status}: ${said}`)
  sent += 1
}

const sendAll = async (): Promise<void> => {
  while (!stops.signal.aborted) for (const content of HARD) await send(content)
}

const sending = sendAll()
parentPort?.on('message', () => {
  stops.abort()
  void sending.then(() => parentPort?.postMessage(sent))
})

import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError, wrongTypeError } from '../runner/refusals.ts'

/** Scans the file at a path for viruses; throws `HttpError` if it finds one, or cannot scan. */
export type VirusScan = (path: string) => Promise<void>

const PATIENCE_MS = 60_000
const AT_ONCE = 64 * 1024

const framed = async function* (path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path, { highWaterMark: AT_ONCE }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

const asked = (url: string, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port, pathname } = new URL(url)
    const socket = protocol === 'unix:' ? connect(pathname) : connect(Number(port || 3310), hostname)
    let answer = ''
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The virus scanner does not answer')))
    socket.on('data', data => {
      answer += data.toString('utf8')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer.replace(/\0.*$/s, '').trim()))
    socket.on('connect', () => {
      // If it stops reading a file early, its answer has already arrived.
      pipeline(Readable.from(framed(path)), socket, { end: false }).catch(() => {})
    })
  })

/** Scans with a ClamAV daemon. A file that it cannot scan is refused, since its content is unknown. */
export const clamdScanner =
  (url: string): VirusScan =>
  async path => {
    const answer = await asked(url, path).catch((error: Error) => error.message)
    if (answer === 'stream: OK') return
    if (answer.endsWith(' FOUND')) throw wrongTypeError('The file contains a known virus')
    throw new HttpError(503, { error: 'The virus scanner cannot check the file; try again in a moment' }, 30)
  }

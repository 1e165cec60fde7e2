import { connect } from 'node:net'
import { HttpError, wrongType } from '../runner/refusals.ts'

/** Looks for viruses in content; throws `HttpError` when it finds one, or cannot look. */
export type Scan = (content: Buffer) => Promise<void>

const PATIENCE_MS = 60_000
const AT_ONCE = 64 * 1024

const framed = function* (content: Buffer): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for (let from = 0; from < content.length; from += AT_ONCE) {
    const chunk = content.subarray(from, from + AT_ONCE)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}

const asked = (url: string, content: Buffer): Promise<string> =>
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
      for (const part of framed(content)) socket.write(part)
    })
  })

/** Asks a ClamAV daemon. What it cannot look at is not taken: nobody would know what it holds. */
export const clamdAt =
  (url: string): Scan =>
  async content => {
    const answer = await asked(url, content).catch((error: Error) => error.message)
    if (answer === 'stream: OK') return
    if (answer.endsWith(' FOUND')) throw wrongType('The file holds a known virus')
    throw new HttpError(
      503,
      { error: 'The virus scanner cannot look at the file; try again in a moment' },
      30,
    )
  }

import { deflateSync } from 'node:zlib'

const MEGABYTE = 1024 * 1024
const HEAD = '%PDF-1.7\n'

const again = (word: string): Buffer<ArrayBuffer> =>
  Buffer.from(HEAD + word.repeat((24 * MEGABYTE) / word.length), 'latin1')

/** Files that once stopped everybody: made of one word, and of objects packed again and again. */
const HARD: readonly Buffer<ArrayBuffer>[] = [
  again('stream\n'),
  again('/ObjStm#41 '),
  again(
    `1 0 obj\n<< /Type /ObjStm >>\nstream\n${deflateSync(Buffer.alloc(MEGABYTE)).toString('latin1')}\nendstream\n`,
  ),
]

/** Sends files that are hard to look into to an action, one of each kind at a time, until it is told to stop; answers then how many there were. */
export const sendHardFiles = (url: string, path: string, field: string, cookie: string) => {
  const stops = new AbortController()
  let sent = 0
  const sending = HARD.map(async content => {
    while (!stops.signal.aborted) {
      const body = new FormData()
      body.append('submission', JSON.stringify({ values: {} }))
      body.append(field, new Blob([content]), 'hard.pdf')
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers: { cookie }, body })
      const said = await answer.text()
      if (answer.status !== 200 && answer.status !== 415) throw new Error(`${answer.status}: ${said}`)
      sent += 1
    }
  })
  return async (): Promise<number> => {
    stops.abort()
    await Promise.all(sending)
    return sent
  }
}

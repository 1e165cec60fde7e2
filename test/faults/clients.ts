import type { ChangedRecord } from '#contract/desk/home'
import { type Answer, personAt, waitUntil } from '../builders/world.ts'

/** A request with a key that identifies it when it is sent again. */
export interface KeyedRequest {
  path: string
  key: string
  method: 'POST'
  body: string | FormData
  headers: Record<string, string>
}

/** Sends to one of two servers and, without an answer or with 503, to the other, like a proxy or a person. */
export const sendWithFailover = (
  urls: () => readonly string[],
  cookie: string,
  { path, key, ...init }: KeyedRequest,
  first: number,
): Promise<Answer> => {
  let turn = first
  return waitUntil(`${path} is answered`, async () => {
    const url = urls()[turn % 2] ?? ''
    turn += 1
    const asked = personAt(url, async () => cookie).send(path, {
      ...init,
      headers: { ...init.headers, 'idempotency-key': key },
    })
    const answer = await asked.catch(() => undefined)
    return answer && answer.status !== 503 && answer
  })
}

/** A page that follows changes: when its stream ends it connects to the other server. */
export const followChanges = (urls: () => readonly string[], cookie: string, first: number) => {
  const heard = new Map<string, number>()
  const closing = new AbortController()
  const { signal } = closing
  let isOpen = false
  const read = async (url: string): Promise<void> => {
    const answer = await fetch(`${url}/api/events`, { headers: { cookie }, signal })
    const stream = answer.body?.pipeThrough(new TextDecoderStream())
    let rest = ''
    for await (const text of stream ?? []) {
      isOpen = true
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (!block.startsWith('data: ')) continue
        const { id }: ChangedRecord = JSON.parse(block.slice('data: '.length))
        heard.set(id, (heard.get(id) ?? 0) + 1)
      }
    }
  }
  const followOn = async (): Promise<void> => {
    let turn = first
    await waitUntil('the page is closed', async () => {
      await read(urls()[turn % 2] ?? '').catch(() => {})
      isOpen = false
      turn += 1
      return signal.aborted
    })
  }
  void followOn()
  return {
    isOpen: () => isOpen,
    /** The number of changes received about this subject. */
    heard: (id: string) => heard.get(id) ?? 0,
    close: () => closing.abort(),
  }
}

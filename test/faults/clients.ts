import type { RecordChange } from '#contract/home'
import { type Answer, personAt, until } from '../builders/world.ts'

/** What is sent, under a key by which it is known when it is sent again. */
export interface Sent {
  path: string
  key: string
  method: 'POST'
  body: string | FormData
  headers: Record<string, string>
}

/** Sends to one of two servers and, where it does not answer or says 503, the same to the other, as a proxy or a person does. */
export const sendTo = (
  urls: () => readonly string[],
  cookie: string,
  { path, key, ...init }: Sent,
  first: number,
): Promise<Answer> => {
  let turn = first
  return until(`${path} is answered`, async () => {
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

/** A page that follows what changes: where its stream ends it opens one at the other server. */
export const follow = (urls: () => readonly string[], cookie: string, first: number) => {
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
        const { id }: RecordChange = JSON.parse(block.slice('data: '.length))
        heard.set(id, (heard.get(id) ?? 0) + 1)
      }
    }
  }
  const followOn = async (): Promise<void> => {
    let turn = first
    await until('the page is closed', async () => {
      await read(urls()[turn % 2] ?? '').catch(() => {})
      isOpen = false
      turn += 1
      return signal.aborted
    })
  }
  void followOn()
  return {
    isOpen: () => isOpen,
    /** How often it has heard of this thing. */
    heard: (id: string) => heard.get(id) ?? 0,
    close: () => closing.abort(),
  }
}

import type { ActionForm } from '#contract/form'
import type { SecondPersonFor } from '#domain/proposal'
import { messageOf } from '#domain/narrow'
import type { Random } from '#matching/pricing/random'
import { beginSession } from '#server/auth/sessions'
import { newId } from '#server/ids'
import type { Store } from '#server/store/store'
import { selfOf } from '#contract/nouns'
import { type Answer, personAt, type Subject, submissionOf } from '../builders/world.ts'
import { startServer } from '../faults/process.ts'
import type { Reach } from '../postgres.ts'
import type { Marketplace } from './history.ts'

/** Within how many milliseconds of a submission the server dies. */
const SOON = 40
/** How often something is asked again that the server has no time for. */
const PATIENCE = 20
/** Why something is proposed, where it needs a second person. */
const REASON = 'It is time for it'

/** A marketplace whose server is killed now and then while it works, and started again. Every request is then sent once more. */
export const doomedMarket = async (
  main: string,
  dataDir: string,
  {
    connection,
    store,
    operatorId,
    chance,
    secondPerson,
  }: {
    connection: Reach
    store: Store
    operatorId: string
    chance: Random
    secondPerson: SecondPersonFor
  },
) => {
  const start = async () => {
    const server = await startServer(main, dataDir, connection, { SECOND_PERSON: secondPerson })
    await server.says('The market is at')
    return server
  }
  let server = await start()
  let restarting: Promise<void> | undefined
  let kills = 0
  let isDoomed = false
  const restart = async () => {
    await server.ended
    server = await start()
    isDoomed = false
    restarting = undefined
  }
  const cookies = new Map<string, Promise<string>>()
  const cookieOf = (userId: string) => {
    const known = cookies.get(userId)
    const cookie =
      known ?? beginSession(store.db, userId, new Date().toISOString()).then(secret => `session=${secret}`)
    cookies.set(userId, cookie)
    return cookie
  }

  const again = async <T>(ask: (url: string) => Promise<T>, left = PATIENCE): Promise<T> => {
    try {
      return await ask(server.url)
    } catch (problem) {
      // On a machine that is busy with other things the server says so, and to try again in a moment.
      if (left > 0 && messageOf(problem).includes(': 503 ')) return again(ask, left - 1)
      if (!isDoomed) throw problem
      restarting ??= restart()
      await restarting
      return ask(server.url)
    }
  }
  const person = (userId: string) => (url: string) => personAt(url, () => cookieOf(userId))

  const as: Marketplace['as'] = userId => ({
    send: path => again(url => person(userId)(url).send(path)),
    get: <T>(path: string) => again(url => person(userId)(url).get<T>(path)),
    form: (action: string, on: Subject): Promise<ActionForm> =>
      again(url => person(userId)(url).form(action, on)),
    tries: (action, on, values, uploads): Promise<Answer> => {
      const sent = submissionOf(
        { values, reason: REASON },
        uploads && Object.keys(uploads).length > 0 ? uploads : undefined,
      )
      const init = { ...sent, headers: { ...sent.headers, 'idempotency-key': newId() } }
      return again(url => person(userId)(url).send(`${selfOf(on.kind, on.id ?? '')}/action/${action}`, init))
    },
  })
  return {
    market: {
      ...{ operatorId, as, store, now: () => new Date().toISOString() },
      signsInAgain: userId => void cookies.delete(userId),
    } satisfies Marketplace,
    /** The server dies during one of the next requests. */
    doom: () => {
      isDoomed = true
      kills += 1
      setTimeout(() => void server.kill('SIGKILL'), chance.whole(0, SOON))
    },
    kills: () => kills,
    stop: () => server.kill('SIGTERM'),
  }
}

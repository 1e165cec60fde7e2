import type { ActionForm } from '#contract/kit/form'
import type { ApprovalScope } from '#domain/steps/proposal'
import { errorMessageOf } from '#domain/values/narrow'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { beginSession } from '#server/auth/sessions'
import { newId } from '#server/process/ids'
import type { Store } from '#server/store/store'
import { apiAddress } from '#contract/nouns/nouns'
import { type Answer, personAt, type Subject, submissionOf } from '../builders/world.ts'
import { startServer } from '../faults/process.ts'
import type { DatabaseConnectionConfig } from '../postgres.ts'
import type { Marketplace } from './history.ts'

/** The longest time in milliseconds between a submission and the death of the server. */
const SOON = 40
/** Limit of repeats of a request while the server is too busy. */
const PATIENCE = 20
/** The reason of proposals. */
const REASON = 'It is time for it'

/** A marketplace whose server is sometimes killed while it works, and restarted. Every request is then sent once more. */
export const startRepeatedlyKilledMarket = async (
  main: string,
  dataDir: string,
  {
    connection,
    store,
    operatorId,
    chance,
    secondPerson,
  }: {
    connection: DatabaseConnectionConfig
    store: Store
    operatorId: string
    chance: RandomNumberGenerator
    secondPerson: ApprovalScope
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
      // On a busy machine the server may answer that it is overloaded and to try again.
      if (left > 0 && errorMessageOf(problem).includes(': 503 ')) return again(ask, left - 1)
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
      return again(url =>
        person(userId)(url).send(`${apiAddress(on.kind, on.id ?? '')}/action/${action}`, init),
      )
    },
  })
  return {
    market: {
      ...{ operatorId, as, store, now: () => new Date().toISOString() },
      signsInAgain: userId => void cookies.delete(userId),
    } satisfies Marketplace,
    /** Makes the server die during one of the next requests. */
    doom: () => {
      isDoomed = true
      kills += 1
      setTimeout(() => void server.kill('SIGKILL'), chance.whole(0, SOON))
    },
    kills: () => kills,
    stop: () => server.kill('SIGTERM'),
  }
}

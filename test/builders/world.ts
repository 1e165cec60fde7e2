import { createFrozenTime } from './market-clock.ts'
import { certify, SEAL } from './seal.ts'
import { refuseUndeclared } from '../http/declared.ts'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { Instant } from '@credit-market/values/dates'
import type { Kind } from '#domain/disclosure/entities'
import type { ApprovalScope } from '#domain/steps/proposal'
import type { ActionNameOf } from '#actions/index'
import type { ActionForm, ActionLink, ActionResult, ActionPreview } from '#contract/kit/form'
import { beginSession } from '#server/auth/sessions'
import { readConfig } from '#server/process/config'
import { openFileStore } from '#server/files/file-store'
import { buildApp } from '#server/app'
import { openActionRuntime } from '#server/open-runtime'
import { connectDatabase } from '#server/store/database'
import { listenForEntries } from '#server/store/news'
import { startChainingLog } from '#server/log/chain-log'
import { startBulkActs, startMatching } from '#server/work'
import { pathOf as pathTo, apiAddress } from '#contract/nouns/nouns'
import type { DatabaseConnectionConfig } from '../postgres.ts'
import { copyTemplate, demonstration, TEMPLATE_NOW, type Template } from './templates.ts'

/** The subject of an action: an item by its kind and id, or a list by its kind alone. */
export interface Subject<K extends Kind = Kind> {
  kind: K
  id?: string
}

/** An answer of the API. */
export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

export interface Upload {
  name: string
  content: Buffer | string
}
type Values = Record<string, unknown>
type Uploads = Record<string, Upload>

/** The path of an item or a list. */
export const pathOf = ({ kind, id }: Subject): string =>
  id === undefined ? `/api/${pathTo(kind)}` : apiAddress(kind, id)

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text()
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** A submission as browsers send it: as JSON, or multipart with files. */
export const submissionOf = (
  submission: object,
  uploads?: Uploads,
): { method: 'POST'; body: string | FormData; headers: Record<string, string> } => {
  if (!uploads)
    return {
      method: 'POST',
      body: JSON.stringify(submission),
      headers: { 'content-type': 'application/json' },
    }
  const body = new FormData()
  body.append('submission', JSON.stringify(submission))
  for (const [field, { name, content }] of Object.entries(uploads))
    body.append(field, new Blob([Buffer.from(content)]), name)
  return { method: 'POST', body, headers: {} }
}

/** A person at work: reads, opens forms, and acts, all through HTTP. */
export const personAt = (url: string, cookieNow: () => Promise<string | null>) => {
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    const cookie = await cookieNow()
    if (cookie) headers.set('cookie', cookie)
    const answer = await fetch(`${url}${path}`, { ...init, headers })
    return { status: answer.status, body: await bodyOf(answer), headers: answer.headers }
  }
  const granted = async <T>(asked: Promise<Answer>, what: string): Promise<T> => {
    const { status, body } = await asked
    if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    return body as T
  }
  const formAt = (path: string) => granted<ActionForm>(send(path), `The form ${path}`)
  const doAt = async (path: string, values: Values, uploads?: Uploads): Promise<ActionResult> => {
    const { version } = await formAt(path)
    return granted<ActionResult>(send(path, submissionOf({ values, version }, uploads)), path)
  }
  const at = (action: string, subject: Subject) => `${pathOf(subject)}/action/${action}`
  return {
    send,
    get: <T = Values>(path: string) => granted<T>(send(path), path),
    form: <K extends Kind, N extends string>(action: ActionNameOf<K, N>, subject: Subject<K>) =>
      formAt(at(action, subject)),
    /** Opens the form and submits it, as a page does. */
    does: <K extends Kind, N extends string>(
      action: ActionNameOf<K, N>,
      subject: Subject<K>,
      values: Values = {},
      uploads?: Uploads,
    ) => doAt(at(action, subject), values, uploads),
    /** The same at the link of a wizard. */
    follows: ({ links }: ActionLink, values: Values = {}, uploads?: Uploads) =>
      doAt(links.self, values, uploads),
    formAt: ({ links }: ActionLink) => formAt(links.self),
    /** Submits without opening the form; may be refused. */
    tries: <K extends Kind, N extends string>(
      action: ActionNameOf<K, N>,
      subject: Subject<K>,
      values: Values = {},
      uploads?: Uploads,
    ) => send(at(action, subject), submissionOf({ values }, uploads)),
    /** Previews an action. */
    rehearses: <K extends Kind, N extends string>(
      action: ActionNameOf<K, N>,
      subject: Subject<K>,
      values: Values = {},
      uploads?: Uploads,
    ) =>
      granted<ActionPreview>(
        send(at(action, subject), submissionOf({ values, preview: true }, uploads)),
        `The preview of ${action}`,
      ),
  }
}
export type Person = ReturnType<typeof personAt>

interface Serving {
  /** Long tasks run, unless this is false. */
  works?: boolean
  newId?: () => string
  /** Parties whose actions need approval; by default none. */
  secondPerson?: ApprovalScope
}

/** The whole server on an existing database, with a clock that the test sets. */
export const serve = async (
  reach: DatabaseConnectionConfig,
  dataDir: string,
  { works = true, newId, secondPerson = 'nobody' }: Serving = {},
) => {
  const db = connectDatabase(reach)
  const clock = { now: TEMPLATE_NOW }
  const config = readConfig({
    ...{ DATA_DIR: dataDir, DEMO: 'off', PORT: '0', REQUIRE_STEP_UP: 'off' },
    ...{ SECOND_PERSON: secondPerson },
  })
  const runtime = openActionRuntime(db, {
    certify,
    time: createFrozenTime(() => clock.now),
    secondPersonFor: () => config.secondPersonFor,
    ...(newId && { newId }),
  })
  const files = await openFileStore(config.files)
  const log = pino({ level: 'silent' })
  const app = await buildApp({ runtime, config, files, log, seal: SEAL })
  refuseUndeclared(app)
  await app.listen({ host: config.host, port: 0 })
  const work = works ? [startMatching(runtime, log, 1), startBulkActs(runtime, log)] : []
  const chaining = startChainingLog(runtime, log)
  const news = listenForEntries(reach, runtime.changeFeed.look)
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const cookies = new Map<string, Promise<string>>()
  const cookieOf = (userId: string): Promise<string> => {
    const cookie =
      cookies.get(userId) ?? beginSession(db, userId, clock.now).then(secret => `session=${secret}`)
    cookies.set(userId, cookie)
    return cookie
  }
  const stop = async () => {
    await app.close()
    for (const one of work) await one.stop()
    await chaining.stop()
    await news.stop()
    await db.destroy()
  }
  return {
    app,
    store: runtime.store,
    runtime,
    config,
    files,
    url,
    stop,
    cookieOf,
    as: (userId: string): Person => personAt(url, () => cookieOf(userId)),
    stranger: personAt(url, async () => null),
    /** A change of time needs new sessions: old ones may have expired. */
    setClock: (now: Instant) => {
      clock.now = now
      cookies.clear()
    },
  }
}

/** A private market: a copy of a template, served in this process. */
export const world = async (given: Serving & { from?: Template } = {}) => {
  const { connection, dataDir, remove } = await copyTemplate(given.from ?? demonstration)
  const served = await serve(connection, dataDir, given)
  const close = async () => {
    await served.stop()
    await remove()
  }
  return { ...served, dataDir, close }
}
export type World = Awaited<ReturnType<typeof world>>

const TRIES = 4000

/** Polls with short pauses until there is a result; gives up after a number of attempts. */
export const waitUntil = async <T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  tries = TRIES,
): Promise<T> => {
  for (let left = tries; left > 0; left -= 1) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`Timed out waiting until ${what}`)
}

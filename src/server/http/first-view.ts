import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account, SignedInUser } from '#contract/people/account'
import { type AnswerOf, endpointUrl } from '#contract/kit/endpoint'
import {
  PRELOADED_DATA_ID,
  PAGE_FACTS_KEY,
  SERVER_TIME_KEY,
  SIGN_IN_INTRO,
} from '#contract/kit/first-answers'
import { countInbox } from '#contract/desk/inbox'
import { readAccount, readAccountSettings } from '#contract/people/sign-in'
import type { Instant } from '@credit-market/values/dates'

const LONGEST_WAIT_MS = 3000

type Organisation = NonNullable<SignedInUser['organisation']>

const ACCOUNT = endpointUrl(readAccount, {})
const SETTINGS = endpointUrl(readAccountSettings, {})
/** The count of unread notices, which every page shows. */
const COUNT = endpointUrl(countInbox, {})

/**
 * Answers of endpoints to the reader of a page, as JSON by address. They are requested as the page would request
 * them, with the same session and rights. Requests that are refused, fail or take longer than three seconds are left
 * to the page.
 */
export const readPreloadedAnswers = async (
  app: FastifyInstance,
  { headers: { cookie, 'user-agent': agent, 'cache-control': freshness }, ip }: FastifyRequest,
  reads: readonly string[],
  readsOf: (organisation: Organisation) => readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const answers = new Map<string, string>()
  const ask = async (url: string): Promise<number> => {
    const headers = {
      accept: 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(agent !== undefined && { 'user-agent': agent }),
      ...(freshness !== undefined && { 'cache-control': freshness }),
    }
    const { statusCode, payload } = await app.inject({ url, headers, remoteAddress: ip })
    if (statusCode === 200) answers.set(url, payload)
    return statusCode
  }
  const askAll = async (): Promise<void> => {
    const [status = 401] = cookie === undefined ? [] : await Promise.all([ACCOUNT, COUNT, ...reads].map(ask))
    const organisation = findPreloadedReader(answers)?.organisation
    if (organisation) await Promise.all(readsOf(organisation).map(ask))
    if (status !== 401 && status !== 403) return
    answers.set(ACCOUNT, JSON.stringify(null satisfies Account | null))
    await ask(SETTINGS)
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS)
  })
  await Promise.race([askAll(), late])
  clearTimeout(timer)
  return new Map(answers)
}

/** The reader of the page, if that is among the answers; else null. */
export const findPreloadedReader = (answers: ReadonlyMap<string, string>): SignedInUser | null =>
  JSON.parse(answers.get(ACCOUNT) ?? 'null') as SignedInUser | null

/** HTML of the first words on the sign-in page, laid out where the page will show them; null if this page needs no sign-in. */
export const visitorIntroHtml = (answers: ReadonlyMap<string, string>): string | null => {
  const settings = answers.get(SETTINGS)
  if (answers.get(ACCOUNT) !== 'null' || settings === undefined) return null
  const { demo } = JSON.parse(settings) as AnswerOf<typeof readAccountSettings>
  const { title, intro } = SIGN_IN_INTRO
  const text = `<div class="sign-in-intro"><h1>${title}</h1><div class="quiet">${intro}</div></div>`
  const aside = demo ? '<div class="demo"></div>' : ''
  return `<div class="sign-in"><div class="sign-in-form">${text}</div>${aside}</div>`
}

/**
 * The element that carries the preloaded answers to the page, the market's time, and the facts (JSON) of a page
 * rendered by the server. Its text cannot close the element early, and browsers never run it.
 */
export const preloadedAnswersElement = (
  answers: ReadonlyMap<string, string>,
  { time, facts = null }: { time: Instant; facts?: string | null },
): string => {
  const all: [string, string][] = [...answers, [SERVER_TIME_KEY, JSON.stringify(time)]]
  if (facts !== null) all.push([PAGE_FACTS_KEY, facts])
  const entries = all.map(([url, answer]) => `${JSON.stringify(url)}:${answer}`)
  // Escapes the characters that open an element, in a way that only JSON reads.
  const json = `{${entries.join(',')}}`.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${PRELOADED_DATA_ID}">${json}</script>`
}

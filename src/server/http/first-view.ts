import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Account, SignedIn } from '#contract/account'
import { type AnswerOf, urlOf } from '#contract/endpoint'
import { FIRST_ANSWERS, FIRST_FACTS, SIGN_IN_OPENING } from '#contract/first-answers'
import { countInbox } from '#contract/inbox'
import { readAccount, readAccountSettings } from '#contract/sign-in'

const LONGEST_WAIT_MS = 3000

type Organisation = NonNullable<SignedIn['organisation']>

const ACCOUNT = urlOf(readAccount, {})
const SETTINGS = urlOf(readAccountSettings, {})
/** The bell of every page. */
const COUNT = urlOf(countInbox, {})

/**
 * What the endpoints answer to the reader of a page, as JSON by address. They are asked as the page would ask them, with
 * the same session and rights; what is refused, fails or takes longer than three seconds is left for the page to ask.
 */
export const firstAnswers = async (
  app: FastifyInstance,
  { headers: { cookie, 'user-agent': agent }, ip }: FastifyRequest,
  reads: readonly string[],
  readsOf: (organisation: Organisation) => readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const answers = new Map<string, string>()
  const ask = async (url: string): Promise<number> => {
    const headers = {
      accept: 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(agent !== undefined && { 'user-agent': agent }),
    }
    const { statusCode, payload } = await app.inject({ url, headers, remoteAddress: ip })
    if (statusCode === 200) answers.set(url, payload)
    return statusCode
  }
  const askAll = async (): Promise<void> => {
    const [status = 401] = cookie === undefined ? [] : await Promise.all([ACCOUNT, COUNT, ...reads].map(ask))
    const organisation = readerIn(answers)?.organisation
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

/** Who reads the page, as far as that is among the answers. */
export const readerIn = (answers: ReadonlyMap<string, string>): SignedIn | null =>
  JSON.parse(answers.get(ACCOUNT) ?? 'null') as SignedIn | null

/** What somebody reads at once who has to sign in first, in the place where the page will have it; null for all others. */
export const openingOf = (answers: ReadonlyMap<string, string>): string | null => {
  const settings = answers.get(SETTINGS)
  if (answers.get(ACCOUNT) !== 'null' || settings === undefined) return null
  const { demo } = JSON.parse(settings) as AnswerOf<typeof readAccountSettings>
  const { title, intro } = SIGN_IN_OPENING
  const text = `<div class="sign-in-intro"><h1>${title}</h1><div class="quiet">${intro}</div></div>`
  const aside = demo ? '<div class="demo"></div>' : ''
  return `<div class="sign-in"><div class="sign-in-form">${text}</div>${aside}</div>`
}

/**
 * The element in which a page finds these answers, and what it told of itself where it came drawn. Nothing in it can end
 * it, and browsers never run it.
 */
export const elementOf = (answers: ReadonlyMap<string, string>, facts: string | null = null): string => {
  const all: [string, string][] = facts === null ? [...answers] : [...answers, [FIRST_FACTS, facts]]
  const entries = all.map(([url, answer]) => `${JSON.stringify(url)}:${answer}`)
  // Signs that begin an element are written so that only JSON reads them.
  const json = `{${entries.join(',')}}`.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${FIRST_ANSWERS}">${json}</script>`
}

import { type DraftAnswers, isNothing } from '#actions/common/draft'
import type { Instant } from '#domain/dates'
import { isApiProblem } from '../api-problem.ts'

/** How far a draft is kept: there is none, it is on its way, it is there, it could not be sent, or another window has its own. */
export type DraftState =
  | { kind: 'none' | 'sending' }
  | { kind: 'kept'; at: Instant }
  | { kind: 'failed' | 'elsewhere'; message: string }

/** Where a draft goes. */
export interface Keeping {
  /** Keeps the answers; `isLeaving` where the page may be gone before the answer comes. */
  save: (
    answers: DraftAnswers,
    by: { writer: string; after?: string | null },
    isLeaving: boolean,
  ) => Promise<Instant>
  drop: () => Promise<void>
  tell: (state: DraftState) => void
  /** The session has ended, so these answers wait in the page until somebody has signed in again. */
  hold: (answers: DraftAnswers) => void
}

/** Typing goes on within this; as much is lost at most if the browser itself dies. */
const PAUSE = 600
/** What could not be sent is tried again. */
const AGAIN = 10_000

/** What is on its way to the server: a form that is opened waits for it, so that it comes with what was just entered. */
const underWay = new Set<Promise<void>>()
export const draftsSent = async (): Promise<void> => {
  await Promise.all(underWay)
}

/**
 * Keeps the draft of one opened form: after every pause in typing, one request at a time, the newest answers last. What
 * another window has kept since is never overwritten unless that is asked for.
 */
export const openKeeper = (
  { save, drop, tell, hold }: Keeping,
  begun: { writer: string; at: Instant } | null,
) => {
  const writer = crypto.randomUUID()
  let after: string | null | undefined = begun?.writer ?? null
  let state: DraftState = begun ? { kind: 'kept', at: begun.at } : { kind: 'none' }
  let isThere = begun !== null
  let wanted: DraftAnswers | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  let isStopped = false

  const say = (next: DraftState) => {
    state = next
    tell(next)
  }
  const failed = (answers: DraftAnswers, error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    const [status, reason] = isApiProblem(error) ? [error.status, error.reason] : [0, null]
    if (status === 401) hold(answers)
    if (reason === 'draft') return say({ kind: 'elsewhere', message })
    wanted ??= answers
    say({ kind: 'failed', message })
    if (status >= 500 || status === 429) later(AGAIN)
  }
  const send = async (answers: DraftAnswers, isLeaving: boolean) => {
    try {
      if (isNothing(answers)) {
        if (isThere) await drop()
        isThere = false
        after = null
        say({ kind: 'none' })
      } else {
        const at = await save(answers, { writer, after }, isLeaving)
        isThere = true
        after = writer
        say({ kind: 'kept', at })
      }
    } catch (error) {
      failed(answers, error)
    }
  }
  /** Sends what has not been sent yet, once what is on its way has arrived. */
  const flush = async (isLeaving = false): Promise<void> => {
    clearTimeout(timer)
    if (sending && !isLeaving) await sending
    const answers = wanted
    if (!answers || isStopped || state.kind === 'elsewhere') return
    wanted = null
    if (isThere || !isNothing(answers)) say({ kind: 'sending' })
    const under = send(answers, isLeaving).finally(() => {
      underWay.delete(under)
      if (sending === under) sending = null
    })
    sending = under
    underWay.add(under)
    await under
  }
  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  return {
    flush,
    /** The answers have changed. */
    note: (answers: DraftAnswers) => {
      wanted = answers
      if (!isStopped && state.kind !== 'elsewhere') later(PAUSE)
    },
    /** Nothing is sent any more, and what is on its way has arrived: the action is about to be done. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await sending
    },
    /** The action was not done: what was entered is kept on. */
    goOn: () => {
      isStopped = false
      if (wanted) later(0)
    },
    discard: async () => {
      isStopped = true
      clearTimeout(timer)
      wanted = null
      await sending
      await drop()
    },
    /** These answers take the place of those of the other window. */
    insist: (answers: DraftAnswers) => {
      after = undefined
      say({ kind: 'sending' })
      wanted = answers
      return flush()
    },
  }
}

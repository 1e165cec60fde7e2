import { type DraftAnswers, isEmptyDraft } from '#actions/common/draft'
import type { Instant } from '@credit-market/values/dates'
import { isApiProblem } from '../../api/api-problem.ts'

/** State of a draft: none, being saved, saved, failed, or overtaken by another window's draft. */
export type DraftState =
  | { kind: 'none' | 'sending' }
  | { kind: 'kept'; at: Instant }
  | { kind: 'failed' | 'elsewhere'; message: string }

/** Callbacks that store a draft. */
export interface DraftStorage {
  /** Saves the answers. Set `isLeaving` if the page may be gone before the response arrives. */
  save: (
    answers: DraftAnswers,
    by: { writer: string; after?: string | null },
    isLeaving: boolean,
  ) => Promise<Instant>
  drop: () => Promise<void>
  tell: (state: DraftState) => void
  /** Holds the answers in memory because the session has ended, until someone signs in again. */
  hold: (answers: DraftAnswers) => void
}

/** Milliseconds without typing before a draft is saved: at most this much is lost if the browser crashes. */
const PAUSE = 600
/** Milliseconds before a failed save is tried again. */
const AGAIN = 10_000

/** Saves and discards in progress. A form that is opened waits for them, so that it includes the latest answers. */
const underWay = new Set<Promise<void>>()
const addUnderWay = async (request: Promise<void>): Promise<void> => {
  underWay.add(request)
  try {
    await request
  } finally {
    underWay.delete(request)
  }
}
export const waitForDraftSaves = async (): Promise<void> => {
  await Promise.allSettled(underWay)
}

/**
 * Saves the draft of one open form: after every pause in typing, one request at a time, the newest answers
 * last. A draft that another window has saved since is never overwritten unless the user insists.
 */
export const openDraftSaver = (
  { save, drop, tell, hold }: DraftStorage,
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
      if (isEmptyDraft(answers)) {
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
  /** Saves unsaved answers, after the request in progress has finished. */
  const flush = async (isLeaving = false): Promise<void> => {
    clearTimeout(timer)
    if (sending && !isLeaving) await sending
    const answers = wanted
    if (!answers || isStopped || state.kind === 'elsewhere') return
    wanted = null
    if (isThere || !isEmptyDraft(answers)) say({ kind: 'sending' })
    const under = send(answers, isLeaving).finally(() => {
      if (sending === under) sending = null
    })
    sending = under
    await addUnderWay(under)
  }
  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  return {
    flush,
    /** Records changed answers. */
    note: (answers: DraftAnswers) => {
      wanted = answers
      if (!isStopped && state.kind !== 'elsewhere') later(PAUSE)
    },
    /** Stops saving and waits for the request in progress, before the action is submitted. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await sending
    },
    /** Resumes saving because the action was not done. */
    goOn: () => {
      isStopped = false
      if (wanted) later(0)
    },
    discard: async () => {
      isStopped = true
      clearTimeout(timer)
      wanted = null
      const before = sending
      await addUnderWay((before ?? Promise.resolve()).then(drop))
    },
    /** Replaces the draft of the other window by these answers. */
    insist: (answers: DraftAnswers) => {
      after = undefined
      say({ kind: 'sending' })
      wanted = answers
      return flush()
    },
  }
}

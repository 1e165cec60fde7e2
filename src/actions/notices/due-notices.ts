import { nounOf } from '#contract/nouns/nouns'
import type { Kind, StoredKind } from '#domain/disclosure/entities'
import type { NoticeFacts } from '#domain/text/notice'
import { NOTICES, type NoticeName } from './index.ts'
import { findActionNotices } from './told.ts'

/** A notification about one thing, without text and recipients yet. */
export interface DueNotice {
  notice: NoticeName
  kind: StoredKind
  id: string
  facts?: NoticeFacts
}

/** A thing that an action touched, with its new status; null if it has none, or keeps its status. */
export interface ChangedSubject {
  kind: Kind
  id: string
  status: string | null
}

/**
 * Returns the notifications that the table asks for after an action, for everything that it touched. Notifications that name
 * their recipients are left out: the effect of the action sends those.
 */
export const noticesAfterAction = (
  on: { kind: Kind; id: string },
  action: string,
  values: Readonly<Record<string, unknown>>,
  touched: readonly ChangedSubject[],
): DueNotice[] =>
  (findActionNotices(on.kind, action)?.tells ?? []).flatMap(({ notice, of, in: statuses, when, facts }) =>
    NOTICES[notice].readers.includes('named') || (when && values[when[0]] !== when[1])
      ? []
      : touched.flatMap(({ kind, id, status }) =>
          (of ? kind === of : kind === on.kind && id === on.id) &&
          (!statuses || (status !== null && statuses.includes(status))) &&
          isStored(kind)
            ? [{ notice, kind, id, ...(facts && { facts: quotedAnswers(facts, values) }) }]
            : [],
        ),
  )

const quotedAnswers = (fields: readonly string[], values: Readonly<Record<string, unknown>>): NoticeFacts =>
  Object.fromEntries(
    fields.flatMap(field => {
      const answer = values[field]
      return typeof answer === 'string' ? [[field, answer]] : []
    }),
  )

const isStored = (kind: Kind): kind is StoredKind => nounOf(kind) !== undefined

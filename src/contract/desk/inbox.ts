import { z } from 'zod'
import type { StoredKind } from '#domain/disclosure/entities'
import { EMAIL_FREQUENCIES } from '#domain/text/notice'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { MAX_PAGE_ROWS } from '../kit/noun.ts'
import { refusal } from '../kit/resource.ts'
import {
  id,
  instant,
  nullableIdAndName,
  nullableText,
  idAndName,
  idAndNameList,
  selfLink,
} from '../kit/values.ts'

const tag = 'Inbox'

/** Filters of an inbox: things to do, all, or unread. */
export const INBOX_FILTERS = ['toDo', 'all', 'unread'] as const
export type InboxFilter = (typeof INBOX_FILTERS)[number]

const counts = z
  .object({
    toDo: z.int().meta({ description: 'Number of notifications with something to do' }),
    unread: z.int(),
  })
  .meta({ id: 'InboxCounts' })
export type InboxCounts = z.infer<typeof counts>

/** An inbox item. */
const inboxItem = z
  .object({
    id,
    notice: z.string().meta({ description: 'Name of the notification, as in the table of notifications' }),
    topic: z.string(),
    title: z.string(),
    text: z.array(z.string()),
    where: z.string().meta({ description: 'Market and round; empty outside rounds' }),
    organisation: nullableIdAndName.meta({ description: 'Organisation that the notification concerns' }),
    link: z.object({
      label: z.string(),
      to: z.string().meta({ description: 'Page to which the notification leads' }),
    }),
    action: z
      .object({
        id,
        title: z.string(),
        links: selfLink,
        navigatesTo: nullableText.meta({ description: 'Page of the action, if it has one' }),
      })
      .nullable()
      .meta({ description: 'Action that you can take now to complete it' }),
    waitsFor: z
      .object({ name: z.string(), to: z.string().meta({ description: 'Page of the step to take' }) })
      .nullable()
      .meta({ description: 'Name of who must act, if you cannot' }),
    at: instant,
    isRead: z.boolean(),
    isOpen: z.boolean().meta({ description: 'True if there is something to do' }),
    endedAt: instant.nullable().meta({ description: 'Time at which the step was done or became impossible' }),
  })
  .meta({ id: 'InboxItem' })
export type InboxItem = z.infer<typeof inboxItem>

const narrowed = {
  show: z
    .enum(INBOX_FILTERS)
    .optional()
    .meta({ description: 'Filter; default: notifications with something to do' }),
  marketId: id.optional(),
  marketRoundId: id.optional(),
  topic: z.string().max(60).optional(),
  clientId: id.optional().meta({ description: 'Only notifications that concern this organisation' }),
}

export const readInbox = endpoint('GET /api/inbox', {
  id: 'readInbox',
  tag,
  summary: 'Your notifications, latest first',
  access: 'member',
  query: z.object({
    ...narrowed,
    limit: z.int().min(1).max(MAX_PAGE_ROWS).optional().meta({ description: 'Items per page, default 50' }),
    cursor: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({ description: 'Value of `next` on the previous page' }),
  }),
  answers: {
    200: z
      .object({
        counts,
        items: z.array(inboxItem),
        total: z.int(),
        next: nullableText,
        choices: z
          .object({
            markets: idAndNameList,
            rounds: idAndNameList,
            topics: idAndNameList,
            clients: idAndNameList,
          })
          .meta({ description: 'Filters of your inbox' }),
      })
      .meta({ id: 'Inbox' }),
  },
})

export const countInbox = endpoint('GET /api/inbox/count', {
  id: 'countInbox',
  tag,
  summary: 'Numbers of notifications with something to do, and of unread notifications',
  access: 'member',
  answers: { 200: counts },
})

export const markInbox = endpoint('POST /api/inbox/mark', {
  id: 'markInbox',
  tag,
  summary:
    'Marks your notifications as read or unread: those that you list, those that lead to a page, or all',
  access: 'member',
  body: z.object({
    ids: z
      .array(id)
      .min(1)
      .max(MAX_PAGE_ROWS)
      .optional()
      .meta({ description: 'Ids of notifications; default: all' }),
    page: z.string().max(2000).optional().meta({
      description: 'Only notifications that lead to this page, with or without its query',
    }),
    isRead: z.boolean(),
  }),
  answers: { 200: counts },
})

/** A person's email setting for a kind of notification. */
const noticeChoice = z
  .object({
    notice: z.string(),
    topic: z.string(),
    title: z.string(),
    how: z.enum(EMAIL_FREQUENCIES),
    obligatory: nullableText.meta({
      description: 'Reason why you cannot switch off these emails; null if you can',
    }),
  })
  .meta({ id: 'NoticeChoice' })
export type EmailSetting = z.infer<typeof noticeChoice>

export const readEmailSettings = endpoint('GET /api/inbox/choices', {
  id: 'readNoticeChoices',
  tag,
  summary: 'Your email settings by kind of notification: at once, once a day, or none',
  access: 'member',
  answers: { 200: z.array(noticeChoice) },
})
export const updateEmailSettings = endpoint('POST /api/inbox/choices', {
  id: 'chooseNotices',
  tag,
  summary: 'Changes email settings by kind of notification; required emails cannot be switched off',
  access: 'member',
  body: z.object({ notices: z.array(z.string()).min(1).max(MAX_PAGE_ROWS), how: z.enum(EMAIL_FREQUENCIES) }),
  answers: { 204: noContentResponse },
})

/** Kinds that their readers can watch. */
export const WATCHABLE_KINDS = ['project', 'requirement', 'round'] as const satisfies readonly StoredKind[]

const watching = z.object({ isWatching: z.boolean() }).meta({ id: 'Watching' })

export const readWatch = endpoint('GET /api/inbox/watch/:kind/:id', {
  id: 'readWatch',
  tag,
  summary: 'Says whether you watch this project, requirement or round',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})
export const startWatch = endpoint('POST /api/inbox/watch/:kind/:id', {
  id: 'startWatch',
  tag,
  summary: 'Watches a project, requirement or round: you are notified of changes from now on',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})
export const endWatch = endpoint('DELETE /api/inbox/watch/:kind/:id', {
  id: 'endWatch',
  tag,
  summary: 'Stops watching: from now on you are notified only of what concerns you',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})

/** Days after which the market operator sees unopened important items. */
export const UNOPENED_AFTER_DAYS = 7

/** An important item that its recipient has not opened. */
const unopened = z
  .object({
    id,
    title: z.string().meta({ description: 'Kind of notification, without its text' }),
    thing: z.string(),
    where: z.string(),
    person: idAndName,
    organisation: nullableIdAndName,
    at: instant,
    letter: z.enum(['sent', 'waiting', 'failed', 'none']).meta({
      description: 'Status of its email; `none` if no email was sent or the email has been deleted',
    }),
  })
  .meta({ id: 'UnopenedItem' })
export type UnopenedItem = z.infer<typeof unopened>

/** An undeliverable email. */
const returned = z
  .object({
    id,
    title: z.string(),
    to: z.string(),
    person: nullableIdAndName,
    organisation: nullableIdAndName,
    at: instant,
    isRefused: z.boolean().meta({
      description: 'True if the receiving server refused it permanently; false if attempts were abandoned',
    }),
    message: z.string(),
  })
  .meta({ id: 'ReturnedLetter' })
export type ReturnedEmail = z.infer<typeof returned>

export const readUnreached = endpoint('GET /api/inbox/unreached', {
  id: 'readUnreached',
  tag,
  summary:
    'Important notifications that people have not opened, and emails that were returned; for the market operator only',
  access: 'member',
  answers: {
    200: z.object({ unopened: z.array(unopened), returned: z.array(returned) }).meta({ id: 'Unreached' }),
    404: refusal,
  },
})

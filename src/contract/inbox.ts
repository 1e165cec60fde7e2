import { z } from 'zod'
import type { StoredKind } from '#domain/entities'
import { HOWS } from '#domain/notice'
import { endpoint, none } from './endpoint.ts'
import { MOST_ROWS } from './noun.ts'
import { refusal } from './resource.ts'
import { id, instant, maybeNamed, maybeText, named, namedList, selfLink } from './values.ts'

const tag = 'Inbox'

/** What of an inbox is shown: what waits for the reader, all, or what has not been read. */
export const SHOWN = ['toDo', 'all', 'unread'] as const
export type Shown = (typeof SHOWN)[number]

const counts = z
  .object({
    toDo: z.int().meta({ description: 'How many wait for something to be done' }),
    unread: z.int(),
  })
  .meta({ id: 'InboxCounts' })
export type InboxCounts = z.infer<typeof counts>

/** What somebody is told of. */
const inboxItem = z
  .object({
    id,
    notice: z.string().meta({ description: 'The name of the notice, as in the table of notices' }),
    topic: z.string(),
    title: z.string(),
    text: z.array(z.string()),
    where: z.string().meta({ description: 'Market and round; empty for what is in no round' }),
    organisation: maybeNamed.meta({ description: 'For whose sake it is told' }),
    link: z.object({ label: z.string(), to: z.string().meta({ description: 'The page that answers' }) }),
    action: z
      .object({
        id,
        title: z.string(),
        links: selfLink,
        navigatesTo: maybeText.meta({ description: 'The page on which it is done, where it has one' }),
      })
      .nullable()
      .meta({ description: 'What the reader can do now that ends it' }),
    waitsFor: z
      .object({ name: z.string(), to: z.string().meta({ description: 'What they are to do' }) })
      .nullable()
      .meta({ description: 'Whose turn it is, where it waits for something that the reader cannot do' }),
    at: instant,
    isRead: z.boolean(),
    isOpen: z.boolean().meta({ description: 'It waits for something to be done' }),
    endedAt: instant
      .nullable()
      .meta({ description: 'When what it waited for was done or could no longer be' }),
  })
  .meta({ id: 'InboxItem' })
export type InboxItem = z.infer<typeof inboxItem>

const narrowed = {
  show: z.enum(SHOWN).optional().meta({ description: 'What waits for the reader unless told' }),
  marketId: id.optional(),
  marketRoundId: id.optional(),
  topic: z.string().max(60).optional(),
  clientId: id.optional().meta({ description: 'Told for the sake of this organisation' }),
}

export const readInbox = endpoint('GET /api/inbox', {
  id: 'readInbox',
  tag,
  summary: 'What the reader is told of, the latest first',
  access: 'member',
  query: z.object({
    ...narrowed,
    limit: z.int().min(1).max(MOST_ROWS).optional().meta({ description: '50 unless told' }),
    cursor: z.int().min(0).max(1_000_000).optional().meta({ description: 'The `next` of the page before' }),
  }),
  answers: {
    200: z
      .object({
        counts,
        items: z.array(inboxItem),
        total: z.int(),
        next: maybeText,
        choices: z
          .object({ markets: namedList, rounds: namedList, topics: namedList, clients: namedList })
          .meta({ description: 'By what the inbox of this reader can be narrowed down' }),
      })
      .meta({ id: 'Inbox' }),
  },
})

export const countInbox = endpoint('GET /api/inbox/count', {
  id: 'countInbox',
  tag,
  summary: 'How much waits for the reader, and how much is unread',
  access: 'member',
  answers: { 200: counts },
})

export const markInbox = endpoint('POST /api/inbox/mark', {
  id: 'markInbox',
  tag,
  summary:
    'Marks items of the reader as read or unread: those named, those of a page that was opened, or all',
  access: 'member',
  body: z.object({
    ids: z.array(id).min(1).max(MOST_ROWS).optional().meta({ description: 'All unless told' }),
    page: z.string().max(2000).optional().meta({
      description: 'Only those that this page answers; with what follows its question mark, or without',
    }),
    isRead: z.boolean(),
  }),
  answers: { 200: counts },
})

/** How somebody gets the letters of a notice. */
const noticeChoice = z
  .object({
    notice: z.string(),
    topic: z.string(),
    title: z.string(),
    how: z.enum(HOWS),
    obligatory: maybeText.meta({
      description: 'Why its letters are sent in any case; null where they need not be',
    }),
  })
  .meta({ id: 'NoticeChoice' })
export type NoticeChoice = z.infer<typeof noticeChoice>

export const readNoticeChoices = endpoint('GET /api/inbox/choices', {
  id: 'readNoticeChoices',
  tag,
  summary: 'Of which notices the reader gets letters: at once, gathered once a day, or none',
  access: 'member',
  answers: { 200: z.array(noticeChoice) },
})
export const chooseNotices = endpoint('POST /api/inbox/choices', {
  id: 'chooseNotices',
  tag,
  summary: 'Chooses how the letters of some notices come; those that are obligatory cannot be chosen',
  access: 'member',
  body: z.object({ notices: z.array(z.string()).min(1).max(MOST_ROWS), how: z.enum(HOWS) }),
  answers: { 204: none },
})

/** What can be followed by whoever may read it. */
export const WATCHED = ['project', 'requirement', 'round'] as const satisfies readonly StoredKind[]

const watching = z.object({ isWatching: z.boolean() }).meta({ id: 'Watching' })

export const readWatch = endpoint('GET /api/inbox/watch/:kind/:id', {
  id: 'readWatch',
  tag,
  summary: 'Does the reader watch this project, requirement or round?',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})
export const startWatch = endpoint('POST /api/inbox/watch/:kind/:id', {
  id: 'startWatch',
  tag,
  summary: 'The reader is told from now on what happens to it',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})
export const endWatch = endpoint('DELETE /api/inbox/watch/:kind/:id', {
  id: 'endWatch',
  tag,
  summary: 'The reader is no longer told what happens to it, unless it concerns them',
  access: 'member',
  answers: { 200: watching, 404: refusal },
})

/** After so many days, in days, what somebody has to know or do and has not opened is shown to the market operator. */
export const UNOPENED_AFTER_DAYS = 7

/** What somebody has to know or do and has not opened. */
const unopened = z
  .object({
    id,
    title: z.string().meta({ description: 'What kind of notice it is; never what it says' }),
    thing: z.string(),
    where: z.string(),
    person: named,
    organisation: maybeNamed,
    at: instant,
    letter: z
      .enum(['sent', 'waiting', 'failed', 'none'])
      .meta({ description: 'What became of its letter; none where none was sent or it is no longer kept' }),
  })
  .meta({ id: 'UnopenedItem' })
export type UnopenedItem = z.infer<typeof unopened>

/** A letter that could not be delivered. */
const returned = z
  .object({
    id,
    title: z.string(),
    to: z.string(),
    person: maybeNamed,
    organisation: maybeNamed,
    at: instant,
    isRefused: z
      .boolean()
      .meta({ description: 'The receiving server refused it for good; else it was given up' }),
    message: z.string(),
  })
  .meta({ id: 'ReturnedLetter' })
export type ReturnedLetter = z.infer<typeof returned>

export const readUnreached = endpoint('GET /api/inbox/unreached', {
  id: 'readUnreached',
  tag,
  summary:
    'Who has not opened what they have to know or do, and which letters came back; to the market operator',
  access: 'member',
  answers: {
    200: z.object({ unopened: z.array(unopened), returned: z.array(returned) }).meta({ id: 'Unreached' }),
    404: refusal,
  },
})

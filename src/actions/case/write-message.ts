import type { Case } from '#domain/case/case'
import { OPEN_CASE_STATUSES } from '#domain/case/case-status'
import { MAX_MESSAGES_PER_DAY, partsIn, writerNames, type CaseWriter } from '#domain/case/case-message'
import { isOperator, type Actor } from '#domain/people/actor'
import { namesIn } from '#domain/round/round-question'
import { capitalise } from '#domain/text/sentence'
import { toRichText, type SubjectComment } from '#domain/text/comment'
import { distinct } from '#domain/values/grouped'
import { utcDayOf } from '@credit-market/values/dates'
import { action } from '../kit/action.ts'
import { create, type Read } from '../kit/changes.ts'
import { notStored, oneOfGiven, withHint, toChoice } from '../kit/fields.ts'
import { limitedText } from '../fields/limited-text.ts'
import { reader } from '../kit/who.ts'
import { notifyConcerned, readConcernedNotices, type ConcernedNotice } from './concerned.ts'

const MAX_LENGTH = 4000

/** Writers of the earlier messages of a case, in their order. */
const writersOf = (messages: readonly SubjectComment[]): CaseWriter[] =>
  messages.flatMap(({ casePart, writtenForId, agentId }) =>
    casePart === null ? [] : [{ part: casePart, organisationId: writtenForId, agentId }],
  )

const readMessages = (read: Read, { id }: Case): Promise<SubjectComment[]> =>
  read.list('comment', { subjectKind: 'case', subjectId: id })

/** Reads who gets a notice of a message: everyone whom the case concerns, and the market operator. */
const readEveryone = async (read: Read, one: Case): Promise<ConcernedNotice[]> => {
  const { roundId, ownerId, lpaId, concernedIds, concernedLpaIds } = one
  const [notices, operators] = await Promise.all([
    readConcernedNotices(read, {
      roundId,
      concernedIds: distinct([ownerId, ...concernedIds]),
      concernedLpaIds: distinct([lpaId, ...concernedLpaIds]),
    }),
    read.list('organisation', { type: 'OPER' }),
  ])
  return [...notices, ...operators.map(({ id }) => ({ organisationId: id }))]
}

/** Reads the names that would tell the others who writes, unless they know that anyway. */
const readOwnNames = async (read: Read, parts: readonly CaseWriter[], actor: Actor): Promise<string[]> => {
  const ids = distinct(parts.flatMap(({ organisationId, agentId }) => [organisationId, agentId]))
  const organisations = isOperator(actor) ? [] : await read.list('organisation', { id: ids })
  return organisations.map(({ name }) => name)
}

/** Writes a message to everyone whom an open case concerns, who read the part of its writer but not the name (decision 0209). */
export const writeMessage = action({
  name: 'WriteMessage',
  on: 'case',
  title: 'Write a message',
  description:
    'Everyone whom the case concerns can read it, and gets an email. They read your part in the case, such as owner or holder; only the market operator and your own organisation read who you are.',
  verb: 'Send the message',
  who: [reader],
  from: OPEN_CASE_STATUSES,
  given: async (read, subject, actor, today) => {
    const parts = partsIn(subject, actor)
    const [messages, ownNames, clients] = await Promise.all([
      readMessages(read, subject),
      readOwnNames(read, parts, actor),
      read.list('organisation', { id: parts.flatMap(({ organisationId }) => organisationId ?? []) }),
    ])
    return {
      parts,
      ownNames,
      clients: clients.map(toChoice),
      isAtLimit:
        !isOperator(actor) &&
        messages.filter(({ authorId, at }) => authorId === actor.userId && utcDayOf(at) === today).length >=
          MAX_MESSAGES_PER_DAY,
    }
  },
  fields: {
    writtenFor: withHint(
      notStored(oneOfGiven('For whom do you write?', 'clients')),
      'The case concerns several of your clients.',
    ),
    message: withHint(
      notStored(limitedText('Message', MAX_LENGTH)),
      'Say nothing that the others should not know, such as who you are or what you paid.',
    ),
  },
  show: { writtenFor: (_answers, { parts }) => parts.length > 1 },
  check: (_answers, { isAtLimit }) =>
    isAtLimit
      ? {
          form: `You have written ${MAX_MESSAGES_PER_DAY} messages about this case today. You can write again tomorrow`,
        }
      : {},
  warn: ({ message }, _subject, { ownNames }) => {
    const [name] = namesIn(message ?? '', ownNames)
    return name === undefined
      ? {}
      : { message: `“${name}” tells everyone whom the case concerns who you are` }
  },
  reads: async (read, subject) => ({
    earlier: writersOf(await readMessages(read, subject)),
    everyone: await readEveryone(read, subject),
  }),
  effect: ({ subject, values: { writtenFor, message }, given: { parts }, reads, actor, now, newId }) => {
    const writer = parts.find(({ organisationId }) => organisationId === writtenFor) ?? parts[0]
    if (!writer) throw new Error(`${actor.userId} has no part in the case ${subject.id}`)
    const author = capitalise(writerNames([...reads.earlier, writer]).at(-1) ?? '')
    return [
      create('comment', {
        id: newId(),
        subjectKind: 'case',
        subjectId: subject.id,
        ...toRichText(message),
        authorId: actor.userId ?? '',
        at: now,
        casePart: writer.part,
        writtenForId: writer.organisationId,
        agentId: writer.agentId,
      }),
      ...notifyConcerned('case-message', subject, reads.everyone, () => ({ author, text: message })),
    ]
  },
  done: 'Your message has been sent',
})

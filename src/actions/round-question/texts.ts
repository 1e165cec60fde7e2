import {
  MAX_ANSWER_LENGTH,
  MAX_QUESTION_LENGTH,
  namesIn,
  type RoundQuestion,
} from '#domain/round/round-question'
import type { Read } from '../kit/changes.ts'
import { withHint } from '../kit/fields.ts'
import { limitedText } from '../fields/limited-text.ts'

/** Fields of an answer that everyone can read. */
export const answerFields = {
  publishedQuestion: withHint(
    limitedText('Question that everyone reads', MAX_QUESTION_LENGTH),
    'Reword it so that no one can tell who asked: take out names, places, sizes and amounts. Only you and the asker see the original words.',
  ),
  answer: withHint(
    limitedText('Answer', MAX_ANSWER_LENGTH),
    'Everyone can read it, whether they take part or not.',
  ),
}

/** Names that point to the asker: those that no one may publish, and those that the market operator should look at. */
interface AskerNames extends Record<string, unknown> {
  refused: string[]
  doubtful: string[]
}

/**
 * Reads the names that would give the asker away: of the organisation, the person and its agency, which are refused, and of its projects and
 * requirements in the round, which may also be ordinary words.
 */
export const readAskerNames = async (
  read: Read,
  { organisationId, askedBy, roundId }: RoundQuestion,
): Promise<AskerNames> => {
  const [organisation, person, projects, requirements] = await Promise.all([
    read.one('organisation', organisationId),
    read.one('user', askedBy),
    read.list('project', { roundId, supplierId: organisationId }),
    read.list('requirement', { roundId, buyerId: organisationId }),
  ])
  const agency =
    person?.organisationId && person.organisationId !== organisationId
      ? await read.one('organisation', person.organisationId)
      : undefined
  return {
    refused: [organisation?.name, person?.displayName, agency?.name].flatMap(name => name ?? []),
    doubtful: [...projects, ...requirements].map(({ name }) => name),
  }
}

interface PublishedTexts {
  publishedQuestion?: string | null
  answer?: string | null
}

const FIELDS = ['publishedQuestion', 'answer'] as const

const messagesFor = (
  texts: PublishedTexts,
  names: readonly string[],
  message: (name: string) => string,
): { publishedQuestion?: string; answer?: string } =>
  Object.fromEntries(
    FIELDS.flatMap(field => {
      const [name] = namesIn(texts[field] ?? '', names)
      return name === undefined ? [] : [[field, message(name)]]
    }),
  )

/** Errors of texts that name the asker, by field. */
export const checkAnonymity = (texts: PublishedTexts, { refused }: AskerNames) =>
  messagesFor(texts, refused, name => `Take out “${name}”: it shows who asked`)

/** Warnings about texts that contain the name of something that belongs to the asker, by field. */
export const warnOfAnonymity = (texts: PublishedTexts, { doubtful }: AskerNames) =>
  messagesFor(
    texts,
    doubtful,
    name => `“${name}” is also the name of something that the asker has in this round`,
  )

import type { CommentItem } from '#contract/subject/subject'
import { mayReadAll } from '#contract/nouns/read-access'
import { mayKnowWriter, writerNames } from '#domain/case/case-message'
import type { Case } from '#domain/case/case'
import type { Actor } from '#domain/people/actor'
import { type Kysely, sql } from 'kysely'
import { capitalise } from '#domain/text/sentence'
import type { Database } from '../store/tables/tables.ts'
import { readNamesOfKind, readPeopleNames } from './kit/names.ts'

/**
 * Returns the messages of a case, oldest first. Each reader learns the name of a writer's organisation only if that is no secret
 * (decision 0209): everyone reads the part, such as “Holder 2”.
 */
export const listCaseMessages = async (
  db: Kysely<Database>,
  { id: caseId, roundId, projectId }: Case,
  reader: Actor,
): Promise<CommentItem[]> => {
  const comments = await db
    .selectFrom('comment')
    .selectAll()
    .where('subjectKind', '=', 'case')
    .where('subjectId', '=', caseId)
    .orderBy('ordinal')
    .execute()
  const messages = comments.flatMap(({ casePart, writtenForId, agentId, ...comment }) =>
    casePart === null
      ? []
      : [{ ...comment, writer: { part: casePart, organisationId: writtenForId, agentId } }],
  )
  const writers = messages.map(({ writer }) => writer)
  const [person, organisation] = await Promise.all([
    readPeopleNames(
      db,
      messages.map(({ authorId }) => authorId),
      { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
    ),
    readNamesOfKind(
      db,
      'organisation',
      writers.flatMap(({ organisationId, agentId }) => [organisationId, agentId]),
    ),
  ])
  const parts = writerNames(writers)
  return messages.map(({ id, at, text, json, authorId, writer }, nth) => {
    const { part, organisationId, agentId } = writer
    const isOfficial = part === 'operator' || (part === 'authority' && projectId !== null)
    const isColleague =
      reader.organisationId !== null && reader.organisationId === (agentId ?? organisationId)
    const names = [
      ...(mayReadAll(reader) || isColleague ? [person(authorId)] : []),
      ...(isOfficial || mayKnowWriter(writer, reader, roundId)
        ? [organisation(agentId), organisation(organisationId)].flatMap(one => one?.name ?? [])
        : []),
    ]
    const name = parts[nth] ?? ''
    return {
      ...{ id, at, text, json },
      author: names.length === 0 ? capitalise(name) : `${names.join(', ')} (${name})`,
    }
  })
}

/**
 * Reads the names of people who filed papers of a case, as one reader may know them: its own people and, for the market operator,
 * everyone; else the side.
 */
export const partyNamesIn =
  ({ ownerId }: Case): typeof readPeopleNames =>
  async (db, ids, reader) => {
    const [person, users, operators] = await Promise.all([
      readPeopleNames(db, ids, reader),
      db
        .selectFrom('user')
        .select(['id', 'organisationId'])
        .where('id', '=', sql<string>`any(${ids.filter(id => id !== null)})`)
        .execute(),
      db.selectFrom('organisation').select('id').where('type', '=', 'OPER').execute(),
    ])
    return id => {
      const organisationId = users.find(user => user.id === id)?.organisationId ?? null
      const isKnown =
        reader.seesAll ||
        organisationId === reader.organisationId ||
        operators.some(one => one.id === organisationId)
      if (isKnown) return person(id)
      return organisationId === ownerId ? 'The owner' : 'The other side'
    }
  }

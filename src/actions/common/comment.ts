import type { StoredKind } from '#domain/entities'
import { action } from '../kit/action.ts'
import { create, mail } from '../kit/changes.ts'
import { richText, notStored } from '../kit/fields.ts'
import { reader } from '../kit/who.ts'
import { mentionedIn } from './mentioned.ts'
import { roundNamed } from './round-named.ts'

/** A remark on a thing by anybody who may see it; whom it mentions gets a letter. */
export const comment = (
  on: Extract<StoredKind, 'organisation' | 'round' | 'participation' | 'project' | 'requirement'>,
) =>
  action({
    name: 'Comment',
    on,
    title: 'Comment',
    who: [reader],
    fields: { comment: notStored(richText('Comment')) },
    reads: async (read, subject, { comment: said }) => ({
      mentioned: await mentionedIn(read, said, on, subject),
      where: await roundNamed(
        read,
        'roundId' in subject ? subject.roundId : on === 'round' ? subject.id : null,
      ),
    }),
    effect: ({ subject, values, reads, actor, now, newId }) => [
      create('comment', {
        id: newId(),
        subjectKind: on,
        subjectId: subject.id,
        ...values.comment,
        authorId: actor.userId ?? '',
        at: now,
      }),
      ...reads.mentioned.map(({ organisationId, email }) => {
        // Outside one's own organisation people are known by their organisation only.
        const author = organisationId === actor.organisationId ? actor.name : ''
        const facts = {
          where: reads.where,
          subjectKind: on,
          subjectId: subject.id,
          subjectName: 'name' in subject ? subject.name : 'Participation',
          author,
          text: values.comment.text,
        }
        return mail('comment-mention', email === null ? (organisationId ?? '') : { toAddress: email }, facts)
      }),
    ],
    done: 'The comment was added',
  })

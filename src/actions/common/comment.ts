import type { StoredKind } from '#domain/entities'
import { action } from '../kit/action.ts'
import { tell } from '../notices/tell.ts'
import { create } from '../kit/changes.ts'
import { richText, notStored } from '../kit/fields.ts'
import { reader } from '../kit/who.ts'
import { mentionedIn } from './mentioned.ts'

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
    reads: (read, subject, { comment: said }) => mentionedIn(read, said, on, subject),
    effect: ({ subject, values, reads, actor, now, newId }) => [
      create('comment', {
        id: newId(),
        subjectKind: on,
        subjectId: subject.id,
        ...values.comment,
        authorId: actor.userId ?? '',
        at: now,
      }),
      ...reads.flatMap(({ organisationId, userId }) => {
        // Outside one's own organisation people are known by their organisation only.
        const author = organisationId === actor.organisationId ? actor.name : ''
        const to = userId === null ? organisationId && { organisationId } : { userId }
        return to ? [tell('comment-mention', on, subject, to, { author, text: values.comment.text })] : []
      }),
    ],
    done: 'The comment was added',
  })

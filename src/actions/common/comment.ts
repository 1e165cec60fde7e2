import type { StoredKind } from '#domain/entities'
import { action } from '../kit/action.ts'
import { create } from '../kit/changes.ts'
import { richText, steering } from '../kit/fields.ts'
import { reader } from '../kit/who.ts'

/** A remark on a thing by anybody who may see it. */
export const comment = (
  on: Extract<StoredKind, 'organisation' | 'round' | 'participation' | 'project' | 'requirement'>,
) =>
  action({
    name: 'Comment',
    on,
    title: 'Comment',
    who: [reader],
    fields: { comment: steering(richText('Comment')) },
    effect: ({ subject, values, actor, now, newId }) => [
      create('comment', {
        id: newId(),
        subjectKind: on,
        subjectId: subject.id,
        ...values.comment,
        authorId: actor.userId ?? '',
        at: now,
      }),
    ],
    done: 'The comment was added',
  })

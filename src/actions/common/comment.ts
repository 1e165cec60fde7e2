import { richTextRule } from '#contract/people/rules'
import type { StoredKind } from '#domain/disclosure/entities'
import { normaliseRichText, type RichText, type RichTextDraft } from '#domain/text/comment'
import { action } from '../kit/action.ts'
import { notify } from '../notices/tell.ts'
import { create } from '../kit/changes.ts'
import { type Field, notStored } from '../kit/fields.ts'
import { reader } from '../kit/who.ts'
import { filterMentions } from './mentioned.ts'

/** Rich text with mentions; other content is dropped. */
const textOfComment: Field<RichTextDraft, RichText, 'keep'> = {
  ...{ type: 'RichText', label: 'Comment', rule: richTextRule, storage: 'keep' },
  toSaved: normaliseRichText,
  toDraft: ({ json }) => ({ json }),
}

/** Adds a comment to a subject, for anyone who may see it; people mentioned in it get an email. */
export const addComment = (
  on: Extract<StoredKind, 'organisation' | 'round' | 'participation' | 'project' | 'requirement'>,
) =>
  action({
    name: 'Comment',
    on,
    title: 'Comment',
    who: [reader],
    fields: { comment: notStored(textOfComment) },
    reads: (read, subject, { comment: said }) => filterMentions(read, said, on, subject),
    effect: ({ subject, values, reads, actor, now, newId }) => [
      create('comment', {
        id: newId(),
        subjectKind: on,
        subjectId: subject.id,
        ...values.comment,
        authorId: actor.userId ?? '',
        at: now,
        ...{ casePart: null, writtenForId: null, agentId: null },
      }),
      ...reads.flatMap(({ organisationId, userId }) => {
        // Outside their own organisation, people are known by the name of the organisation only.
        const author = organisationId === actor.organisationId ? actor.name : ''
        const to = userId === null ? organisationId && { organisationId } : { userId }
        return to ? [notify('comment-mention', on, subject, to, { author, text: values.comment.text })] : []
      }),
    ],
    done: 'Your comment has been added',
  })

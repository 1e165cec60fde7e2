import { isOperator } from '#domain/people/actor'
import { DOCUMENT_TAG_LABELS } from '#domain/text/filed-document'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { additionalFile, longText, oneOfGiven, notStored } from '../kit/fields.ts'
import { operator, owner, agent } from '../kit/who.ts'

/** Replaces a filed document with a better one; the old one is kept, with the reason. */
export const replaceDocument = (on: 'project' | 'requirement') =>
  action({
    name: 'ReplaceDocument',
    on,
    title: 'Replace document',
    description: 'We keep the earlier document, with the reason.',
    // The owner and agent of a project replace the landholder information, until registration is complete.
    who: on === 'project' ? [operator, owner, agent('RegisterForRound')] : [operator],
    when: ({ status }, actor) =>
      isOperator(actor) ||
      status === 'Draft' ||
      status === 'Provisional' ||
      'Once registration is complete, only the market operator can replace documents',
    given: async (read, { id }, actor) => {
      const filed = await read.list('filedDocument', { ownerKind: on, ownerId: id, replacedById: null })
      // There are many reports: only the last can be replaced.
      const last = new Map(filed.flatMap(document => (document.tag ? [[document.tag, document]] : [])))
      return {
        documents: [...last]
          .filter(([tag]) => isOperator(actor) || tag === 'LandholderInfo')
          .map(([tag, { id: documentId, name }]) => ({
            id: tag,
            name: `${DOCUMENT_TAG_LABELS[tag]}: ${name}`,
            documentId,
          })),
      }
    },
    fields: {
      tag: notStored(oneOfGiven('Document', 'documents')),
      reason: notStored(longText('Reason')),
      replacementFile: additionalFile('Replacement file'),
    },
    warn: (_answers, _subject, { documents }) =>
      documents.length === 0 ? { tag: 'There are no documents to replace' } : {},
    effect: ({ values: { tag, reason, replacementFile }, given: { documents } }) => {
      const old = documents.find(({ id }) => id === tag)
      return old
        ? [
            update('filedDocument', replacementFile, { tag: old.id }),
            update('filedDocument', { id: old.documentId }, { replacedById: replacementFile.id, reason }),
          ]
        : []
    },
    done: 'The document has been replaced',
  })

import { isOperator } from '#domain/actor'
import { DOCUMENT_TAG_LABELS } from '#domain/filed-document'
import { action } from '../kit/action.ts'
import { update } from '../kit/changes.ts'
import { furtherFile, longText, oneOfGiven, notStored } from '../kit/fields.ts'
import { operator, owner, agent } from '../kit/who.ts'

/** Puts a better document in the place of one that is filed; the old one is kept, with the reason. */
export const replaceDocument = (on: 'project' | 'requirement') =>
  action({
    name: 'ReplaceDocument',
    on,
    title: 'Replace document',
    description: 'The document that is replaced is kept, with the reason.',
    // Of a project its owner and agent replace the landholder information, until registration is complete.
    who: on === 'project' ? [operator, owner, agent('RegisterForRound')] : [operator],
    when: ({ status }, actor) =>
      isOperator(actor) ||
      status === 'Draft' ||
      status === 'Provisional' ||
      'Only the market operator replaces documents once registration is complete',
    given: async (read, { id }, actor) => {
      const filed = await read.list('filedDocument', { ownerKind: on, ownerId: id, replacedById: null })
      // Of reports, of which there are many, the last.
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
      replacementFile: furtherFile('Replacement file'),
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
  })

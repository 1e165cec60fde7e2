import type { Case } from '#domain/case/case'
import { mostUnitsAtOnce } from '#domain/case/unit-blocks'
import { uncoveredBlocks } from '#domain/case/unit-replacement'
import type { FailedShare } from '#domain/money/held-payment'
import { totalOfTaxes, type Invoice } from '#domain/money/invoice'
import { refundContent } from '#domain/money/refund'
import { distinct } from '#domain/values/grouped'
import { showMoney } from '@credit-market/values/money'
import { showUnits } from '@credit-market/values/units'
import { readFailedUnits } from '../common/failed-units.ts'
import { action } from '../kit/action.ts'
import { update, type Read } from '../kit/changes.ts'
import { longText, notStored, oneOfGiven, withHint } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { notifyOfDecision, readConcernedNotices } from './concerned.ts'

/** Reads the share of the units of each requirement that a case fails and nothing replaces, by the id of the requirement. */
const readUncoveredShares = async (read: Read, { id: caseId }: Case): Promise<Map<string, FailedShare>> => {
  const { failures, replacements } = await readFailedUnits(read, { caseId })
  const failed = await read.list('credit', { id: distinct(failures.map(({ creditId }) => creditId)) })
  const credits = await read.list('credit', {
    requirementId: distinct(failed.map(({ requirementId }) => requirementId)),
  })
  const shares = new Map<string, FailedShare>()
  for (const { id, requirementId, units } of credits) {
    if (requirementId === null) continue
    const { failed: before, sold } = shares.get(requirementId) ?? { failed: 0, sold: 0 }
    const blocks = failures
      .filter(({ creditId }) => creditId === id)
      .flatMap(one => uncoveredBlocks(one, replacements))
    shares.set(requirementId, { failed: before + mostUnitsAtOnce(blocks), sold: sold + units })
  }
  return shares
}

/** Documents of a requirement that count for a refund: invoices that stand, and what the case has refunded. */
const readDocuments = async (read: Read, caseId: string, itemId: string) => {
  const documents = await read.list('invoice', { itemId, itemKind: 'requirement' })
  const credited = new Set(documents.map(({ creditsId }) => creditsId))
  const contentsOf = (its: readonly Invoice[]) => its.map(({ content }) => content)
  return {
    invoiced: contentsOf(documents.filter(({ id, kind }) => kind === 'invoice' && !credited.has(id))),
    refunded: contentsOf(documents.filter(one => one.caseId === caseId)),
  }
}

/** Reads what can be refunded because of a case: the failed share of what was invoiced to each buyer, less earlier refunds. */
const readRefunds = async (read: Read, subject: Case, reason: string) => {
  const shares = await readUncoveredShares(read, subject)
  const requirements = await read.list('requirement', { id: [...shares.keys()] })
  const refunds = await Promise.all(
    requirements.map(async ({ id, name }) => {
      const share = shares.get(id) ?? { failed: 0, sold: 0 }
      const { invoiced, refunded } = await readDocuments(read, subject.id, id)
      return { id, name, share, content: refundContent(invoiced, refunded, share, reason) }
    }),
  )
  return refunds.flatMap(({ content, ...one }) => (content === null ? [] : [{ ...one, content }]))
}

/**
 * Refunds a buyer for failed units that nothing replaces: a credit note for that share of what was invoiced, which is payable to the
 * buyer (decision 0229).
 */
export const refundBuyer = action({
  name: 'Refund',
  on: 'case',
  title: 'Refund the buyer',
  description:
    'Refund the buyer for units that failed and were not replaced. We issue a credit note at once, and the market operator pays its amount to the buyer. These units can no longer be replaced.',
  binds: {
    verb: 'Refund the buyer',
    undone: 'You cannot undo this. The credit note is issued straight away.',
  },
  who: [operator],
  stepUp: true,
  approval: 'secondPerson',
  from: ['Confirmed'],
  when: ({ failedSince }) => failedSince !== null || 'No units have failed because of this case',
  given: async (read, subject) => ({
    requirements: (await readRefunds(read, subject, '')).map(({ id, name, share, content }) => {
      const { net, vat } = totalOfTaxes(content.taxes)
      return {
        ...{ id, name },
        sentence: `${showMoney(0 - net - vat, true)} is payable to the buyer of ${name}, of which ${showMoney(0 - vat, true)} is VAT: for ${showUnits(share.failed)} of ${showUnits(share.sold)} units`,
      }
    }),
  }),
  fields: {
    requirement: withHint(
      notStored(oneOfGiven('Which credit requirement?', 'requirements')),
      'Its buyer is refunded for what has been invoiced so far. You can refund later invoices in the same way.',
    ),
    reason: withHint(
      longText('Reason'),
      'It is on the credit note, and everyone whom the case concerns can read it.',
    ),
  },
  initial: (_subject, { requirements }) => ({
    requirement: requirements.length === 1 ? requirements[0]?.id : null,
  }),
  check: (_answers, { requirements }) =>
    requirements.length === 0
      ? {
          form: 'There is nothing to refund: these units were not invoiced, or have been refunded already',
        }
      : {},
  reads: async (read, subject, { requirement, reason }) => ({
    refund: (await readRefunds(read, subject, reason ?? '')).find(({ id }) => id === requirement),
    notices: await readConcernedNotices(read, subject),
  }),
  preview: ({ values, given: { requirements } }) => ({
    preview: requirements.flatMap(({ id, sentence }) => (id === values.requirement ? [sentence] : [])),
  }),
  effect: ({ subject, values: { reason }, reads: { refund, notices } }) =>
    refund === undefined
      ? []
      : [
          update('case', subject, { reason }),
          { change: 'refund', caseId: subject.id, requirementId: refund.id, content: refund.content },
          ...notifyOfDecision(subject, notices),
        ],
  done: 'The credit note has been issued',
})

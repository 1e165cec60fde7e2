import { cancelledFileText } from '#domain/money/payment-run'
import type { Read } from '../kit/changes.ts'

/** Reads which invoices are in the file of a cancelled run that did not execute them, each with what to make sure of before they are paid. */
export const readCancelledFiles = async (
  read: Read,
  invoiceIds: readonly string[],
): Promise<{ id: string; text: string }[]> => {
  if (invoiceIds.length === 0) return []
  const ended = await read.list('paymentOrder', { invoiceId: invoiceIds, isLive: false })
  const unpaid = ended.filter(({ leftOut, bankLineId }) => leftOut === null && bankLineId === null)
  const runs = await read.list('paymentRun', {
    id: [...new Set(unpaid.map(({ runId }) => runId))],
    status: 'Cancelled',
  })
  return unpaid.flatMap(({ invoiceId, runId }) => {
    const run = runs.find(({ id, fileHash }) => id === runId && fileHash !== null)
    return run ? [{ id: invoiceId, text: cancelledFileText(invoiceId, run) }] : []
  })
}

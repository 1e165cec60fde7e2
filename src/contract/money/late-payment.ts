import { z } from 'zod'
import { LATE_STEPS } from '#domain/money/late-payment'
import { defineNoun } from '../kit/noun.ts'
import { day, idAndName } from '../kit/values.ts'

const step = z.enum(LATE_STEPS).meta({ id: 'LateStep', description: 'Step that follows an unpaid invoice' })

/** A reminder, notice or case that an unpaid invoice had; it is shown with its invoice. */
export const paymentReminder = defineNoun({
  kind: 'paymentReminder',
  called: ['reminder of a payment', 'reminders of payments'],
  readBy: 'own rule',
})

/** How late an invoice is, and what has followed. */
export const lateInvoice = z
  .object({
    days: z.int().meta({ description: 'Days after the due date; 0 for one that is paid or not due yet' }),
    steps: z.array(z.object({ step, on: day })).meta({ description: 'Steps taken, in order' }),
    next: z
      .object({ step, on: day })
      .nullable()
      .meta({ description: 'Step that follows if it is not paid; null if there is none' }),
    case: idAndName.nullable().meta({ description: 'Case about the buyer' }),
  })
  .meta({ id: 'LateInvoice' })
export type LateInvoice = z.infer<typeof lateInvoice>

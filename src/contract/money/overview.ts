import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { money } from '../kit/values.ts'

const openDocuments = z
  .object({
    count: z.int(),
    amount: money,
    lateCount: z.int().meta({ description: 'Number of those whose due date has passed' }),
    lateAmount: money,
  })
  .meta({ id: 'OpenDocuments' })

export const moneyOverview = z
  .object({
    missingRates: z.array(z.string()).meta({
      description: 'Rates of VAT and interest that are missing today or soon, each with the remedy',
    }),
    fromBuyers: openDocuments.meta({ description: 'Invoices and interest that buyers have not paid' }),
    toPayOut: openDocuments.meta({ description: 'Self-billed invoices and refunds that are not paid out' }),
    refundsToPay: money.meta({ description: 'Part of that for refunds to buyers' }),
    waitingLines: z
      .object({ count: z.int(), amount: money })
      .meta({ description: 'Lines of the bank that wait for a person' }),
    held: money.meta({ description: 'Pounds held for maintenance that no passed check has made due' }),
    heldWithoutYear: money.meta({
      description: 'Part of that for projects whose checks are not scheduled yet',
    }),
    heldOverdue: money.meta({
      description:
        'Part of that for checks whose day is past and that are not passed; it is in the first year of heldByYear',
    }),
    heldByYear: z.array(z.object({ year: z.int(), due: money, heldAfter: money })).meta({
      description:
        'What falls due in each year if its checks are passed on their days, and what is then still held',
    }),
  })
  .meta({ id: 'MoneyOverview' })
export type MoneyOverview = z.infer<typeof moneyOverview>

export const readMoneyOverview = endpoint('GET /api/money/overview', {
  id: 'readMoneyOverview',
  tag: 'Money',
  summary: 'Amounts due, late and waiting, and the funds held for future years; for the market operator',
  access: 'member',
  byKey: 'read',
  answers: { 200: moneyOverview, 403: refusal },
})

import { type Kysely, sql } from 'kysely'
import { sha256 } from '@credit-market/matching/formats/sha256'
import { readFileOfRun } from '../money/payment-run-view.ts'
import { iterateResultPages } from '../store/pages.ts'
import { openStore } from '../store/store.ts'
import type { Database } from '../store/tables/tables.ts'
import type { VerificationFault } from './check.ts'

const WITH_FILE = sql<{ id: string }>`select id from payment_run where file_hash is not null order by ordinal`

/** Invoices in several live runs, or in a live one of more than the invoice says. */
const WRONGLY_LIVE = sql<{ id: string }>`
  select invoice_id as id from payment_order join invoice on invoice.id = invoice_id where is_live
  group by invoice_id, net, vat having count(*) > 1 or sum(amount) > abs(net + vat)`

/** Payments that say that a bank line executed them, which does not pay their invoice; and live ones of a run that is cancelled. */
const MISEXECUTED = sql<{ id: string }>`
  select id from payment_order where bank_line_id is not null and not exists (select from payment
      where invoice_id = payment_order.invoice_id and bank_line_id = payment_order.bank_line_id and amount < 0)
    or is_live and exists (select from payment_run where id = run_id and status = 'Cancelled')`

/** Runs that pay again what came back by a statement that the approver had uploaded (decision 0235). */
const WRONGLY_APPROVED = sql<{ id: string }>`
  select distinct run_id as id from payment_run join payment_order on run_id = payment_run.id,
    payments_that_came_back(array[invoice_id]) as back join payment on payment.id = reversal_id join bank_line on bank_line.id = payment.bank_line_id
  where left_out is null and rule = 'returned' and uploaded_by = approved_by and booked_at < approved_at`

/** Checks payment runs: each file is the one that two people approved, and no invoice is paid twice. */
export const findPaymentRunFaults = async function* (
  db: Kysely<Database>,
): AsyncGenerator<VerificationFault> {
  const { read } = openStore(db)
  for await (const page of iterateResultPages(db, WITH_FILE))
    for (const { id } of page) {
      const run = await read.one('paymentRun', id)
      const file = run && (await readFileOfRun(db, run))
      if (!run || !file || sha256(file) !== run.fileHash)
        yield { what: `payment_run ${id}`, why: 'has not the file that was approved' }
    }
  for await (const page of iterateResultPages(db, WRONGLY_LIVE))
    for (const { id } of page)
      yield { what: `invoice ${id}`, why: 'is in payment runs with more than its total' }
  for await (const page of iterateResultPages(db, MISEXECUTED))
    for (const { id } of page)
      yield { what: `payment_order ${id}`, why: 'does not agree with the bank lines' }
  for await (const page of iterateResultPages(db, WRONGLY_APPROVED))
    for (const { id } of page)
      yield { what: `payment_run ${id}`, why: 'was approved by the person who reported the return' }
}

import { type RawBuilder, sql } from 'kysely'

/** Lines whose posting to the bank account is missing, differs, or should not be there. */
const MISBOOKED_LINES = sql<{ id: string }>`
  select id from bank_line where (case when is_in_books then amount else 0 end) is distinct from coalesce(
    (select sum(amount) from money_posting where entry_id = 'bank ' || bank_line.id and account_id = 'bank'), 0)`

const UNEQUAL_LINES = sql<{ id: string }>`
  select id from bank_line where rest is distinct from amount - coalesce(
    (select sum(amount) from payment where bank_line_id = bank_line.id), 0) - coalesce(
    (select sum(amount) from account_booking where bank_line_id = bank_line.id), 0)`

/** Payments that differ from what is posted for them to the accounts of the party of the invoice. */
const MISBOOKED_PAYMENTS = sql<{ id: string }>`
  select payment.id from payment join invoice on invoice.id = invoice_id where -amount is distinct from coalesce(
    (select sum(money_posting.amount) from money_posting join money_account on money_account.id = account_id
      where entry_id = 'payment ' || payment.id and organisation_id = invoice.party_id and (deposit_id is null or purpose <> 'deposits')), 0)`

/** Bookings of lines to accounts whose entry is missing or has another amount or account. */
const MISBOOKED_BOOKINGS = sql<{ id: string }>`
  select account_booking.id from account_booking
  where -account_booking.amount is distinct from (select sum(money_posting.amount) from money_posting
      where entry_id = 'booking ' || account_booking.id and account_id = purpose)`

/** Entries whose date is not that of their bank line, document or settlement (decision 0251). */
const MISDATED_ENTRIES = sql<{ id: string }>`
  select money_entry.id from money_entry join accounting_date_rule as rule on rule.id = money_entry.id
  where money_entry.accounting_date is distinct from rule.accounting_date`

const UNBOOKED_ENTRIES = sql<{ id: string }>`
  select id from money_entry where kind = 'booking'
    and not exists (select from account_booking where account_booking.id = substr(money_entry.id, 9))`

/** Bookings of lines to accounts that the person who uploaded the line approved, or no one did. */
const REPORTED_AND_APPROVED = sql<{ id: string }>`
  select account_booking.id from account_booking join bank_line on bank_line.id = bank_line_id
  where approved_by is null or reverses_id is null and approved_by = uploaded_by`

/** Bookings that have not the direction of their line, or that reverse something else than one booking of the same line and account. */
const MISDIRECTED_BOOKINGS = sql<{ id: string }>`
  select one.id from account_booking as one join bank_line on bank_line.id = one.bank_line_id
    left join account_booking as earlier on earlier.id = one.reverses_id
  where case when one.reverses_id is null then sign(one.amount) <> sign(bank_line.amount) or not is_in_books
    else (earlier.bank_line_id, earlier.purpose, earlier.amount) is distinct from (one.bank_line_id, one.purpose, -one.amount)
      or earlier.reverses_id is not null end`

const OVERDRAWN_FUNDS = sql<{ id: string }>`
  select account_id as id from money_posting where account_id in ('compliance', 'performance') group by 1 having sum(amount) > 0`

/** Organisations whose account of deposits is not what is left of their deposits, and what is not paid out yet of those to pay back. */
const MISBOOKED_DEPOSITS = sql<{ id: string }>`
  with posted as (
    select organisation_id as id, -sum(amount) as held from money_account join money_posting on account_id = money_account.id
    where purpose = 'deposits' group by 1
  ), explained as (
    select party_id as id, sum(case kind when 'deposit' then (select amount from deposit_left(array[invoice.id]))
      else abs(net) + coalesce((select sum(amount) from payment where invoice_id = invoice.id), 0) end) as held
    from invoice where kind = 'deposit' or kind = 'depositReturn' and not is_ended(id) group by 1
  )
  select coalesce(posted.id, explained.id) as id from posted full join explained on explained.id = posted.id
  where coalesce(posted.held, 0) <> coalesce(explained.held, 0)`

const OVERPAID_INVOICES = sql<{ id: string }>`
  select invoice.id from invoice join payment on invoice_id = invoice.id group by invoice.id
  having sum(amount) * case when kind in ('invoice', 'interest', 'deposit') then 1 else -1 end not between 0 and abs(net + vat)`

/** The account of unallocated receipts and payments holds what is left of all lines in the books. */
const UNEXPLAINED = sql<{ id: string }>`
  select 'unallocated' as id where (select coalesce(sum(amount), 0) from money_posting where account_id = 'unallocated')
    <> -(select coalesce(sum(rest), 0) from bank_line where is_in_books)`

/** Invoices of which something else is open than the database keeps (decision 0237). */
const WRONGLY_OPEN = sql<{ id: string }>`
  select coalesce(one.invoice_id, rule.invoice_id) as id from open_invoice as one
    full join (select * from open_invoice_rule where open > 0) as rule on rule.invoice_id = one.invoice_id
  where one.open is distinct from rule.open or one.due <> rule.due or one.kind <> rule.kind`

/** Projects for whose maintenance something else is held than the database keeps. */
const WRONGLY_HELD = sql<{ id: string }>`
  select distinct coalesce(one.project_id, rule.project_id) as id from held_maintenance as one
    full join held_maintenance_of(array(select distinct item_id from money_posting where item_kind = 'project' and account_id like 'maintenance %')) as rule
      on rule.project_id = one.project_id and rule.year = one.year
  where one.amount is distinct from rule.amount or one.due is distinct from rule.due`

/** Checks of payments: rows that each one finds, the kind of thing that they are, and what is wrong with them. */
export const PAYMENT_CHECKS: readonly (readonly [
  rows: RawBuilder<{ id: string }>,
  kind: string,
  why: string,
])[] = [
  [MISBOOKED_LINES, 'bank_line', 'differs from the books'],
  [UNEQUAL_LINES, 'bank_line', 'is not the sum of its payments, its bookings and its rest'],
  [MISBOOKED_BOOKINGS, 'account_booking', 'differs from the books'],
  [MISDATED_ENTRIES, 'money_entry', 'has another date than its bank line or document'],
  [UNBOOKED_ENTRIES, 'money_entry', 'has no booking of a bank line'],
  [REPORTED_AND_APPROVED, 'account_booking', 'is not approved by someone other than who uploaded its line'],
  [MISDIRECTED_BOOKINGS, 'account_booking', 'does not fit its bank line'],
  [OVERDRAWN_FUNDS, 'money_account', 'has paid more than it held'],
  [MISBOOKED_PAYMENTS, 'payment', 'differs from the books'],
  [MISBOOKED_DEPOSITS, 'organisation', 'has deposits that differ from the books'],
  [OVERPAID_INVOICES, 'invoice', 'is paid with more than its total'],
  [UNEXPLAINED, 'money_account', 'is not what is left of the bank lines'],
  [WRONGLY_OPEN, 'invoice', 'differs from its kept open amount'],
  [WRONGLY_HELD, 'project', 'differs from its kept amount for maintenance'],
]

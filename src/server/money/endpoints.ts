import type { FastifyInstance } from 'fastify'
import { listAccounts, readJournal, readMoney, readRoundBooks } from '#contract/money/money'
import { readInvoiceFile } from '#contract/money/invoice'
import { readPaymentFile } from '#contract/money/payment-run'
import { readMoneyOverview } from '#contract/money/overview'
import { readAccountStatement } from '#contract/money/statement'
import { readAmountsDue } from '#contract/money/due'
import { readVatReturn } from '#contract/money/vat-return'
import { isOperator } from '#domain/people/actor'
import { englishDayOf } from '@credit-market/values/dates'
import { readCachedBrand } from '../brand/brand.ts'
import { readLetterhead } from '../certificates/drawings.ts'
import { type AppContext, requireVisibleSubject } from '../http/app-context.ts'
import { mountEndpoint } from '../http/serve.ts'
import { sendCsv } from '../http/tables.ts'
import { badRequestError, forbiddenError, notFoundError } from '../runner/refusals.ts'
import { writeInvoiceFile } from './invoice-files.ts'
import { renderPaperPdf } from '../certificates/pdf.ts'
import { readAccountsView } from './accounts.ts'
import { readOverview } from './overview.ts'
import { accountStatementRows, createStatementPaper, readStatement } from './statement.ts'
import { iterateJournal } from './journal.ts'
import { readFileOfRun } from './payment-run-view.ts'
import { agedRows, readAgedDocuments } from './aged.ts'
import { readAmountsDueView } from './amounts-due.ts'
import { readVatFigures, vatReturnRows } from './vat-return.ts'
import { accountRows, moneyStatementRows, roundBooksRows } from './tables.ts'
import { readMoneyView, readRoundBooksView } from './views.ts'

/** Books of money: of an organisation, the accounts, and of a round. */
export const moneyRoutes = (app: FastifyInstance, { runtime, files }: AppContext): void => {
  const { db } = runtime.store
  mountEndpoint(app, readMoney, async ({ query: { organisationId, format }, actor, reply }) => {
    const money = await readMoneyView(db, organisationId, actor, englishDayOf(runtime.now()))
    if (!money) throw notFoundError()
    return format === 'csv' ? sendCsv(reply, 'statement', [moneyStatementRows(money)]) : money
  })
  mountEndpoint(
    app,
    readAccountStatement,
    async ({ query: { organisationId, format, ...dates }, actor, reply }) => {
      const period = { from: dates.from ?? null, until: dates.until ?? null }
      const statement = await readStatement(db, organisationId, period, actor)
      if (!statement) throw notFoundError()
      if (format === 'csv') return sendCsv(reply, 'statement-of-account', [accountStatementRows(statement)])
      if (format !== 'pdf') return statement
      const brand = await readCachedBrand(db)
      const paper = createStatementPaper(statement, brand.name, runtime.now())
      return reply
        .header('content-disposition', 'attachment; filename="statement-of-account.pdf"')
        .type('application/pdf')
        .send(await renderPaperPdf(paper, await readLetterhead(files, brand)))
    },
  )
  mountEndpoint(app, readMoneyOverview, async ({ actor }) => {
    if (!isOperator(actor))
      throw forbiddenError('Only the market operator can read what is due in the whole market')
    return readOverview(db, englishDayOf(runtime.now()))
  })
  mountEndpoint(app, readVatReturn, async ({ query: { from, until, format }, actor, reply }) => {
    if (!isOperator(actor)) throw forbiddenError('Only the market operator can read its VAT figures')
    const figures = await readVatFigures(db, { from: from ?? null, until: until ?? null })
    return format === 'csv' ? sendCsv(reply, 'vat-documents', [vatReturnRows(figures)]) : figures
  })
  mountEndpoint(app, readAmountsDue, async ({ query: { until, format }, actor, reply }) => {
    if (!isOperator(actor))
      throw forbiddenError('Only the market operator can read what is due in the whole market')
    const today = englishDayOf(runtime.now())
    if (until !== undefined && until > today)
      throw badRequestError('until must not be after today: what will be open then is not known')
    const past = until === undefined || until === today ? null : until
    return format === 'csv'
      ? sendCsv(reply, 'amounts-due', [agedRows(await readAgedDocuments(db, today, past), past ?? today)])
      : readAmountsDueView(db, today, past)
  })
  mountEndpoint(app, listAccounts, async ({ query: { format, from, until }, actor, reply }) => {
    const accounts = await readAccountsView(db, actor, { from: from ?? null, until: until ?? null })
    return format === 'csv' ? sendCsv(reply, 'accounts', [accountRows(accounts)]) : accounts
  })
  mountEndpoint(app, readJournal, async ({ query: { from, until, enteredFrom }, actor, reply }) => {
    if (!isOperator(actor)) throw forbiddenError('Only the market operator can read the journal')
    const selection = { from: from ?? null, until: until ?? null, enteredFrom: enteredFrom ?? null }
    return sendCsv(reply, 'journal', iterateJournal(db, selection))
  })
  mountEndpoint(app, readRoundBooks, async ({ params: { id }, query: { format }, actor, reply }) => {
    const round = await requireVisibleSubject(runtime, 'round', id, actor)
    const books = isOperator(actor) ? await readRoundBooksView(db, round.id) : null
    if (!books) throw notFoundError()
    return format === 'csv' ? sendCsv(reply, 'books', [roundBooksRows(books)]) : books
  })
  mountEndpoint(app, readPaymentFile, async ({ params: { id }, actor, reply }) => {
    const run = await requireVisibleSubject(runtime, 'paymentRun', id, actor)
    const content = run.status === 'Approved' ? await readFileOfRun(db, run) : null
    if (content === null) throw notFoundError()
    return reply
      .header('content-disposition', `attachment; filename="payments-${run.id}.xml"`)
      .type('application/xml; charset=utf-8')
      .send(content)
  })
  mountEndpoint(app, readInvoiceFile, async ({ params: { id }, query: { format }, actor, reply }) => {
    const invoice = await requireVisibleSubject(runtime, 'invoice', id, actor)
    const { type, body } = await writeInvoiceFile(db, invoice, format, async () =>
      readLetterhead(files, await readCachedBrand(db)),
    )
    return reply
      .header('content-disposition', `attachment; filename="${invoice.name}.${format}"`)
      .type(type)
      .send(body)
  })
}

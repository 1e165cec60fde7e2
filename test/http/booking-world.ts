import { sql } from 'kysely'
import { expect } from 'vitest'
import type { AccountsView } from '#contract/money/money'
import type { BankLineView } from '#contract/money/bank'
import { moneyCheck } from '#server/verify/money'
import { runChecks } from '#server/verify/verify'
import { camtOf, type TestEntry, uploadStatement } from './camt.ts'
import { act as actIn, OWN_ACCOUNT } from './paying.ts'
import { matchedRound } from './settled.ts'
import { sampleRow, startWorldWith, type World } from './world.ts'

/** Rows that the integrity check of money finds, and what is wrong with them. */
export const findMoneyFaults = async ({ runtime }: World, db: World['store']['db']): Promise<string[]> =>
  (await runChecks({ db, now: runtime.now() }, [moneyCheck])).differences.map(
    ({ what, why }) => `${what} ${why}`,
  )

/**
 * Starts a settled round with bank lines that belong to no invoice. The market operator has three people: Olga, who uploads statements, and
 * her colleagues Otto and Oona. Returns the world and what tests do in it.
 */
export const startBookings = async (secondPerson: 'operator' | 'nobody') => {
  const world = await startWorldWith(
    { SECOND_PERSON: secondPerson },
    ...matchedRound('Settled'),
    ...['otto', 'oona'].map(id =>
      sampleRow('user', {
        ...{ id, username: id, email: `${id}@x.example`, displayName: `Person ${id}`, groups: ['admin'] },
        organisationId: 'operator',
      }),
    ),
  )
  await sql`update organisation set iban = null where id <> 'operator'`.execute(world.store.db)
  const upload = (...entries: TestEntry[]) => uploadStatement(world, camtOf(OWN_ACCOUNT, entries))
  await upload(
    { amount: '-1200.00', reference: 'VAT', remittance: 'VAT Q1', bookedOn: '2026-04-30' },
    { amount: '500.00', reference: 'BACK' },
    { amount: '-600.00', reference: 'BILL' },
    { amount: '-12.50', reference: 'FEE' },
    { amount: '3.21', reference: 'GROSS' },
    { amount: '9.00', reference: 'EURO', currency: 'EUR' },
  )
  const read = async <T>(url: string, who = 'olga'): Promise<T> => {
    const answer = await world.ask(who, url)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<T>()
  }
  const idOf = async (reference: string): Promise<string> => {
    const { rows } = await sql<{
      id: string
    }>`select id from bank_line where bank_reference = ${reference}`.execute(world.store.db)
    return rows[0]!.id
  }
  const act = async (who: string, reference: string, action: string, values: object, more: object = {}) =>
    actIn(world, who, `/api/bank-line/${await idOf(reference)}/action/${action}`, values, more)
  const post = (
    who: string,
    reference: string,
    account: string,
    amount: number,
    more: object = { reason: 'It is so' },
  ) => act(who, reference, 'PostBankLine', { account, amount, note: `Note on ${reference}` }, more)
  const approve = (who: string, { result }: Awaited<ReturnType<typeof act>>) =>
    actIn(world, who, `/api/proposal/${result.proposal}/action/Approve`)
  return {
    ...{ world, upload, read, idOf, act, post, approve },
    line: async (reference: string) => read<BankLineView>(`/api/bank-line/${await idOf(reference)}`),
    balance: async (id: string) =>
      (await read<AccountsView>('/api/accounts')).accounts.find(one => one.id === id)?.balance ?? 0,
    /** One person proposes, and the other approves. */
    both: async (reference: string, account: string, amount: number) => {
      const proposed = await post('olga', reference, account, amount)
      expect(proposed.status, proposed.said).toBe(202)
      const approved = await approve('otto', proposed)
      expect(approved.status, approved.said).toBe(200)
    },
    faults: () => world.store.db.transaction().execute(trx => findMoneyFaults(world, trx)),
  }
}

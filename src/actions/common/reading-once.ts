import type { Read, RowFilter } from '../kit/changes.ts'

/** Caches reads, so that each row is read once, however many others need it. */
export const cacheReads = (read: Read): Read => {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: unknown[], ask: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key)
    const answer = (known.get(name) as Promise<T> | undefined) ?? ask()
    known.set(name, answer)
    return answer
  }
  return {
    one: (kind, which: string | RowFilter<typeof kind>) =>
      once(['one', kind, which], () => read.one(kind, which)),
    list: (kind, where: RowFilter<typeof kind>, most?: number) =>
      once(['list', kind, where, most], () => read.list(kind, where, most)),
    latest: (kind, where: RowFilter<typeof kind>) =>
      once(['latest', kind, where], () => read.latest(kind, where)),
    clock: () => once(['clock'], () => read.clock()),
    priceRange: (creditType, marketId) =>
      once(['priceRange', creditType, marketId], () => read.priceRange(creditType, marketId)),
    payableInvoices: (day, most) =>
      once(['payableInvoices', day, most], () => read.payableInvoices(day, most)),
    bidsWithoutDeposit: roundId =>
      once(['bidsWithoutDeposit', roundId], () => read.bidsWithoutDeposit(roundId)),
    heldShares: (projectIds, day) =>
      once(['heldShares', projectIds, day], () => read.heldShares(projectIds, day)),
    checkFunds: () => once(['checkFunds'], () => read.checkFunds()),
    returnedPayments: invoiceIds =>
      once(['returnedPayments', invoiceIds], () => read.returnedPayments(invoiceIds)),
  }
}
